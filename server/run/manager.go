package run

import (
	"context"
	"errors"
	"time"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// State says whether a run goes on.
type State string

// The states of a run.
const (
	Running     State = "running"
	Finished    State = "finished"
	Interrupted State = "interrupted" // the recorder died: the recording has no proper end
)

// Errors that a caller tells apart.
var (
	ErrNotFound       = errors.New("no such run")
	ErrNotRunning     = errors.New("the run has ended")
	ErrNotInteractive = errors.New("the run takes no input: start it with interactive")
	ErrStillRunning   = errors.New("the run has not ended yet")
	ErrClosed         = errors.New("the manager is closed")
	ErrNotYet         = errors.New("the run is still in its own exchange: wait until that is done")
)

// Info is what a list of runs shows of one.
type Info struct {
	ID          string                 `json:"id"`
	Name        string                 `json:"name"`
	Demo        string                 `json:"demo,omitempty"`
	Argv        []string               `json:"argv"` // secrets masked
	Dir         string                 `json:"dir"`
	Started     time.Time              `json:"started"`
	State       State                  `json:"state"`
	Interactive bool                   `json:"interactive"`
	DurationMs  int64                  `json:"durationMs"` // so far, while running
	Bytes       int64                  `json:"bytes"`      // of the transcript, whole lines
	Summary     *report.Summary        `json:"summary"`    // null until there is a report
	First       *report.FirstViolation `json:"firstViolation"`
}

// Settings tune a Manager; zero means the defaults.
type Settings struct {
	Version  string        // of the tool, for the transcript's header
	MaxAge   time.Duration // default 30 days; negative = for ever
	MaxBytes int64         // default 2 GiB; negative = no bound
}

// Manager runs many servers at once, each recorded into a file of its own.
// All its methods may be called from any goroutine.
type Manager struct{}

// Open takes the data directory (made when missing), completes the recordings
// that a crash cut short, and drops what retention says.
func Open(dir string, settings Settings) (*Manager, error) { return nil, errTodo }

// Start launches a run and returns at once. A command that cannot be started is
// no error: the run is recorded with its spawn failure.
func (m *Manager) Start(spec Spec) (Info, error) { return Info{}, errTodo }

// Get tells of one run.
func (m *Manager) Get(id string) (Info, error) { return Info{}, errTodo }

// List tells of all runs, newest first.
func (m *Manager) List() ([]Info, error) { return nil, errTodo }

// Stop begins the teardown of a run; it returns before the run has ended.
// Stopping a run that has ended is no error.
func (m *Manager) Stop(id string) error { return errTodo }

// Wait returns when the run has ended and its report is stored.
func (m *Manager) Wait(ctx context.Context, id string) error { return errTodo }

// Rename changes the name that people see.
func (m *Manager) Rename(id, name string) error { return errTodo }

// Delete removes a run that has ended, or stops one first; tails end as deleted.
func (m *Manager) Delete(id string) error { return errTodo }

// Send writes data to an interactive run's stdin, exactly as given. The plan,
// when there is one, is recorded before it (Kind, T and Run are filled in).
func (m *Manager) Send(id string, data []byte, plan *transcript.Event) error { return errTodo }

// SpecOf gives what is needed to run a run again. Values of environment
// variables are not kept: Env is this process's own, EnvNames says what was given.
func (m *Manager) SpecOf(id string) (Spec, error) { return Spec{}, errTodo }

// TranscriptPath is the run's transcript file; while the run goes on its last
// line may be half written.
func (m *Manager) TranscriptPath(id string) (string, error) { return "", errTodo }

// Report is the stored report of a run that has ended, else ErrStillRunning.
func (m *Manager) Report(id string) ([]byte, error) { return nil, errTodo }

// Close stops all runs and waits until they have ended or ctx is done.
func (m *Manager) Close(ctx context.Context) error { return errTodo }

// Tail follows a run's transcript from a byte offset, which must be that of a
// line's beginning (0, or what Offset said).
func (m *Manager) Tail(id string, from int64) (*Tail, error) { return nil, errTodo }

// Reason says why a tail ended.
type Reason string

// The reasons of a tail's end.
const (
	ReasonFinished    Reason = "finished"
	ReasonInterrupted Reason = "interrupted"
	ReasonDeleted     Reason = "deleted"
)

// Tail reads whole lines of a transcript as they are written. One goroutine.
type Tail struct{}

// Next waits for and returns the next whole lines, about 16 KiB at most unless
// one line is longer; io.EOF when the run has ended and all was read. The slice
// is valid until the next call.
func (t *Tail) Next(ctx context.Context) ([]byte, error) { return nil, errTodo }

// Reason says why Next returned io.EOF.
func (t *Tail) Reason() Reason { return "" }

// Offset is where the next line begins.
func (t *Tail) Offset() int64 { return 0 }

// Close gives the file back.
func (t *Tail) Close() error { return nil }

var errTodo = errors.New("not built yet")
