package run

import (
	"io"
	"sync"
	"time"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
)

// writer puts whole lines of a transcript where they belong, a few milliseconds
// behind the events at most. A place that takes no more (a full disk) ends the
// recording and nothing else: the run goes on unseen.
type writer struct {
	mu      sync.Mutex
	to      io.Writer // nil = nobody wants the file
	buf     []byte
	lastT   int64 // time and run of the newest event
	lastRun int
	written int64
	timer   *time.Timer
	armed   bool
	failed  error
	// undo takes back a half-written block, so that the last words fit; nil when
	// the place cannot.
	undo func(size int64) error
	// flushed is called, with the lock held, when more whole lines can be read.
	flushed func(size int64)
}

const (
	flushEvery = 2 * time.Millisecond
	flushAt    = 64 << 10
)

func newWriter(to io.Writer) *writer {
	w := &writer{to: to}
	w.timer = time.AfterFunc(time.Hour, w.flushLater)
	w.timer.Stop()
	return w
}

func (w *writer) header(h *transcript.Header) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.to == nil {
		return
	}
	w.buf = transcript.AppendHeader(w.buf, h)
	w.flush()
}

// event records one event. It copies what it needs.
func (w *writer) event(ev *transcript.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed != nil || w.to == nil {
		return
	}
	w.lastT, w.lastRun = ev.T, ev.Run
	w.buf = transcript.AppendEvent(w.buf, ev)
	if len(w.buf) >= flushAt {
		w.flush()
		return
	}
	if !w.armed {
		w.armed = true
		w.timer.Reset(flushEvery)
	}
}

func (w *writer) flushLater() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flush()
}

// close writes what is left. The first failure of the whole recording, if there
// was one, is returned.
func (w *writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flush()
	w.timer.Stop()
	return w.failed
}

func (w *writer) flush() {
	w.armed = false
	if len(w.buf) == 0 || w.failed != nil {
		return
	}
	_, err := w.to.Write(w.buf)
	if err != nil {
		w.failed = err
		w.lastWords()
		w.buf = nil
		return
	}
	w.written += int64(len(w.buf))
	w.buf = w.buf[:0]
	if cap(w.buf) > 1<<20 {
		w.buf = nil // one huge chunk must not hold its memory for ever
	}
	if w.flushed != nil {
		w.flushed(w.written)
	}
}

// lastWords says in the transcript that it ends here, if there is room for it
// once the half-written block is taken back.
func (w *writer) lastWords() {
	if w.undo == nil || w.undo(w.written) != nil {
		return
	}
	words := transcript.AppendEvent(nil, &transcript.Event{T: w.lastT, Run: w.lastRun, Kind: transcript.KindLimit, Name: session.LimitDisk, Bytes: w.written})
	words = transcript.AppendEvent(words, &transcript.Event{T: w.lastT, Run: w.lastRun, Kind: transcript.KindEnd})
	if _, err := w.to.Write(words); err != nil {
		_ = w.undo(w.written)
		return
	}
	w.written += int64(len(words))
	if w.flushed != nil {
		w.flushed(w.written)
	}
}
