package engine

import (
	"bytes"
	"unicode/utf8"
)

// stderrText is what is kept of stderr: its end, and its size. What stands in it
// is the server's affair.
type stderrText struct {
	lines   int
	invalid bool
	tail    []byte // the last bytes
	at      int64  // offset of tail[0]
}

// maxTail bounds the bytes kept of stderr's end.
const maxTail = 4096

func (r *run) onStderr(data []byte) {
	r.canary.stderr(data)
	r.err.feed(&r.a.now, data)
	t := &r.stderr
	if len(data) >= maxTail {
		t.tail = append(t.tail[:0], data[len(data)-maxTail:]...)
	} else {
		if over := len(t.tail) + len(data) - maxTail; over > 0 {
			t.tail = append(t.tail[:0], t.tail[over:]...)
		}
		t.tail = append(t.tail, data...)
	}
	t.at = r.err.bytes - int64(len(t.tail))
}

func (r *run) onStderrLine(line []byte, offset int64) {
	s := &r.err
	s.frames++
	r.stderr.lines++
	fr := &r.frame
	fr.begin(s, line, offset)
	if i := r.a.idx; i != nil {
		fr.row = i.stderr(r, fr)
	}
	s.exception.read(r, fr)
	if !r.stderr.invalid && !utf8.Valid(line) {
		r.stderr.invalid = true
		r.add(r.newAt(fr, "stderr-invalid-utf8", "", r.sessionRev(), firstInvalid(line), 1,
			"a line on stderr is not UTF-8; it is for people, so nothing breaks"))
	}
}

func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// excerpt is the end of stderr, masked and with nothing invisible in it; whole
// lines where there are any.
func (r *run) stderrExcerpt() string {
	tail := r.err.masked(r.stderr.tail, r.stderr.at)
	if len(tail) > 1000 {
		tail = tail[len(tail)-1000:]
		if n := bytes.IndexByte(tail, '\n'); n >= 0 && n < len(tail)-1 {
			tail = tail[n+1:]
		}
	}
	out := ""
	for i, line := range bytes.Split(bytes.TrimRight(tail, "\r\n"), []byte{'\n'}) {
		if i > 0 {
			out += "\n"
		}
		out += shown(bytes.TrimRight(line, "\r"), 400, false, false)
	}
	return out
}

// canary is the text that must appear on stderr and never on stdout.
type canary struct {
	want  string
	carry []byte // the end of stderr so far, shorter than the text
	seen  bool
	judge bool
}

func (c *canary) stderr(data []byte) {
	if c.want == "" || c.seen {
		return
	}
	c.carry = append(c.carry, data...)
	if bytes.Contains(c.carry, []byte(c.want)) {
		c.seen, c.carry = true, nil
		return
	}
	if keep := len(c.want) - 1; len(c.carry) > keep {
		c.carry = append(c.carry[:0], c.carry[len(c.carry)-keep:]...)
	}
}

func (c *canary) stdout(r *run, fr *frame) {
	if c.want == "" {
		return
	}
	if n := bytes.Index(fr.line, []byte(c.want)); n >= 0 {
		r.add(r.newAt(fr, "stderr-canary-on-stdout", "", r.sessionRev(), n, len(c.want),
			"the text that belongs on stderr stands on stdout"))
	}
}

func (c *canary) end(r *run) {
	if c.want == "" || c.seen || c.judge || !r.process.spawned || r.process.spawnError != nil {
		return
	}
	c.judge = true
	r.add(r.newFinding("stderr-canary-missing", "", r.sessionRev(), "the expected text never appeared on stderr"))
}
