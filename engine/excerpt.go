package engine

import (
	"unicode"
	"unicode/utf8"

	"stdioscope/engine/digest"
	"stdioscope/engine/redact"
)

// The bounds of what a finding shows of its frame.
const (
	excerptRunes = 160
	excerptLead  = 40 // characters before the offending byte, when the frame's beginning is cut
	hexBytes     = 32
)

// capture copies what the report may show of a frame: a window of it around the
// offending byte, and the bytes from that byte on.
func (f *finding) capture(fr *frame) {
	line, offset := fr.line, fr.offset
	column := min(f.column, len(line))
	from := 0
	if column > excerptRunes-excerptLead {
		from = column - excerptLead
		for from > 0 && from < len(line) && !utf8.RuneStart(line[from]) {
			from--
		}
	}
	// No character is longer than four bytes and none is shown in less than one.
	to := min(len(line), from+4*excerptRunes)
	f.excerpt = append([]byte(nil), line[from:to]...)
	f.excerptAt = offset + int64(from)
	f.cutLeft, f.cutEnd = from > 0, to < len(line)
	f.hex = append([]byte(nil), line[column:min(len(line), column+hexBytes)]...)
	if column == len(line) && !fr.partial {
		f.hex = append(f.hex, '\n') // the newline came too early
	}
	f.frameEnd = offset + int64(len(line))
	f.sha = ""
	if f.cutLeft || f.cutEnd || !fits(f.excerpt, excerptRunes) {
		f.sha = fr.st.digest(line, offset)
	}
}

// digest is the digest of a line, worked out once however many findings the line
// has.
func (s *stream) digest(line []byte, offset int64) string {
	if s.sum == "" || s.sumAt != offset || s.sumOf != len(line) {
		s.sum, s.sumAt, s.sumOf = digest.Sum(line), offset, len(line)
	}
	return s.sum
}

// fits reports whether bytes can be shown whole in so many characters.
func fits(b []byte, limit int) bool {
	n := 0
	for len(b) > 0 && n <= limit {
		r, size := utf8.DecodeRune(b)
		n += width(r, size)
		b = b[size:]
	}
	return n <= limit
}

// width is how many characters a rune takes when it is shown.
func width(r rune, size int) int {
	switch {
	case r == utf8.RuneError && size <= 1:
		return len(`\xff`)
	case r == '\t' || r == '\r' || r == '\n':
		return len(`\n`)
	case r < 0x20 || r == 0x7f:
		return len(`\x00`)
	case hidden(r):
		return len(`\u0000`)
	}
	return 1
}

// secretRange is where a value known to the launcher stands in a stream.
type secretRange struct{ from, to int64 }

// maxSecrets bounds the ranges kept of one stream; one more range than that
// masks everything after it.
const maxSecrets = 10_000

func (s *stream) secret(offset, length int64) {
	if length <= 0 || offset < 0 {
		return
	}
	if len(s.secrets) >= maxSecrets {
		last := &s.secrets[len(s.secrets)-1]
		last.from, last.to = min(last.from, offset), max(last.to, offset+length)
		return
	}
	s.secrets = append(s.secrets, secretRange{offset, offset + length})
}

// holdsSecret reports whether a known secret stands in a part of the stream.
func (s *stream) holdsSecret(from, to int64) bool {
	for _, r := range s.secrets {
		if r.from < to && from < r.to {
			return true
		}
	}
	return false
}

// masked is the bytes that stand at offset with every known secret replaced by
// asterisks, byte for byte.
func (s *stream) masked(b []byte, offset int64) []byte {
	out := b
	for _, r := range s.secrets {
		from, to := max(r.from-offset, 0), min(r.to-offset, int64(len(b)))
		if from >= to {
			continue
		}
		if &out[0] == &b[0] {
			out = append([]byte(nil), b...)
		}
		for i := from; i < to; i++ {
			out[i] = '*'
		}
	}
	return veiled(out)
}

// veiled is text in which what is a secret by its shape, or by the name in front
// of it, is written as stars. Names of people and folders stay: a report is read
// where it was made.
func veiled(b []byte) []byte {
	out := b
	for _, s := range redact.Find(b) {
		if s.Kind == redact.Home || s.Kind == redact.Person {
			continue
		}
		if &out[0] == &b[0] {
			out = append([]byte(nil), b...)
		}
		for i := s.Start; i < s.End; i++ {
			if out[i] != '\n' {
				out[i] = '*'
			}
		}
	}
	return out
}

// alike carries the stars of one piece of a stream over to another, which may
// hold too little of a secret to show that it is one.
func alike(piece []byte, at int64, veiled []byte, veiledAt int64) []byte {
	out := append([]byte(nil), piece...)
	for i := range out {
		if j := at + int64(i) - veiledAt; j >= 0 && j < int64(len(veiled)) && veiled[j] == '*' {
			out[i] = '*'
		}
	}
	return out
}

// shown is bytes as text of at most limit characters in which nothing is
// invisible: control characters, byte order marks, marks that turn the reading
// direction and bytes that are no UTF-8 are written as escapes.
func shown(b []byte, limit int, cutLeft, cutEnd bool) string {
	out := make([]byte, 0, min(len(b), limit)+8)
	n := 0
	if cutLeft {
		out, n = append(out, "…"...), 1
	}
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		var esc [10]byte
		piece := esc[:0]
		switch {
		case r == utf8.RuneError && size <= 1, r < 0x20 && r != '\t' && r != '\r' && r != '\n', r == 0x7f:
			piece = append(piece, '\\', 'x', hexDigits[b[0]>>4], hexDigits[b[0]&15])
		case r == '\t':
			piece = append(piece, `\t`...)
		case r == '\r':
			piece = append(piece, `\r`...)
		case r == '\n':
			piece = append(piece, `\n`...)
		case hidden(r):
			piece = append(piece, '\\', 'u')
			for shift := 12; shift >= 0; shift -= 4 {
				piece = append(piece, hexDigits[r>>shift&15])
			}
		default:
			piece = b[:size]
		}
		wide := width(r, size)
		room := limit
		if len(b) > size || cutEnd {
			room-- // for the mark of the cut
		}
		if n+wide > room {
			return string(append(out, "…"...))
		}
		out, n = append(out, piece...), n+wide
		b = b[size:]
	}
	if cutEnd {
		out = append(out, "…"...)
	}
	return string(out)
}

const hexDigits = "0123456789abcdef"

// hidden reports whether a character has no look of its own. All of them lie in
// the basic plane.
func hidden(r rune) bool {
	switch {
	case r >= 0x80 && r < 0xa0, r == 0xad, r == 0xfeff,
		r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	}
	return r < 0x10000 && unicode.Is(unicode.Cf, r)
}

func hexOf(b []byte) string {
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, hexDigits[c>>4], hexDigits[c&15])
	}
	return string(out)
}
