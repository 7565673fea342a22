package transcript

import (
	"bytes"
	"strconv"

	"stdioscope/engine/wire"
)

// parseEvent reads a line into r.ev; known is false for a blank line and for a
// kind of which this version knows nothing.
func (r *Reader) parseEvent(line []byte) (known bool, err error) {
	last := r.ev.T
	r.ev = Event{Run: 1}
	if r.parsePipe(line) {
		return true, nil
	}
	if len(bytes.TrimSpace(line)) == 0 {
		r.ev.T = last
		return false, nil
	}
	obj, err := r.object(line)
	if err != nil {
		return false, err
	}
	r.ev = Event{T: last, Run: 1}
	var problem string
	kind := false
	wire.Members(obj, func(key, value []byte) bool {
		if string(key) == "k" {
			kind = wire.TypeOf(value) == wire.Str
		}
		problem = r.field(key, value)
		return problem == ""
	})
	switch {
	case problem != "":
		return false, r.bad(problem)
	case !kind:
		return false, r.bad(`no kind: an event is named by "k"`)
	}
	switch r.ev.Kind {
	case KindStdin, KindStdout, KindStderr, KindEvidence, KindOpaque:
	default:
		r.ev.Data = nil // the kind carries no bytes
	}
	return r.ev.Kind != "", nil
}

// field takes one member of an event's line. A member of the wrong type counts
// as absent, save where bytes would be lost.
func (r *Reader) field(key, value []byte) (problem string) {
	ev := &r.ev
	switch string(key) {
	case "t":
		ev.T = micros(value)
	case "run":
		ev.Run = max(1, integer(value))
	case "k":
		ev.Kind = kindOf(value)
	case "line":
		ev.Line = integer(value)
	case "text":
		var ok bool
		if r.data, ok = wire.AppendString(r.data[:0], value); !ok {
			return `"text" is no string`
		}
		ev.Data = r.data
	case "b64":
		ok := wire.TypeOf(value) == wire.Str
		if ok {
			r.data, ok = DecodeBase64(r.data[:0], value[1:len(value)-1])
		}
		if !ok {
			return `"b64" is no base64`
		}
		ev.Data = r.data
	case "stream":
		ev.Stream = streamOf(value)
	case "pid":
		ev.Pid = integer(value)
	case "error":
		ev.Error = text(value)
	case "errorCode":
		ev.ErrorCode = text(value)
	case "name", "which":
		ev.Name = text(value)
	case "id":
		ev.ID = value
	case "method":
		ev.Method = text(value)
	case "purpose":
		ev.Purpose = text(value)
	case "label":
		ev.Label = text(value)
	case "phase":
		ev.Phase = text(value)
	case "ms":
		ev.Ms = micros(value)
	case "bytes":
		ev.Bytes = micros(value)
	case "why":
		ev.Why = text(value)
	case "code":
		if n, ok := wire.Int(value); ok {
			r.code = int(n)
			ev.Code = &r.code
		}
	case "signal":
		ev.Signal = text(value)
	case "readersJoined":
		ev.ReadersJoined = string(value) == "true"
	case "groupEmpty":
		ev.GroupEmpty = string(value) == "true"
	case "orphansEnded":
		ev.OrphansEnded = integer(value)
	case "offset":
		ev.Offset = micros(value)
	case "length":
		ev.Length = micros(value)
	case "certainty":
		ev.Certainty = text(value)
	case "layer":
		ev.Layer = integer(value)
	case "fingerprint", "finding":
		ev.JSON = value
	case "state":
		ev.State = text(value)
	case "interrupted":
		ev.Interrupted = string(value) == "true"
	}
	return ""
}

// parseHeader reads the first line.
func (r *Reader) parseHeader(line []byte) (*Header, error) {
	obj, err := r.object(line)
	if err != nil {
		return nil, r.bad(`no header: the first line of a transcript is an object with the member "stdioscope"`)
	}
	version, ok := wire.Get(obj, "stdioscope")
	if !ok {
		return nil, r.bad(`no header: the member "stdioscope" is missing`)
	}
	if string(version) != strconv.Itoa(Version) {
		return nil, &VersionError{Version: string(version)}
	}
	h := &Header{Version: Version}
	wire.Members(obj, func(key, value []byte) bool {
		switch string(key) {
		case "source":
			h.Source = parseSource(value)
		case "started":
			h.Started = text(value)
		case "command":
			h.Command = texts(value)
		case "cwd":
			h.Cwd = text(value)
		case "env":
			h.Env = texts(value)
		case "options":
			h.Options = parseOptions(value)
		case "tool":
			name, _ := wire.Get(value, "name")
			version, _ := wire.Get(value, "version")
			h.Tool = Tool{Name: text(name), Version: text(version)}
		}
		return true
	})
	return h, nil
}

