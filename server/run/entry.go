package run

import (
	"encoding/json"
	"os"
	"sync"
	"time"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// entry is one run as the Manager knows it, live or from the disk.
type entry struct {
	runner *runner // nil: it was not started by this Manager
	done   chan struct{}

	mu      sync.Mutex
	info    Info
	spec    Spec
	foreign bool // another process records it
	deleted bool
	changed chan struct{} // closed and replaced when there is more to read
}

func newEntry(info Info, spec Spec) *entry {
	return &entry{info: info, spec: spec.withoutValues(), done: make(chan struct{}), changed: make(chan struct{})}
}

// withoutValues drops what must not lie on the disk.
func (s Spec) withoutValues() Spec {
	s.Env, s.Secrets, s.Findings, s.Begin, s.Watch = nil, nil, nil, nil, nil
	if s.AskedDir == TempDir {
		s.Dir = "" // the next run gets a new one
	}
	return s
}

func (e *entry) snapshot() Info {
	e.mu.Lock()
	defer e.mu.Unlock()
	info := e.info
	if info.State == Running {
		info.DurationMs = time.Since(info.Started).Milliseconds()
	}
	return info
}

func (e *entry) isForeign() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.foreign
}

// advance notes how much of the transcript can be read.
func (e *entry) advance(size int64) {
	e.mu.Lock()
	e.info.Bytes = size
	e.mu.Unlock()
	e.wake()
}

func (e *entry) wake() {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.changed)
	e.changed = make(chan struct{})
}

func (e *entry) judged(r *report.Report, engine string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	summary := r.Summary
	e.info.Engine, e.info.Summary, e.info.First = engine, &summary, r.FirstViolation
}

// lasted takes the time of the last event for how long the run was, before and
// after a restart alike.
func (e *entry) lasted(last int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.info.DurationMs = last / 1000
}

// finish ends the run for everybody who looks at it.
func (e *entry) finish(state State, path string) {
	e.mu.Lock()
	if size, err := os.Stat(path); err == nil {
		e.info.Bytes = size.Size()
	}
	e.info.State, e.foreign = state, false
	e.mu.Unlock()
	close(e.done)
	e.wake()
}

// look is what a tail needs to know.
func (e *entry) look() (size int64, state State, deleted bool, changed <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.info.Bytes, e.info.State, e.deleted, e.changed
}

// discover takes in the runs of the directory that are not known yet, and
// forgets those whose files are gone.
func (m *Manager) discover() error {
	ids, err := idsIn(m.dir)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	present := map[string]bool{}
	for _, id := range ids {
		present[id] = true
		if m.entries[id] == nil {
			if e := m.load(id); e != nil {
				m.entries[id] = e
			}
		}
	}
	for id, e := range m.entries {
		if e.runner == nil && !present[id] {
			e.mu.Lock()
			e.deleted = true
			e.mu.Unlock()
			e.wake()
			delete(m.entries, id)
		}
	}
	return nil
}

// load reads a run from the disk. One that nobody writes any more is completed
// when its recorder died.
func (m *Manager) load(id string) *entry {
	var s stored
	if b, err := os.ReadFile(m.path(id, storedSuffix)); err != nil || json.Unmarshal(b, &s) != nil || s.Info.ID != id {
		s = stored{Info: Info{ID: id}}
		if !m.describe(&s) {
			return nil
		}
	}
	e := newEntry(s.Info, s.Spec)
	path := m.path(id, transcriptSuffix)
	if s.Info.State == Finished || s.Info.State == Interrupted {
		close(e.done)
		if size, err := os.Stat(path); err == nil {
			e.info.Bytes = size.Size()
		}
		return e
	}
	e.foreign = true
	e.info.State = Running
	m.claim(e)
	return e
}

// describe makes up for a run file that is missing: a recording that was put
// here by hand or by another program tells of itself.
func (m *Manager) describe(s *stored) bool {
	h, err := headerOf(m.path(s.Info.ID, transcriptSuffix))
	if err != nil {
		return false
	}
	s.Spec = Spec{Argv: h.Command, Dir: h.Cwd, EnvNames: h.Env, Options: h.Options}
	s.Info.Argv, s.Info.Dir = h.Command, h.Cwd
	s.Info.Name = nameOf(s.Spec)
	if s.Info.Name == "" {
		s.Info.Name = h.Source.Format
	}
	s.Info.Started, _ = time.Parse(time.RFC3339Nano, h.Started)
	return true
}

// refresh looks after a run that another process records.
func (m *Manager) refresh(e *entry) {
	if e.isForeign() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.claim(e)
	}
}

// claim finds out whether a foreign run is still being recorded. If not, its
// file is completed, when it is ours, and judged.
func (m *Manager) claim(e *entry) {
	if !e.isForeign() {
		return
	}
	path := m.path(e.info.ID, transcriptSuffix)
	file, mine, err := takeTranscript(path, isOurs(e.info.ID))
	if err != nil {
		return
	}
	defer file.Close()
	if !mine {
		if size, err := file.Stat(); err == nil && size.Size() != e.info.Bytes {
			e.advance(size.Size())
		}
		return
	}
	whole, last, err := complete(file, isOurs(e.info.ID))
	if err != nil {
		return
	}
	e.lasted(last)
	if whole {
		m.settle(e, Finished)
	} else {
		m.settle(e, Interrupted)
	}
}

func headerOf(path string) (*transcript.Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var header *transcript.Header
	r := transcript.Reader{OnHeader: func(h *transcript.Header) error {
		header = h
		return errEnough
	}}
	buf := make([]byte, 64<<10)
	for header == nil {
		n, err := f.Read(buf)
		if _, bad := r.Write(buf[:n]); bad != nil && header == nil {
			return nil, bad
		}
		if err != nil && header == nil {
			return nil, err
		}
	}
	return header, nil
}
