package launch

import (
	"errors"
	"os"
	"sync"
	"time"

	"stdioscope/engine/transcript"
)

// No pipe holds more than this for an unprivileged process, so whoever has read
// as much after the child's exit has read all that the child wrote.
const mostInPipe = 1 << 20

// Where a pipe cannot be asked whether it is empty (Windows), this is how long
// its end may be awaited before the exit is reported.
const settleGrace = 250 * time.Millisecond

// pump reads one pipe until its end, in a goroutine of its own, so that neither
// stream can hold up the other.
type pump struct {
	file    *os.File
	stream  transcript.Stream
	to      *Process
	settled chan struct{} // closed when all that stood in the pipe at settle was read
	once    sync.Once
	done    chan struct{}
}

func newPump(f *os.File, s transcript.Stream, to *Process) *pump {
	return &pump{file: f, stream: s, to: to, settled: make(chan struct{}), done: make(chan struct{})}
}

func (u *pump) run() {
	defer close(u.done)
	defer u.markSettled()
	defer u.file.Close()
	buf := make([]byte, readSize)
	for {
		n, err := u.file.Read(buf)
		if n > 0 {
			u.to.bytes(u.stream, buf[:n])
		}
		switch {
		case err == nil:
		case errors.Is(err, os.ErrDeadlineExceeded):
			if !u.readRemainder(buf) {
				u.to.eof(u.stream)
				return
			}
			u.markSettled()
		case errors.Is(err, os.ErrClosed):
			return // abandoned: the stream was not seen to end
		default:
			u.to.eof(u.stream)
			return
		}
	}
}

// settle returns when everything that stood in the pipe has reached the sink. An
// expired deadline wakes the reader, which then reads without waiting until the
// pipe is empty.
func (u *pump) settle() {
	err := u.file.SetReadDeadline(time.Unix(1, 0))
	if err == nil || errors.Is(err, os.ErrClosed) {
		<-u.settled
		return
	}
	select {
	case <-u.settled:
	case <-time.After(settleGrace):
	}
}

// readRemainder reads what is in the pipe now. It says whether the pipe is still
// open.
func (u *pump) readRemainder(buf []byte) (open bool) {
	if u.file.SetReadDeadline(time.Time{}) != nil {
		return false
	}
	raw, err := u.file.SyscallConn()
	if err != nil {
		return false
	}
	for total := 0; total < mostInPipe; {
		n, empty, err := readNow(raw, buf)
		if n > 0 {
			u.to.bytes(u.stream, buf[:n])
			total += n
			continue
		}
		if empty {
			return true
		}
		if err != nil || n == 0 {
			return false
		}
	}
	return true
}

// abandon ends the pump although its pipe is still open on the other side.
func (u *pump) abandon() { _ = u.file.Close() }

func (u *pump) markSettled() { u.once.Do(func() { close(u.settled) }) }
