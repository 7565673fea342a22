package main

import (
	"context"
	"errors"
	"io"
)

// errStopped is what reading ends with when the user does not want to wait.
var errStopped = errors.New("stopped before its end")

// awaited is what f gives, unless ctx is done first: no system lets a read from a
// pipe or the opening of one be called back. What f is at then goes on alone.
func awaited[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	came := make(chan answer, 1)
	go func() {
		value, err := f()
		came <- answer{value, err}
	}()
	select {
	case a := <-came:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, errStopped
	}
}

// stoppable ends a reader when ctx is done, also in the middle of a read.
type stoppable struct {
	ctx context.Context
	in  io.Reader
	buf []byte // its own: a read that was given up may still write to it
}

func newStoppable(ctx context.Context, in io.Reader) *stoppable {
	return &stoppable{ctx: ctx, in: in, buf: make([]byte, 256<<10)}
}

func (s *stoppable) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, errStopped
	}
	n, err := awaited(s.ctx, func() (int, error) { return s.in.Read(s.buf[:min(len(p), len(s.buf))]) })
	return copy(p, s.buf[:n]), err
}
