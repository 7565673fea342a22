package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	ErrNotInteractive = errors.New("the run takes no input: start it with interactive or byHand")
	ErrNotYet         = errors.New("the run is still in its own exchange: wait until that is done")
	ErrStillRunning   = errors.New("the run has not ended yet")
	ErrForeign        = errors.New("another process records this run")
	ErrClosed         = errors.New("the manager is closed")
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
	ByHand      bool                   `json:"byHand"`           // a person answers what the server asks
	DurationMs  int64                  `json:"durationMs"`       // so far, while running
	Bytes       int64                  `json:"bytes"`            // of the transcript, whole lines
	Engine      string                 `json:"engine,omitempty"` // that made the report
	Summary     *report.Summary        `json:"summary"`          // null until there is a report
	First       *report.FirstViolation `json:"firstViolation"`
}

// Settings tune a Manager; zero means the defaults.
type Settings struct {
	Version  string        // of the tool, for the transcript's header
	Engine   string        // names the engine that judges here, and its build
	MaxAge   time.Duration // default 30 days; negative = for ever
	MaxBytes int64         // default 2 GiB; negative = no bound
}

// Manager runs many servers at once, each recorded into a file of its own.
// All its methods may be called from any goroutine.
type Manager struct {
	dir      string
	settings Settings

	mu      sync.Mutex
	entries map[string]*entry
	closed  bool
	running sync.WaitGroup
}

// Open takes the data directory (made when missing), completes the recordings
// that a crash cut short, and drops what retention says.
func Open(dir string, settings Settings) (*Manager, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if _, err := ClaimDir(dir); err != nil {
		return nil, err
	}
	m := &Manager{dir: dir, settings: settings, entries: map[string]*entry{}}
	if err := m.discover(); err != nil {
		return nil, fmt.Errorf("read the data directory: %w", err)
	}
	m.retain(time.Now())
	return m, nil
}

// Start launches a run and returns at once. A command that cannot be started is
// no error: the run is recorded with its spawn failure.
func (m *Manager) Start(spec Spec) (Info, error) {
	if len(spec.Argv) == 0 {
		return Info{}, errors.New("start a run: there is no command")
	}
	if spec.Version == "" {
		spec.Version = m.settings.Version
	}
	spec, cleanUp, err := spec.prepare()
	if err != nil {
		return Info{}, err
	}
	now := time.Now()
	id := newID(now)
	file, err := createTranscript(m.path(id, transcriptSuffix))
	if err != nil {
		cleanUp()
		return Info{}, fmt.Errorf("start a run: %w", err)
	}
	e := newEntry(Info{
		ID: id, Name: nameOf(spec), Demo: spec.Demo, Argv: maskedArgv(spec), Dir: spec.Dir,
		Started: now, State: Running, Interactive: spec.Session.Interactive, ByHand: spec.Session.ByHand,
	}, spec)
	out := newWriter(file)
	out.undo = func(size int64) error { return truncate(file, size) }
	out.flushed = e.advance
	e.runner = newRunner(id, spec, out)
	if err := m.admit(e); err != nil {
		_ = file.Close()
		cleanUp()
		return Info{}, errors.Join(err, m.removeFiles(id))
	}
	go m.live(e, file, cleanUp)
	return e.snapshot(), nil
}

func (m *Manager) admit(e *entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	if err := m.store(e); err != nil {
		return fmt.Errorf("start a run: %w", err)
	}
	m.entries[e.info.ID] = e
	m.running.Add(1)
	return nil
}

// live is the goroutine of one run, from its start until its report is stored.
func (m *Manager) live(e *entry, file *os.File, cleanUp func()) {
	defer m.running.Done()
	defer cleanUp()
	// A recording that could not be written to its end says so itself.
	_ = e.runner.do(context.Background(), toolVersion(e.spec))
	if _, last, err := complete(file, false); err == nil {
		e.lasted(last)
	}
	_ = file.Close()
	m.settle(e, Finished)
	m.retain(time.Now())
}

