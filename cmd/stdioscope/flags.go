package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// checkFlags is the command line of check as it was written. What belongs
// together by its order (a request and its params, a format and its file) is kept
// in that order.
type checkFlags struct {
	set *pflag.FlagSet // tells a given value from a default

	profile, protocol, config       string
	fromConfig, server              string
	eras, environment, cwd          string
	timeout, startTimeout           duration
	settle, shutdownTimeout         duration
	maxStdout, maxLine, maxStderr   bytesValue
	repeat                          int
	requests                        []request
	adversarial                     []string
	scan                            string
	failOnStatic, json, noSelftest  bool
	selftest                        bool
	env                             []string
	envFiles                        []string
	capabilities                    []string
	outputs                         []output
	failOn, baseline, writeBaseline string
	transcript, expectStderr        string
	color                           string
}

// request is one explicit request, or one tool call.
type request struct {
	Method string
	Params []byte // raw JSON; nil = none
	Source string // cli-request, config-request
}

// output is one rendering of the report: a format, and a file ("" = stdout).
type output struct{ format, file string }

func (f *checkFlags) define(fs *pflag.FlagSet) {
	f.set = fs
	fs.SortFlags = false
	fs.SetInterspersed(false) // the first word that is no option begins the command

	fs.StringVar(&f.config, "config", "", "read a JSON configuration `file`; options on the command line win")
	fs.StringVar(&f.profile, "profile", "custom", "a preset: `custom|smoke|registry|ci|strict`")
	fs.StringVar(&f.protocol, "protocol", "auto", "`revision` to speak, such as 2025-11-25, or auto: server/discover first, else initialize")
	fs.StringVar(&f.eras, "eras", "", "`both`: launch the server once an era and say which clients can talk to it")
	fs.Var(&f.timeout, "timeout", "`limit` for the handshake and each response; a bare number is milliseconds (default 5000)")
	fs.Var(&f.startTimeout, "startup-timeout", "`limit` for the handshake alone")
	fs.Var(&f.settle, "settle", "the `time` that late output is waited for before stdin is closed (default 50)")
	fs.Var(&f.shutdownTimeout, "shutdown-timeout", "the `time` that the server may take to leave after stdin is closed, and again after SIGTERM (default 2000)")
	fs.Var(&f.maxStdout, "max-stdout-bytes", "limit in `bytes` for all of stdout; 0 = none (default 1048576)")
	fs.Var(&f.maxLine, "max-stdout-line-bytes", "limit in `bytes` for one stdout line; 0 = none (default 262144)")
	fs.Var(&f.maxStderr, "max-stderr-bytes", "limit in `bytes` for all of stderr; 0 = none (default 1048576)")
	fs.IntVar(&f.repeat, "repeat", 1, "run the same check `N` times and compare")
	fs.Var((*requestFlag)(f), "request", "send this request after the handshake, such as tools/list; repeatable")
	fs.Var((*paramsFlag)(f), "params", "JSON `object`: the params of the --request before it")
	fs.Var((*adversarialFlag)(f), "adversarial-probe", "send a strict `probe`: invalid-method, invalid-params, notification, malformed-json, all or none; repeatable")
	fs.Var((*adversarialFlag)(f), "adversarial-probes", "several of them, separated by commas")
	fs.StringVar(&f.scan, "scan", "", "scan the source at `path` for writes to stdout")
	fs.BoolVar(&f.failOnStatic, "fail-on-static", false, "findings of the scan are errors")
	fs.StringVar(&f.cwd, "cwd", "", "`folder` to run the server in; temp = an empty one")
	fs.StringArrayVar(&f.env, "env", nil, "`NAME[=VALUE]` for the server; without a value, this shell's; repeatable")
	fs.StringArrayVar(&f.envFiles, "env-file", nil, "`file` of NAME=VALUE lines for the server; repeatable")
	fs.StringVar(&f.environment, "environment", "inherit", "what the server gets besides: `inherit|client|clean` (client = what the TypeScript SDK hands on)")
	fs.StringSliceVar(&f.capabilities, "client-capability", nil, "declare a client `capability`: roots, sampling, elicitation (each is answered with nothing, a refusal, a decline)")
	fs.StringVar(&f.fromConfig, "from-config", "", "take the server from an MCP client's configuration `file`")
	fs.StringVar(&f.server, "server", "", "`name` of the server in that file")
	fs.StringVar(&f.expectStderr, "expect-stderr", "", "`text` that must appear on stderr and never on stdout")
	fs.BoolVar(&f.json, "json", false, "print the report as JSON; the same as --format json")
	fs.Var((*formatFlag)(f), "format", "`format` of the output: "+formatNames()+"; repeatable with -o")
	fs.VarP((*fileFlag)(f), "output", "o", "write the --format before it to this `file`; repeatable")
	fs.StringVar(&f.transcript, "transcript", "", "keep the recording in this `file`")
	fs.StringVar(&f.failOn, "fail-on", "error", "exit 1 from this severity on: `error|warning|note|never`")
	fs.StringVar(&f.baseline, "baseline", "", "`file` of accepted findings, which do not fail the check")
	fs.StringVar(&f.writeBaseline, "write-baseline", "", "write the findings of this check to `file` as accepted")
	fs.BoolVar(&f.selftest, "selftest", false, "prove first that intentional faults are caught (ci and strict do it)")
	fs.BoolVar(&f.noSelftest, "no-selftest", false, "leave that out")
	fs.StringVar(&f.color, "color", "auto", "`auto|always|never`")
}

