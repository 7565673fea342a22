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
	finished bool // CloseStdin was called
	broken   bool // nobody reads any more, or the child is gone

	room *sync.Cond // size or broken changed
	wake chan struct{}
	done chan struct{}
}

func newInput(f *os.File, exited <-chan struct{}, onEOF func()) *input {
	in := &input{file: f, exited: exited, onEOF: onEOF, wake: make(chan struct{}, 1), done: make(chan struct{})}
	in.room = sync.NewCond(&in.mu)
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

// ahead is how much may wait behind the write that is under way when the writer
// is to be held up: enough to keep the pipe full.
const ahead = 1 << 20

func (in *input) writeThrough(b []byte) error {
	in.mu.Lock()
	for in.size > ahead && !in.broken && !in.finished {
		in.room.Wait()
	}
	in.mu.Unlock()
	return in.write(b)
}

func (in *input) finish() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.finished = true
	in.room.Broadcast()
	in.signal()
	return nil
}

// abandon drops what is queued and closes the pipe; a write that waits for the
// child to read ends with it.
func (in *input) abandon() {
	in.mu.Lock()
	in.broken = true
	in.room.Broadcast()
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
			if _, err := in.file.Write(b); err != nil {
				in.awaitExit()
				in.abandon()
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
	case len(in.queue) > 0:
		b := in.queue[0]
		in.queue[0] = nil
		in.queue = in.queue[1:]
		in.size -= len(b)
		in.room.Broadcast()
		return b, inputReady
	case in.finished:
		return nil, inputFinished
	}
	return nil, inputIdle
}
