package server

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/server/run"
)

func TestOptions(t *testing.T) {
	base := transcript.Options{Profile: "custom", Protocol: "auto", TimeoutMs: 5000, Repeat: 1, MaxStdoutBytes: 1 << 30, MaxStderrBytes: 1 << 30, Probes: true}
	spoken := session.Config{Protocol: "auto", Timeout: 5 * time.Second, Probes: true}
	tests := []struct {
		name    string
		in      RunOptions
		options func(*transcript.Options)
		session func(*session.Config)
	}{
		{name: "nothing said"},
		{
			name: "smoke asks for no lists", in: RunOptions{Profile: "smoke"},
			options: func(o *transcript.Options) { o.Profile, o.Probes = "smoke", false },
			session: func(c *session.Config) { c.Probes = false },
		},
		{
			name: "smoke with lists after all", in: RunOptions{Profile: "smoke", Probes: new(true)},
			options: func(o *transcript.Options) { o.Profile = "smoke" },
		},
		{
			name: "registry runs twice", in: RunOptions{Profile: "registry"},
			options: func(o *transcript.Options) { o.Profile, o.Repeat = "registry", 2 },
		},
		{
			name: "an option wins over its profile", in: RunOptions{Profile: "strict", Repeat: 1, AdversarialProbes: []string{}},
			options: func(o *transcript.Options) {
				o.Profile, o.Adversarial, o.FailOnStatic, o.Selftest = "strict", []string{}, true, selftestDue
			},
			session: func(c *session.Config) { c.Adversarial = []string{} },
		},
		{
			name: "strict probes", in: RunOptions{Profile: "strict"},
			options: func(o *transcript.Options) {
				o.Profile, o.Repeat, o.Adversarial, o.FailOnStatic, o.Selftest = "strict", 2, session.AdversarialProbes(), true, selftestDue
			},
			session: func(c *session.Config) { c.Adversarial = session.AdversarialProbes() },
		},
		{
			name: "times and limits", in: RunOptions{TimeoutMs: 100, StartTimeoutMs: 200, ShutdownTimeoutMs: 300, SettleMs: new(0), MaxStdoutBytes: new(int64(0)), MaxStdoutLineBytes: new(int64(9))},
			options: func(o *transcript.Options) { o.TimeoutMs, o.MaxStdoutBytes, o.MaxStdoutLine = 100, 0, 9 },
			session: func(c *session.Config) {
				c.Timeout, c.StartTimeout, c.Settle = 100*time.Millisecond, 200*time.Millisecond, -1
				c.ShutdownGrace, c.KillGrace = 300*time.Millisecond, 300*time.Millisecond
			},
		},
		{
			name: "requests and tools",
			in: RunOptions{
				Requests:      []AskedRequest{{Method: "tools/list"}, {Method: "ping", Params: []byte("{}")}},
				SafeToolCalls: []AskedTool{{Name: "echo"}},
			},
			options: func(o *transcript.Options) {
				o.Requests = []byte(`[{"method":"tools/list","hasParams":false,"source":"cli-request","safeToolCallName":""},` +
					`{"method":"ping","hasParams":true,"source":"cli-request","safeToolCallName":""},` +
					`{"method":"tools/call","hasParams":true,"source":"safe-tool-call","safeToolCallName":"echo"}]`)
			},
			session: func(c *session.Config) {
				c.Requests = []session.Request{{Method: "tools/list"}, {Method: "ping", Params: []byte("{}")}}
				c.SafeToolCalls = []session.ToolCall{{Name: "echo"}}
			},
		},
		{
			name: "what the seed's harness asks", in: RunOptions{Protocol: "2025-06-18", ExpectStderr: "canary", Capabilities: []string{"roots"}},
			options: func(o *transcript.Options) { o.Protocol, o.ExpectStderr = "2025-06-18", "canary" },
			session: func(c *session.Config) { c.Protocol, c.Capabilities = "2025-06-18", []string{"roots"} },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := run.Spec{Options: base, Session: spoken}
			if tt.options != nil {
				tt.options(&want.Options)
			}
			if tt.session != nil {
				tt.session(&want.Session)
			}
			if err := tt.in.check(); err != nil {
				t.Fatal(err)
			}
			var got run.Spec
			tt.in.applyTo(&got)
			if diff := cmp.Diff(want.Options, got.Options); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(want.Session, got.Session); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A demo's own options hold unless the request says otherwise.
func TestDemoBringsItsOptions(t *testing.T) {
	demo := RunOptions{Protocol: "2026-07-28", Repeat: 3, Requests: []AskedRequest{{Method: "ping"}}}
	got := RunOptions{Repeat: 1}.over(demo)
	want := RunOptions{Protocol: "2026-07-28", Repeat: 1, Requests: []AskedRequest{{Method: "ping"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A profile decides the environment as it does on the command line; what is asked
// for wins.
func TestAProfileDecidesTheEnvironment(t *testing.T) {
	s := &Server{cfg: Config{Dir: t.TempDir(), Env: []string{"PATH=/bin", "OF_THIS_SHELL=1"}}}
	for _, tc := range []struct{ profile, asked, want string }{
		{"", "", run.EnvInherit},
		{"ci", "", run.EnvInherit},
		{"strict", "", run.EnvClient},
		{"strict", run.EnvInherit, run.EnvInherit},
	} {
		spec, err := s.specOf(RunRequest{Argv: []string{"x"}, Environment: tc.asked, RunOptions: RunOptions{Profile: tc.profile}})
		if err != nil {
			t.Fatal(err)
		}
		if spec.EnvMode != tc.want {
			t.Errorf("profile %q, asked %q: %q, want %q", tc.profile, tc.asked, spec.EnvMode, tc.want)
		}
		if has := slices.Contains(spec.Env, "OF_THIS_SHELL=1"); has != (tc.want == run.EnvInherit) {
			t.Errorf("profile %q: a variable of this shell is handed on: %v", tc.profile, has)
		}
	}
}