func (f *checkFlags) given(name string) bool { return f.set.Changed(name) }

// duration reads milliseconds or a Go duration.
type duration time.Duration

func (d *duration) String() string { return "" }
func (d *duration) Type() string   { return "duration" }
func (d *duration) Set(s string) error {
	v, err := parseDuration(s)
	*d = duration(v)
	return err
}

func parseDuration(s string) (time.Duration, error) {
	v, err := time.ParseDuration(s)
	if ms, bad := strconv.ParseInt(s, 10, 64); bad == nil {
		v, err = time.Duration(ms)*time.Millisecond, nil
	}
	if err != nil || v < 0 || v > 24*time.Hour {
		return 0, fmt.Errorf("%q is no duration: write 5000 (milliseconds) or 5s", s)
	}
	return v, nil
}

// bytesValue reads a number of bytes, also with k, m or g behind it.
type bytesValue int64

func (b *bytesValue) String() string { return "" }
func (b *bytesValue) Type() string   { return "bytes" }
func (b *bytesValue) Set(s string) error {
	number, unit := strings.ToLower(s), int64(1)
	for suffix, u := range map[string]int64{"k": 1 << 10, "m": 1 << 20, "g": 1 << 30} {
		if n, ok := strings.CutSuffix(number, suffix); ok {
			number, unit = n, u
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > 1<<40/unit {
		return fmt.Errorf("%q is no number of bytes: write 1048576 or 1m", s)
	}
	*b = bytesValue(n * unit)
	return nil
}

type requestFlag checkFlags

func (f *requestFlag) String() string { return "" }
func (f *requestFlag) Type() string   { return "method" }
func (f *requestFlag) Set(s string) error {
	if s == "" {
		return fmt.Errorf("the method is empty: write for example tools/list")
	}
	f.requests = append(f.requests, request{Method: s, Source: "cli-request"})
	return nil
}

type paramsFlag checkFlags

func (f *paramsFlag) String() string { return "" }
func (f *paramsFlag) Type() string   { return "object" }
func (f *paramsFlag) Set(s string) error {
	if len(f.requests) == 0 {
		return fmt.Errorf("it belongs to the --request before it, and there is none")
	}
	last := &f.requests[len(f.requests)-1]
	if last.Params != nil {
		return fmt.Errorf("--request %s has its params already", last.Method)
	}
	raw, err := jsonObject([]byte(s))
	if err != nil {
		return fmt.Errorf("%w: write for example '{\"name\":\"echo\"}'", err)
	}
	last.Params = raw
	return nil
}

type adversarialFlag checkFlags

func (f *adversarialFlag) String() string { return "" }
func (f *adversarialFlag) Type() string   { return "probe" }
func (f *adversarialFlag) Set(s string) error {
	for _, name := range strings.Split(s, ",") {
		var err error
		if f.adversarial, err = addProbe(f.adversarial, strings.TrimSpace(name)); err != nil {
			return err
		}
	}
	return nil
}

type formatFlag checkFlags

func (f *formatFlag) String() string { return "" }
func (f *formatFlag) Type() string   { return "format" }
func (f *formatFlag) Set(s string) error {
	if err := knownFormat(s); err != nil {
		return err
	}
	f.outputs = append(f.outputs, output{format: s})
	return nil
}

type fileFlag checkFlags

func (f *fileFlag) String() string { return "" }
func (f *fileFlag) Type() string   { return "file" }
func (f *fileFlag) Set(s string) error {
	if n := len(f.outputs); n > 0 && f.outputs[n-1].file == "" {
		f.outputs[n-1].file = s
		return nil
	}
	format, err := formatOfFile(s)
	if err != nil {
		return err
	}
	f.outputs = append(f.outputs, output{format: format, file: s})
	return nil
}
