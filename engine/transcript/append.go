package transcript

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"stdioscope/engine/wire"
)

// AppendEvent appends the event's line, newline included, to dst. The bytes of
// a pipe come back exactly: as text when they are valid UTF-8, else in base64.
// Whatever the event holds, one whole line comes of it.
func AppendEvent(dst []byte, ev *Event) []byte {
	dst = append(dst, `{"t":`...)
	dst = strconv.AppendInt(dst, ev.T, 10)
	if ev.Run > 1 {
		dst = append(dst, `,"run":`...)
		dst = strconv.AppendInt(dst, int64(ev.Run), 10)
	}
	dst = append(dst, `,"k":`...)
	dst = appendText(dst, string(ev.Kind))
	dst = appendInt(dst, "line", int64(ev.Line))
	switch ev.Kind {
	case KindStdin, KindStdout, KindStderr:
		dst = appendData(dst, ev.Data)
	default:
		dst = appendFacts(dst, ev)
	}
	return append(dst, "}\n"...)
}

// appendFacts appends the fields that the event's kind names.
func appendFacts(dst []byte, ev *Event) []byte {
	switch ev.Kind {
	case KindSpawn:
		dst = appendInt(dst, "pid", int64(ev.Pid))
		dst = appendString(dst, "error", ev.Error)
		dst = appendString(dst, "errorCode", ev.ErrorCode)
	case KindEOF:
		dst = appendString(dst, "stream", string(ev.Stream))
	case KindPhase:
		dst = appendString(dst, "name", ev.Name)
	case KindPlan:
		dst = appendRaw(dst, "id", ev.ID)
		dst = appendString(dst, "method", ev.Method)
		dst = appendString(dst, "purpose", ev.Purpose)
		dst = appendString(dst, "label", ev.Label)
	case KindDeadline:
		dst = appendString(dst, "phase", ev.Phase)
		dst = appendInt(dst, "ms", ev.Ms)
	case KindLimit:
		dst = appendString(dst, "which", ev.Name)
		dst = appendInt(dst, "bytes", ev.Bytes)
	case KindSignal:
		dst = appendString(dst, "name", ev.Name)
		dst = appendString(dst, "why", ev.Why)
	case KindExit:
		if ev.Code != nil {
			dst = appendKey(dst, "code")
			dst = strconv.AppendInt(dst, int64(*ev.Code), 10)
		}
		dst = appendString(dst, "signal", ev.Signal)
	case KindReap:
		dst = appendBool(dst, "readersJoined", ev.ReadersJoined)
		dst = appendBool(dst, "groupEmpty", ev.GroupEmpty)
		dst = appendKey(dst, "orphansEnded")
		dst = strconv.AppendInt(dst, int64(ev.OrphansEnded), 10)
	case KindFingerprint:
		dst = appendRaw(dst, "fingerprint", ev.JSON)
	case KindFinding:
		dst = appendRaw(dst, "finding", ev.JSON)
	case KindSecret:
		dst = appendString(dst, "stream", string(ev.Stream))
		dst = appendKey(dst, "offset")
		dst = strconv.AppendInt(dst, ev.Offset, 10)
		dst = appendInt(dst, "length", ev.Length)
		dst = appendString(dst, "name", ev.Name)
	case KindEvidence, KindOpaque:
		dst = appendString(dst, "stream", string(ev.Stream))
		dst = appendInt(dst, "layer", int64(ev.Layer))
		dst = appendString(dst, "name", ev.Name)
		dst = appendString(dst, "label", ev.Label)
		dst = appendString(dst, "certainty", ev.Certainty)
		dst = appendString(dst, "why", ev.Why)
		dst = appendRaw(dst, "id", ev.ID)
		dst = appendString(dst, "method", ev.Method)
		dst = appendData(dst, ev.Data)
	case KindEnd:
		dst = appendString(dst, "state", ev.State)
		if ev.Interrupted {
			dst = appendBool(dst, "interrupted", true)
		}
	}
	return dst
}

