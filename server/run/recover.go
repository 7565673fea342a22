package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"stdioscope/engine/transcript"
)

var errEnough = errors.New("enough")

// createTranscript makes the file of a new recording and marks it as being
// written by this process.
func createTranscript(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := lock(f); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// takeTranscript opens a recording, to repair it or just to read, and says whether
// it is ours now: nobody else is writing it.
func takeTranscript(path string, repair bool) (f *os.File, mine bool, err error) {
	mode := os.O_RDONLY
	if repair {
		mode = os.O_RDWR
	}
	f, err = os.OpenFile(path, mode, 0)
	if err != nil {
		return nil, false, err
	}
	mine, err = lock(f)
	if err != nil {
		_ = f.Close()
		return nil, false, err
	}
	return f, mine, nil
}

func truncate(f *os.File, size int64) error {
	if err := f.Truncate(size); err != nil {
		return err
	}
	_, err := f.Seek(size, io.SeekStart)
	return err
}

// complete repairs a recording whose writer is gone: half a line at the end is
// cut off, and an end event says that the recording was interrupted. whole says
// that there was nothing to repair; last is the time of the last event. Without
// repair it only looks.
func complete(f *os.File, repair bool) (whole bool, last int64, err error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return false, 0, err
	}
	end, err := lastNewline(f, size) // offset after it
	if err != nil {
		return false, 0, err
	}
	if end < size && repair {
		if err := truncate(f, end); err != nil {
			return false, 0, err
		}
	}
	if end == 0 {
		return false, 0, nil // not even a header: it is judged as what it is, nothing
	}
	begin, err := lastNewline(f, end-1)
	if err != nil {
		return false, 0, err
	}
	line := make([]byte, end-begin)
	if _, err := f.ReadAt(line, begin); err != nil {
		return false, 0, err
	}
	var ev struct {
		T   int64
		Run int
		K   string
	}
	_ = json.Unmarshal(line, &ev) // a line of another kind: time 0
	if ev.K == string(transcript.KindEnd) {
		return end == size, ev.T, nil
	}
	if !repair {
		return false, ev.T, nil
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return false, 0, err
	}
	_, err = f.Write(transcript.AppendEvent(nil, &transcript.Event{T: ev.T, Run: max(1, ev.Run), Kind: transcript.KindEnd, Interrupted: true}))
	return false, ev.T, err
}

// lastNewline is the offset after the last newline before limit; 0 when there is
// none.
func lastNewline(f *os.File, limit int64) (int64, error) {
	const block = 64 << 10
	buf := make([]byte, block)
	for limit > 0 {
		from := max(0, limit-block)
		b := buf[:limit-from]
		if _, err := f.ReadAt(b, from); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		limit = from
	}
	return 0, nil
}
