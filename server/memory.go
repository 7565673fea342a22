package server

import (
	"context"
	"errors"
	"time"
)

// memory lets one upload at a time judge a line that takes much of it: a line is
// held whole, several times over, and four of the longest would take a gigabyte.
type memory struct {
	most int           // bytes of unfinished lines that need no lease
	wait time.Duration // for a lease
	one  chan struct{} // full while an upload has the lease
}

func newMemory(b Bounds) *memory { return &memory{b.Line, b.BodyTime, make(chan struct{}, 1)} }

// errNoMemory is a wait for a lease that was in vain.
var errNoMemory = errors.New("others need the memory")

// lease is one upload's part in it. That of no memory is never refused.
type lease struct {
	of  *memory
	has bool
}

// take waits until so many bytes may be held.
func (l *lease) take(ctx context.Context, held int) error {
	if l.of == nil || l.has || held <= l.of.most {
		return nil
	}
	patience := time.NewTimer(l.of.wait)
	defer patience.Stop()
	select {
	case l.of.one <- struct{}{}:
		l.has = true
		return nil
	case <-patience.C:
		return errNoMemory
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *lease) end() {
	if l.has {
		<-l.of.one
	}
}
