package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Reason says why a tail ended.
type Reason string

// The reasons of a tail's end.
const (
	ReasonFinished    Reason = "finished"
	ReasonInterrupted Reason = "interrupted"
	ReasonDeleted     Reason = "deleted"
)

// ErrOffset is the answer to a tail that was to begin in the middle of a line or
// beyond the end.
var ErrOffset = errors.New("no line of the transcript begins there")

const (
	tailBatch = 16 << 10
	// How often a file that another process writes is looked at.
	foreignPoll = 50 * time.Millisecond
)

// Tail reads whole lines of a transcript as they are written. It is for one
// goroutine.
type Tail struct {
	m      *Manager
	e      *entry
	file   *os.File
	offset int64
	buf    []byte
	reason Reason
}

// Tail follows a run's transcript from a byte offset, which must be that of a
// line's beginning (0, or what Offset said).
func (m *Manager) Tail(id string, from int64) (*Tail, error) {
	e, err := m.entry(id)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(m.path(id, transcriptSuffix))
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read a transcript: %w", err)
	}
	size, _, _, _ := e.look()
	if from < 0 || from > size || from > 0 && !newlineBefore(f, from) {
		_ = f.Close()
		return nil, ErrOffset
	}
	return &Tail{m: m, e: e, file: f, offset: from, buf: make([]byte, tailBatch)}, nil
}

func newlineBefore(f *os.File, offset int64) bool {
	var b [1]byte
	_, err := f.ReadAt(b[:], offset-1)
	return err == nil && b[0] == '\n'
}

// Next waits for and returns the next whole lines, about 16 KiB at most unless
// one line is longer; io.EOF when the run has ended and all was read. The slice
// is valid until the next call.
func (t *Tail) Next(ctx context.Context) ([]byte, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		size, state, deleted, changed := t.e.look()
		if deleted {
			t.reason = ReasonDeleted
			return nil, io.EOF
		}
		if t.offset < size {
			lines, err := t.read(size)
			if err != nil || len(lines) > 0 {
				return lines, err
			}
		}
		switch {
		case state == Running:
			if err := t.wait(ctx, changed); err != nil {
				return nil, err
			}
		case state == Interrupted:
			t.reason = ReasonInterrupted
			return nil, io.EOF
		default:
			t.reason = ReasonFinished
			return nil, io.EOF
		}
	}
}

// wait returns when there may be more to read.
func (t *Tail) wait(ctx context.Context, changed <-chan struct{}) error {
	var poll <-chan time.Time
	if t.e.runner == nil {
		timer := time.NewTimer(foreignPoll)
		defer timer.Stop()
		poll = timer.C
	}
	select {
	case <-changed:
	case <-poll:
		t.m.refresh(t.e)
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// read gives the whole lines between the offset and size, as many as fit the
// buffer; the buffer grows for a line that does not. None when the last line is
// still being written.
func (t *Tail) read(size int64) ([]byte, error) {
	for {
		n := int(min(int64(len(t.buf)), size-t.offset))
		if _, err := t.file.ReadAt(t.buf[:n], t.offset); err != nil {
			return nil, fmt.Errorf("read a transcript: %w", err)
		}
		if end := bytes.LastIndexByte(t.buf[:n], '\n') + 1; end > 0 {
			lines := t.buf[:end]
			t.offset += int64(end)
			if len(t.buf) > tailBatch && end <= tailBatch {
				t.buf = make([]byte, tailBatch)
			}
			return lines, nil
		}
		if t.offset+int64(n) == size {
			return nil, nil
		}
		t.buf = make([]byte, min(2*len(t.buf), int(size-t.offset)))
	}
}

// Reason says why Next returned io.EOF.
func (t *Tail) Reason() Reason { return t.reason }

// Close gives the file back.
func (t *Tail) Close() error { return t.file.Close() }
