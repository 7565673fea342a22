package run

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// The names of the limits in limit events.
const (
	LimitStdout     = "stdout"
	LimitStdoutLine = "stdout-line"
	LimitStderr     = "stderr"
)

// meter applies the byte limits of the options to what one child writes. What
// lies beyond a limit is read, so that the child does not hang, and dropped.
type meter struct {
	maxStdout, maxLine, maxStderr int64 // 0 = no limit
	stdout, line, stderr          int64
	stdoutOver, stderrOver        bool
}

func newMeter(o transcript.Options) meter {
	return meter{maxStdout: o.MaxStdoutBytes, maxLine: o.MaxStdoutLine, maxStderr: o.MaxStderrBytes}
}

// take gives the part of a chunk that is within the limits, and the event of the
// limit that it met; of each stream one limit is met at most once.
func (m *meter) take(s transcript.Stream, p []byte) ([]byte, *transcript.Event) {
	if s == transcript.Stderr {
		return m.takeStderr(p)
	}
	if m.stdoutOver {
		return nil, nil
	}
	kept, event := p, (*transcript.Event)(nil)
	if m.maxStdout > 0 && m.stdout+int64(len(p)) > m.maxStdout {
		kept, event = p[:m.maxStdout-m.stdout], limitEvent(LimitStdout, m.maxStdout)
	}
	if m.maxLine > 0 {
		// The line limit may be met before the total one, even in one chunk.
		if n, over := m.lineRoom(kept); over {
			kept, event = kept[:n], limitEvent(LimitStdoutLine, m.maxLine)
		}
	}
	m.stdout += int64(len(kept))
	m.stdoutOver = event != nil
	return kept, event
}

// lineRoom tells how much of a chunk comes before the first line that is too
// long (the bytes of that line up to the limit included), and keeps count of the
// unfinished line.
func (m *meter) lineRoom(p []byte) (n int, over bool) {
	for n < len(p) {
		length := bytes.IndexByte(p[n:], '\n')
		ended := length >= 0
		if !ended {
			length = len(p) - n
		}
		if m.line+int64(length) > m.maxLine {
			return n + int(m.maxLine-m.line), true
		}
		n += length
		if !ended {
			m.line += int64(length)
			break
		}
		n++
		m.line = 0
	}
	return n, false
}

func (m *meter) takeStderr(p []byte) ([]byte, *transcript.Event) {
	if m.stderrOver {
		return nil, nil
	}
	if m.maxStderr > 0 && m.stderr+int64(len(p)) > m.maxStderr {
		p = p[:m.maxStderr-m.stderr]
		m.stderr, m.stderrOver = m.maxStderr, true
		return p, limitEvent(LimitStderr, m.maxStderr)
	}
	m.stderr += int64(len(p))
	return p, nil
}

func limitEvent(name string, bytes int64) *transcript.Event {
	return &transcript.Event{Kind: transcript.KindLimit, Name: name, Bytes: bytes}
}
