package main

import (
	"bytes"
	"strconv"

	"stdioscope/engine/intake"
	"stdioscope/engine/wire"
)

// appendSummary writes what intake recognised as JSON, with the names of intake.Summary's tags, and which sessions are bad.
// By hand: encoding/json belongs to the report alone.
func appendSummary(dst []byte, s intake.Summary, bad map[int]bool) []byte {
	dst = appendText(append(dst, '{'), "format", s.Format)
	dst = appendText(append(dst, ','), "confidence", s.Confidence)
	dst = append(dst, `,"hides":[`...)
	for i, hidden := range s.Hides {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, hidden)
	}
	dst = append(dst, `],"sessions":[`...)
	for i, session := range s.Sessions {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendSession(dst, session, bad[session.Number])
	}
	dst = append(dst, `],"utf16":`...)
	return append(strconv.AppendBool(dst, s.UTF16), '}')
}

func appendSession(dst []byte, s intake.Session, bad bool) []byte {
	dst = appendText(append(dst, '{'), "server", s.Server)
	for _, number := range []struct {
		name  string
		value int
	}{
		{"number", s.Number},
		{"firstLine", s.FirstLine},
		{"lastLine", s.LastLine},
		{"frames", s.Frames},
		{"evidence", s.Evidence},
	} {
		dst = append(append(append(dst, `,"`...), number.name...), `":`...)
		dst = strconv.AppendInt(dst, int64(number.value), 10)
	}
	if bad {
		dst = append(dst, `,"violation":true`...)
	}
	return append(dst, '}')
}

func appendText(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, '"'), name...), `":`...)
	return appendQuoted(dst, value)
}

// appendQuoted mends what is no UTF-8: a server's name comes from a log.
func appendQuoted(dst []byte, text string) []byte {
	return wire.AppendQuote(dst, bytes.ToValidUTF8([]byte(text), []byte("\ufffd")))
}