// AppendHeader appends the header's line, newline included, to dst.
func AppendHeader(dst []byte, h *Header) []byte {
	dst = append(dst, `{"stdioscope":`...)
	dst = strconv.AppendInt(dst, Version, 10)
	dst = append(dst, `,"source":{"format":`...)
	dst = appendText(dst, h.Source.Format)
	dst = appendString(dst, "confidence", h.Source.Confidence)
	dst = appendStrings(dst, "hides", h.Source.Hides)
	dst = appendInt(dst, "sessions", int64(h.Source.Sessions))
	dst = append(dst, '}')
	dst = appendString(dst, "started", h.Started)
	dst = appendStrings(dst, "command", h.Command)
	dst = appendString(dst, "cwd", h.Cwd)
	dst = appendStrings(dst, "env", h.Env)
	dst = appendKey(dst, "options")
	dst = appendOptions(dst, &h.Options)
	if h.Tool != (Tool{}) {
		dst = append(dst, `,"tool":{"name":`...)
		dst = appendText(dst, h.Tool.Name)
		dst = append(dst, `,"version":`...)
		dst = appendText(dst, h.Tool.Version)
		dst = append(dst, '}')
	}
	return append(dst, "}\n"...)
}

func appendOptions(dst []byte, o *Options) []byte {
	from := len(dst)
	dst = appendString(dst, "profile", o.Profile)
	dst = appendString(dst, "protocol", o.Protocol)
	dst = appendInt(dst, "timeoutMs", int64(o.TimeoutMs))
	dst = appendInt(dst, "repeat", int64(o.Repeat))
	dst = appendInt(dst, "maxStdoutBytes", o.MaxStdoutBytes)
	dst = appendInt(dst, "maxStdoutLineBytes", o.MaxStdoutLine)
	dst = appendInt(dst, "maxStderrBytes", o.MaxStderrBytes)
	if o.FailOnStatic {
		dst = appendBool(dst, "failOnStatic", true)
	}
	dst = appendString(dst, "scanPath", o.ScanPath)
	if o.Probes {
		dst = appendBool(dst, "probes", true)
	}
	dst = appendStrings(dst, "adversarialProbes", o.Adversarial)
	dst = appendString(dst, "eras", o.Eras)
	dst = appendString(dst, "expectStderr", o.ExpectStderr)
	dst = appendString(dst, "selftest", o.Selftest)
	dst = appendRaw(dst, "config", o.Config)
	dst = appendRaw(dst, "requests", o.Requests)
	if len(dst) == from {
		return append(dst, "{}"...)
	}
	dst[from] = '{' // the first key brought a comma
	return append(dst, '}')
}

// Only the bytes of pipes come by the million. What writes the other fields, and
// reads them (parse.go), is not copied into each place that needs it: the module
// of the browser would be larger by a hundredth.
func appendKey(dst []byte, key string) []byte {
	dst = append(dst, ',', '"')
	dst = append(dst, key...)
	return append(dst, '"', ':')
}

//go:noinline
func appendInt(dst []byte, key string, n int64) []byte {
	if n == 0 {
		return dst
	}
	return strconv.AppendInt(appendKey(dst, key), n, 10)
}

//go:noinline
func appendBool(dst []byte, key string, b bool) []byte {
	return strconv.AppendBool(appendKey(dst, key), b)
}

//go:noinline
func appendString(dst []byte, key, s string) []byte {
	if s == "" {
		return dst
	}
	return appendText(appendKey(dst, key), s)
}

// appendStrings keeps an empty list apart from an absent one.
//
//go:noinline
func appendStrings(dst []byte, key string, list []string) []byte {
	if list == nil {
		return dst
	}
	dst = append(appendKey(dst, key), '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, s)
	}
	return append(dst, ']')
}

// appendText appends a JSON string; what is not UTF-8 (an argument may be
// anything) becomes U+FFFD.
func appendText(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return wire.AppendQuote(dst, []byte(strings.ToValidUTF8(s, "\ufffd")))
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// appendRaw appends JSON as it is, save that white space never breaks the line.
// What is no JSON becomes a string.
//
//go:noinline
func appendRaw(dst []byte, key string, raw []byte) []byte {
	if raw == nil {
		return dst
	}
	dst = appendKey(dst, key)
	var m wire.Message
	if wire.Scan(raw, &m); !isJSON(&m) {
		return appendText(dst, string(raw))
	}
	from := len(dst)
	dst = append(dst, raw...)
	for i := from; i < len(dst); i++ {
		if dst[i] == '\n' || dst[i] == '\r' {
			dst[i] = ' ' // inside a string neither can stand
		}
	}
	return dst
}

func appendData(dst, data []byte) []byte {
	if wire.ValidUTF8(data) {
		dst = append(dst, `,"text":`...)
		return wire.AppendQuote(dst, data)
	}
	dst = append(dst, `,"b64":"`...)
	dst = appendBase64(dst, data)
	return append(dst, '"')
}
