package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

func setup() error { return nil }

// child is one started process and the Job Object that holds it and all that it
// starts. When we die the job's last handle closes, and Windows ends its members.
type child struct {
	pid     int
	process *os.Process
	job     windows.Handle
}

var resumeProcess = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")

// spawn starts the program suspended, so that it is in the job before it can
// start anything itself.
func spawn(path string, spec Spec, env []string, stdin, stdout, stderr *os.File) (*child, error) {
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	process, err := os.StartProcess(path, spec.Argv, &os.ProcAttr{
		Dir:   spec.Dir,
		Env:   env,
		Files: []*os.File{stdin, stdout, stderr},
		Sys:   &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP},
	})
	if err != nil {
		_ = windows.CloseHandle(job)
		return nil, err
	}
	if err := admit(job, process.Pid); err != nil {
		_ = process.Kill()
		_, _ = process.Wait()
		_ = windows.CloseHandle(job)
		return nil, err
	}
	return &child{pid: process.Pid, process: process, job: job}, nil
}

func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, fmt.Errorf("create the job object: %w", err)
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, fmt.Errorf("limit the job object: %w", err)
	}
	return job, nil
}

// admit puts the suspended process into the job and lets it run.
func admit(job windows.Handle, pid int) error {
	const access = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE | windows.PROCESS_SUSPEND_RESUME
	handle, err := windows.OpenProcess(access, false, uint32(pid))
	if err != nil {
		return fmt.Errorf("open the server's process: %w", err)
	}
	defer windows.CloseHandle(handle)
	if err := windows.AssignProcessToJobObject(job, handle); err != nil {
		return fmt.Errorf("put the server into its job: %w", err)
	}
	if status, _, _ := resumeProcess.Call(uintptr(handle)); status != 0 {
		return fmt.Errorf("resume the server: NTSTATUS %#x", status)
	}
	return nil
}

func (c *child) await() (code *int, signal string) {
	state, err := c.process.Wait()
	if err != nil {
		return nil, ""
	}
	n := state.ExitCode()
	return &n, ""
}

// signal knows two things that Windows can do: ask a console group to stop, and
// end the job. SIGTERM falls back to the second when there is no console.
func (c *child) signal(name string) error {
	switch name {
	case "SIGINT", "SIGTERM", "SIGHUP":
		if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(c.pid)) == nil {
			return nil
		}
	case "SIGKILL":
	default:
		return fmt.Errorf("signal the server: unknown signal %q", name)
	}
	return windows.TerminateJobObject(c.job, 1)
}

// end ends the job's members and lets go of the job.
func (c *child) end(ctx context.Context, _ string) Cleanup {
	grace, cancel := context.WithTimeout(ctx, orphanGrace)
	defer cancel()
	out := Cleanup{Reaped: true}
	if left := c.untilEmpty(grace); left > 0 {
		_ = windows.TerminateJobObject(c.job, 1)
		out.OrphansEnded = left
		out.GroupEmpty = c.untilEmpty(ctx) == 0
	} else {
		out.GroupEmpty = true
	}
	_ = windows.CloseHandle(c.job)
	return out
}

func (c *child) untilEmpty(ctx context.Context) int {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		left := c.active()
		if left == 0 {
			return 0
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return left
		}
	}
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	userTime, kernelTime, periodUserTime, periodKernelTime int64
	pageFaults, total, active, terminated                  uint32
}

func (c *child) active() int {
	var a accounting
	err := windows.QueryInformationJobObject(c.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil)
	if err != nil {
		return 0
	}
	return int(a.active)
}

// readNow is never reached: pipes have no deadlines here, so settle waits for
// their end instead.
func readNow(syscall.RawConn, []byte) (n int, empty bool, err error) { return 0, false, io.EOF }

func errorCode(err error) string {
	switch {
	case errors.Is(err, windows.ERROR_FILE_NOT_FOUND), errors.Is(err, windows.ERROR_PATH_NOT_FOUND):
		return "ENOENT"
	case errors.Is(err, windows.ERROR_ACCESS_DENIED):
		return "EACCES"
	case errors.Is(err, windows.ERROR_BAD_EXE_FORMAT):
		return "ENOEXEC"
	case errors.Is(err, windows.ERROR_DIRECTORY):
		return "ENOTDIR"
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return fmt.Sprintf("WIN%d", uint32(errno))
	}
	return ""
}

// executable: Windows goes by the name's extension, which candidates adds.
func executable(os.FileInfo) bool { return true }

// candidates are the file names that a command name may stand for (PATHEXT).
func candidates(name string, env []string) []string {
	extensions := lookupEnv(env, "PATHEXT")
	if extensions == "" {
		extensions = ".COM;.EXE;.BAT;.CMD"
	}
	var out []string
	for _, e := range strings.Split(extensions, ";") {
		if e == "" {
			continue
		}
		if strings.HasSuffix(strings.ToLower(name), strings.ToLower(e)) {
			return []string{name}
		}
		out = append(out, name+e)
	}
	return out
}