// settle stores the report of a run that has ended and lets its readers know.
func (m *Manager) settle(e *entry, state State) {
	path := m.path(e.info.ID, transcriptSuffix)
	if r, err := judge(path); err == nil {
		if isOurs(e.info.ID) {
			_ = writeFile(m.path(e.info.ID, reportSuffix), r.JSON())
		}
		e.judged(r, m.settings.Engine)
	}
	e.finish(state, path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.deleted {
		_ = m.store(e) // List shows the run all the same; only its name is lost on a restart
	}
}

// nameOf is what people see when they gave no name.
func nameOf(spec Spec) string {
	switch {
	case spec.Name != "":
		return spec.Name
	case spec.Demo != "":
		return "demo " + spec.Demo
	}
	return strings.Join(maskedArgv(spec), " ")
}

func (m *Manager) entry(id string) (*entry, error) {
	m.mu.Lock()
	e := m.entries[id]
	m.mu.Unlock()
	if e == nil && isID(id) {
		// Another process may have begun to record here.
		_ = m.discover()
		m.mu.Lock()
		e = m.entries[id]
		m.mu.Unlock()
	}
	if e == nil {
		return nil, ErrNotFound
	}
	m.refresh(e)
	return e, nil
}

// Get tells of one run.
func (m *Manager) Get(id string) (Info, error) {
	e, err := m.entry(id)
	if err != nil {
		return Info{}, err
	}
	return e.snapshot(), nil
}

// List tells of all runs, newest first.
func (m *Manager) List() ([]Info, error) {
	if err := m.discover(); err != nil {
		return nil, fmt.Errorf("list the runs: %w", err)
	}
	m.mu.Lock()
	entries := make([]*entry, 0, len(m.entries))
	for _, e := range m.entries {
		entries = append(entries, e)
	}
	m.mu.Unlock()
	infos := make([]Info, 0, len(entries))
	for _, e := range entries {
		m.refresh(e)
		infos = append(infos, e.snapshot())
	}
	slices.SortFunc(infos, func(a, b Info) int {
		if c := b.Started.Compare(a.Started); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	return infos, nil
}

// Stop begins the teardown of a run; it returns before the run has ended.
// Stopping a run that has ended is no error, stopping one that another process
// records is ErrForeign.
func (m *Manager) Stop(id string) error {
	e, err := m.entry(id)
	if err != nil {
		return err
	}
	if e.runner != nil {
		e.runner.stop()
		return nil
	}
	if e.isForeign() {
		return ErrForeign
	}
	return nil
}

// Wait returns when the run has ended and its report is stored.
func (m *Manager) Wait(ctx context.Context, id string) error {
	e, err := m.entry(id)
	if err != nil {
		return err
	}
	select {
	case <-e.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Rename changes the name that people see; "" gives the command back.
func (m *Manager) Rename(id, name string) error {
	e, err := m.entry(id)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spec.Name = name
	if e.info.Name = name; name == "" {
		e.info.Name = nameOf(e.spec)
	}
	if err := m.store(e); err != nil {
		return fmt.Errorf("rename a run: %w", err)
	}
	return nil
}

// Delete removes a run, stopping it first; tails end as deleted. A run that
// another process records is that process's: it is ErrForeign.
func (m *Manager) Delete(id string) error {
	e, err := m.entry(id)
	if err != nil {
		return err
	}
	if e.isForeign() {
		return ErrForeign
	}
	e.mu.Lock()
	e.deleted = true
	e.mu.Unlock()
	if e.runner != nil {
		e.runner.stop()
		<-e.done
	}
	m.mu.Lock()
	delete(m.entries, id)
	m.mu.Unlock()
	e.wake()
	if err := m.removeFiles(id); err != nil {
		return fmt.Errorf("delete a run: %w", err)
	}
	return nil
}

// AnswerByHand leaves what the server asks to a person, or to the session again,
// which then answers at once what waits.
func (m *Manager) AnswerByHand(id string, on bool) error {
	e, err := m.entry(id)
	if err != nil {
		return err
	}
	if e.runner == nil {
		return ErrNotRunning
	}
	if err := e.runner.answerByHand(on); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.info.ByHand = on
	return nil
}

// Send writes data to the stdin of a run that is interactive, or whose server
// waits for an answer, exactly as given. The plan, when there is one, is recorded
// before it (Kind, T and Run are filled in).
func (m *Manager) Send(id string, data []byte, plan *transcript.Event) error {
	e, err := m.entry(id)
	if err != nil {
		return err
	}
	if e.runner == nil {
		return ErrNotRunning
	}
	return e.runner.send(data, plan)
}

// SpecOf gives what is needed to run a run again. Values of environment
// variables are not kept: Env is this process's own in the run's mode, EnvNames
// says which were given.
func (m *Manager) SpecOf(id string) (Spec, error) {
	e, err := m.entry(id)
	if err != nil {
		return Spec{}, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	spec := e.spec
	spec.Begin, spec.Watch = nil, nil
	spec.Env = ChildEnv(spec.EnvMode, os.Environ(), nil)
	return spec, nil
}

// TranscriptPath is the run's transcript file; while the run goes on its last
// line may be half written.
func (m *Manager) TranscriptPath(id string) (string, error) {
	e, err := m.entry(id)
	if err != nil {
		return "", err
	}
	return m.path(e.info.ID, transcriptSuffix), nil
}

// Report is the stored report of a run that has ended, else ErrStillRunning.
func (m *Manager) Report(id string) ([]byte, error) {
	e, err := m.entry(id)
	if err != nil {
		return nil, err
	}
	if e.snapshot().State == Running {
		return nil, ErrStillRunning
	}
	if !isOurs(id) { // what lies beside it is somebody else's, too
		return Judge(m.path(id, transcriptSuffix))
	}
	b, err := os.ReadFile(m.path(id, reportSuffix))
	if errors.Is(err, os.ErrNotExist) {
		// An older version, or a crash between the end and the report.
		return Judge(m.path(id, transcriptSuffix))
	}
	return b, err
}

// Close stops all runs and waits until they have ended. When ctx is done first
// they are killed.
func (m *Manager) Close(ctx context.Context) error {
	m.mu.Lock()
	m.closed = true
	var live []*runner
	for _, e := range m.entries {
		if e.runner != nil {
			live = append(live, e.runner)
		}
	}
	m.mu.Unlock()
	for _, r := range live {
		r.stop()
	}
	ended := make(chan struct{})
	go func() {
		m.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
	}
	for _, r := range live {
		r.kill()
	}
	<-ended // a killed process is waited for ten seconds at most
	return ctx.Err()
}