func parseSource(obj []byte) (s Source) {
	wire.Members(obj, func(key, value []byte) bool {
		switch string(key) {
		case "format":
			s.Format = text(value)
		case "confidence":
			s.Confidence = text(value)
		case "hides":
			s.Hides = texts(value)
		case "sessions":
			s.Sessions = integer(value)
		}
		return true
	})
	return s
}

func parseOptions(obj []byte) (o Options) {
	wire.Members(obj, func(key, value []byte) bool {
		switch string(key) {
		case "profile":
			o.Profile = text(value)
		case "protocol":
			o.Protocol = text(value)
		case "timeoutMs":
			o.TimeoutMs = integer(value)
		case "repeat":
			o.Repeat = integer(value)
		case "maxStdoutBytes":
			o.MaxStdoutBytes = micros(value)
		case "maxStdoutLineBytes":
			o.MaxStdoutLine = micros(value)
		case "maxStderrBytes":
			o.MaxStderrBytes = micros(value)
		case "failOnStatic":
			o.FailOnStatic = string(value) == "true"
		case "scanPath":
			o.ScanPath = text(value)
		case "probes":
			o.Probes = string(value) == "true"
		case "adversarialProbes":
			o.Adversarial = texts(value)
		case "eras":
			o.Eras = text(value)
		case "expectStderr":
			o.ExpectStderr = text(value)
		case "selftest":
			o.Selftest = text(value)
		case "config":
			o.Config = ifType(value, wire.Object)
		case "requests":
			o.Requests = ifType(value, wire.Array)
		}
		return true
	})
	return o
}

// ifType is a copy of the value when it has the type, else nil.
//
//go:noinline
func ifType(value []byte, t wire.JSONType) []byte {
	if wire.TypeOf(value) != t {
		return nil
	}
	return bytes.Clone(value)
}

//go:noinline
func text(value []byte) string {
	s, _ := wire.String(value)
	return s
}

//go:noinline
func texts(value []byte) []string {
	if wire.TypeOf(value) != wire.Array {
		return nil
	}
	list := []string{}
	wire.Elements(value, func(v []byte) bool {
		list = append(list, text(v))
		return true
	})
	return list
}

//go:noinline
func integer(value []byte) int {
	n, _ := wire.Int(value)
	return int(n)
}

// micros reads a count that may be written with a fraction: what is behind the
// point is dropped.
//
//go:noinline
func micros(value []byte) int64 {
	if n, ok := wire.Int(value); ok {
		return n
	}
	if wire.TypeOf(value) != wire.Number {
		return 0
	}
	f, err := strconv.ParseFloat(string(value), 64)
	if err != nil || f >= 1<<63 || f < -1<<63 {
		return 0
	}
	return int64(f)
}

// kinds are all that this version knows; a Kind read from a file is one of
// these constants, so that events cost no string each.
var kinds = [...]Kind{KindStdout, KindStdin, KindStderr, KindPlan, KindEOF, KindSpawn, KindPhase, KindDeadline, KindLimit,
	KindSignal, KindExit, KindReap, KindFingerprint, KindFinding, KindSecret, KindEvidence, KindOpaque, KindEnd}

// kindOf is the kind of a JSON string, "" when it is none of the known.
func kindOf(value []byte) Kind {
	if len(value) < 2 {
		return ""
	}
	name := value[1 : len(value)-1]
	for _, k := range kinds {
		if string(name) == string(k) {
			return k
		}
	}
	return ""
}

//go:noinline
func streamOf(value []byte) Stream {
	switch kindOf(value) {
	case KindStdin:
		return Stdin
	case KindStdout:
		return Stdout
	case KindStderr:
		return Stderr
	}
	return ""
}
