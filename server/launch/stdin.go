package launch

import (
	"errors"
	"os"
	"sync"
	"time"
)

// What Write answers when it cannot take the bytes.
var (
	ErrStdinClosed = errors.New("the server's stdin is closed")
	ErrQueueFull   = errors.New("the server leaves its stdin unread and the queue is full")
)

// mostQueued bounds what a server that does not read can make us hold. One
// message larger than it still passes when nothing else is waiting.
const mostQueued = 256 << 20

// input is the child's stdin: a queue and the goroutine that empties it.
type input struct {
	file   *os.File
	exited <-chan struct{}
	onEOF  func() // called before a wanted close takes effect

	mu       sync.Mutex
	queue    [][]byte
	size     int
	writing  bool // somebody has the turn to write
	finished bool // CloseStdin was called
	broken   bool // nobody reads any more, or the child is gone

	turn *sync.Cond // writing, the queue or broken changed
	wake chan struct{}
	done chan struct{}
}

func newInput(f *os.File, exited <-chan struct{}, onEOF func()) *input {
	in := &input{file: f, exited: exited, onEOF: onEOF, wake: make(chan struct{}, 1), done: make(chan struct{})}
	in.turn = sync.NewCond(&in.mu)
	return in
}

func (in *input) write(b []byte) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.finished || in.broken {
		return ErrStdinClosed
	}
	if in.size > 0 && in.size+len(b) > mostQueued {
		return ErrQueueFull
	}
	in.queue = append(in.queue, append([]byte(nil), b...))
	in.size += len(b)
	in.signal()
	return nil
}

// writeThrough writes in the caller's own goroutine, behind what is queued: the
// caller waits as it would at the pipe itself, and nothing is copied or handed over.
func (in *input) writeThrough(b []byte) error {
	in.mu.Lock()
	for (in.writing || len(in.queue) > 0) && !in.broken && !in.finished {
		in.turn.Wait()
	}
	closed := in.broken || in.finished
	in.writing = !closed
	in.mu.Unlock()
	if closed || !in.put(b) {
		return ErrStdinClosed
	}
	return nil
}

// put writes what the caller has the turn to write. It says whether the child can
// still read.
func (in *input) put(b []byte) bool {
	_, err := in.file.Write(b)
	if err != nil {
		in.awaitExit()
		in.abandon()
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.writing = false
	in.turn.Broadcast()
	if in.finished || len(in.queue) > 0 {
		in.signal() // it was asked for meanwhile
	}
	return err == nil
}

func (in *input) finish() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.finished = true
	in.turn.Broadcast()
	in.signal()
	return nil
}

// abandon drops what is queued and closes the pipe; a write that waits for the
// child to read ends with it.
func (in *input) abandon() {
	in.mu.Lock()
	in.broken = true
	in.turn.Broadcast()
	in.signal()
	in.mu.Unlock()
	_ = in.file.Close()
}

func (in *input) signal() {
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

func (in *input) run() {
	defer close(in.done)
	for range in.wake {
		for {
			b, state := in.next()
			if state == inputIdle {
				break
			}
			if state == inputFinished {
				in.onEOF()
			}
			if state != inputReady {
				in.abandon()
				return
			}
			if !in.put(b) {
				return
			}
		}
	}
}

// awaitExit lets a crash be known as one. The pipe of a dying child breaks a
// moment before its exit is seen, and callers take ErrStdinClosed for a decision of
// the child's.
func (in *input) awaitExit() {
	select {
	case <-in.exited:
	case <-time.After(deathGrace):
	}
}

type inputState int

const (
	inputIdle inputState = iota
	inputReady
	inputFinished
	inputBroken
)

func (in *input) next() ([]byte, inputState) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case in.broken:
		in.queue, in.size = nil, 0
		return nil, inputBroken
	case in.writing:
		return nil, inputIdle // it signals when it is done
	case len(in.queue) > 0:
		b := in.queue[0]
		in.queue[0] = nil
		in.queue = in.queue[1:]
		in.size -= len(b)
		in.writing = true
		return b, inputReady
	case in.finished:
		return nil, inputFinished
	}
	return nil, inputIdle
}
