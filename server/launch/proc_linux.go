package launch

import (
	"bytes"
	"os"
	"strconv"
)

// stat is the part of /proc/PID/stat that tells whose a process is.
type stat struct {
	parent, group int
	dead          bool // a zombie
}

func readStat(pid int) (stat, bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	// The name, in parentheses, may hold anything; the fields follow the last ")".
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(f) < 4 {
		return stat{}, false
	}
	return stat{parent: number(f[1]), group: number(f[2]), dead: f[0][0] == 'Z' || f[0][0] == 'X'}, true
}

// carries says whether the process was started with the run's id in its
// environment. One that may not be read does not count.
func carries(pid int, runID string) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	mark := []byte(RunVariable + "=" + runID)
	for _, v := range bytes.Split(b, []byte{0}) {
		if bytes.Equal(v, mark) {
			return true
		}
	}
	return false
}

// children lists our own children: each thread has its list.
func children() []int {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return nil
	}
	var out []int
	for _, t := range tasks {
		b, err := os.ReadFile("/proc/self/task/" + t.Name() + "/children")
		if os.IsNotExist(err) {
			// The thread is gone, or the kernel has no such list.
			if _, gone := os.Stat("/proc/self/task/" + t.Name()); gone == nil {
				return allProcesses()
			}
			continue
		}
		for _, f := range bytes.Fields(b) {
			out = append(out, number(f))
		}
	}
	return out
}

func allProcesses() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var out []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			out = append(out, pid)
		}
	}
	return out
}

func number(b []byte) int {
	n, _ := strconv.Atoi(string(b))
	return n
}
