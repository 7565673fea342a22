package mcp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/rule"
)

// brief is a problem in one line: code, detail, path, and the bytes it points at.
func brief(t *testing.T, raw string, problems []Problem) []string {
	t.Helper()
	var out []string
	for _, p := range problems {
		r, ok := rule.Lookup(p.Code)
		if !ok {
			t.Errorf("the catalogue has no code %q", p.Code)
		}
		if p.Detail != "" && !strings.Contains(" "+strings.Join(r.Details, " ")+" ", " "+p.Detail+" ") {
			t.Errorf("the catalogue gives %s no detail %q", p.Code, p.Detail)
		}
		if p.Message == "" || strings.ContainsAny(p.Message, "\n\r") {
			t.Errorf("%s: message %q", p.Code, p.Message)
		}
		line := p.Code
		if p.Detail != "" {
			line += "/" + p.Detail
		}
		if p.Part != PartValue {
			out = append(out, line+" -")
			continue
		}
		if p.Column < 0 || p.Length <= 0 || p.Column+p.Length > len(raw) {
			t.Fatalf("%s lies outside: %+v", p.Code, p)
		}
		at := raw[p.Column : p.Column+p.Length]
		if len(at) > 24 {
			at = at[:24] + "…"
		}
		out = append(out, line+" "+p.Path+" "+at)
	}
	return out
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

func TestCheckRequest(t *testing.T) {
	tests := []struct {
		name, rev string
		server    bool
		method    string
		params    string // "" = absent
		want      []string
	}{
		{"ping without params", rule.R1, true, "ping", "", nil},
		{"ping in the modern era", rule.R5, false, "ping", `{` + modernMeta + `}`, []string{"method-unknown -"}},
		{"unknown method", rule.R3, true, "foo/bar", `{}`, []string{"method-unknown -"}},
		{"method of a later revision", rule.R2, true, "elicitation/create", `{}`, []string{"method-unknown -"}},
		{"server sends a client's method", rule.R4, true, "tools/call", `{}`, []string{"method-wrong-direction/wrong-sender -"}},
		{"client sends a server's method", rule.R4, false, "roots/list", `{}`, []string{"method-wrong-direction/wrong-sender -"}},
		{"notification with an id", rule.R4, false, "notifications/initialized", `{}`, []string{"method-wrong-direction/notification-as-request -"}},
		{"tasks go both ways", rule.R4, true, "tasks/get", `{"taskId":"1"}`, nil},
		{"server request in the modern era", rule.R5, true, "roots/list", `{}`, []string{"server-request-not-allowed -"}},
		{"unknown server request in the modern era", rule.R5, true, "x/y", ``, []string{"server-request-not-allowed -"}},
		{"sampling", rule.R1, true, "sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"maxTokens":10}`, nil},
		{"sampling without maxTokens", rule.R1, true, "sampling/createMessage", `{"messages":[]}`, []string{`params-invalid  {"messages":[]}`}},
		{"sampling audio before audio", rule.R1, true, "sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"audio","data":"","mimeType":"a/b"}}],"maxTokens":1}`, []string{`content-invalid /messages/0/content/type "audio"`}},
		{"sampling audio", rule.R2, true, "sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"audio","data":"","mimeType":"a/b"}}],"maxTokens":1}`, nil},
		{"sampling blocks before arrays", rule.R3, true, "sampling/createMessage", `{"messages":[{"role":"user","content":[]}],"maxTokens":1}`, []string{`content-invalid /messages/0/content []`}},
		{"sampling blocks", rule.R4, true, "sampling/createMessage", `{"messages":[{"role":"user","content":[{"type":"text","text":""}]}],"maxTokens":1.5}`, nil},
		{"elicitation form", rule.R3, true, "elicitation/create", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","format":"email"},"b":{"type":"number"}}}}`, nil},
		{"elicitation of an object", rule.R3, true, "elicitation/create", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}}}}`, []string{`params-invalid /requestedSchema/properties/a/type "object"`}},
		{"elicitation by URL", rule.R4, true, "elicitation/create", `{"mode":"url","message":"m","url":"https://a","elicitationId":"1"}`, nil},
		{"elicitation by URL without id", rule.R4, true, "elicitation/create", `{"mode":"url","message":"m","url":"https://a"}`, []string{`params-invalid  {"mode":"url","message":…`}},
		{"elicitation in no known mode", rule.R4, true, "elicitation/create", `{"mode":"voice","message":"m"}`, []string{`params-invalid /mode "voice"`}},
		{"roots with a progress token", rule.R1, true, "roots/list", `{"_meta":{"progressToken":7}}`, nil},
		{"progress token of a bad type", rule.R1, true, "roots/list", `{"_meta":{"progressToken":[7]}}`, []string{"meta-invalid /_meta/progressToken [7]"}},
		{"_meta is null", rule.R2, false, "tools/call", `{"name":"a","_meta":null}`, []string{"meta-invalid /_meta null"}},
		{"_meta of early params", rule.R2, false, "tools/call", `{"name":"a","_meta":{"progressToken":"x","any key":1}}`, nil},
		{"initialize", rule.R4, false, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"a","version":"1"}}`, nil},
		{"initialize without version", rule.R4, false, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a"}}`, []string{`params-invalid /clientInfo {"name":"a"}`}},
		{"params missing", rule.R4, false, "tools/call", ``, []string{"params-invalid -"}},
		{"list without params", rule.R4, false, "tools/list", ``, nil},
		{"list without params in the modern era", rule.R5, false, "tools/list", ``, []string{"request-meta-missing -"}},
		{"list without _meta in the modern era", rule.R5, false, "tools/list", `{}`, []string{"request-meta-missing  {}"}},
		{"list without capabilities in the modern era", rule.R5, false, "tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`, []string{`request-meta-missing /_meta {"io.modelcontextprotoco…`}},
		{"list in the modern era", rule.R5, false, "tools/list", `{` + modernMeta + `}`, nil},
		{"client info incomplete", rule.R5, false, "tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x"}}}`, []string{`meta-invalid /_meta/io.modelcontextprotocol~1clientInfo {"name":"x"}`}},
		{"log level unknown", rule.R4, false, "logging/setLevel", `{"level":"trace"}`, []string{`params-invalid /level "trace"`}},
		{"completion reference unknown", rule.R4, false, "completion/complete", `{"ref":{"type":"ref/tool","name":"x"},"argument":{"name":"a","value":""}}`, []string{`params-invalid /ref/type "ref/tool"`}},
		{"completion context", rule.R3, false, "completion/complete", `{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""},"context":{"arguments":{"b":"c"}}}`, nil},
		{"listen", rule.R5, false, "subscriptions/listen", `{` + modernMeta + `,"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:b"]}}`, nil},
		{"listen without a filter", rule.R5, false, "subscriptions/listen", `{` + modernMeta + `}`, []string{`params-invalid  {"_meta":{"io.modelconte…`}},
		{"unpublished later version counts as the newest", "2027-01-01", true, "ping", "", []string{"server-request-not-allowed -"}},
		{"unknown old version counts as the handshake era", "2024-10-07", true, "ping", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := CheckRequest(tt.rev, tt.server, tt.method, rawOrNil(tt.params))
			if diff := cmp.Diff(tt.want, brief(t, tt.params, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func rawOrNil(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}

func TestCheckNotification(t *testing.T) {
	tests := []struct {
		name, rev string
		server    bool
		method    string
		params    string
		want      []string
	}{
		{"initialized", rule.R1, false, "notifications/initialized", "", nil},
		{"initialized from the server", rule.R1, true, "notifications/initialized", "", []string{"method-wrong-direction/wrong-sender -"}},
		{"initialized in the modern era", rule.R5, false, "notifications/initialized", "", []string{"method-unknown -"}},
		{"unknown", rule.R4, true, "notifications/foo", `{"a":1}`, []string{"method-unknown -"}},
		{"request without an id", rule.R4, true, "ping", "", []string{"method-wrong-direction/request-as-notification -"}},
		{"progress", rule.R1, true, "notifications/progress", `{"progressToken":"a","progress":0.5,"total":1}`, nil},
		{"progress without a token", rule.R1, true, "notifications/progress", `{"progress":1}`, []string{`params-invalid  {"progress":1}`}},
		{"progress in words", rule.R4, true, "notifications/progress", `{"progressToken":1,"progress":"half"}`, []string{`params-invalid /progress "half"`}},
		{"total is null", rule.R4, true, "notifications/progress", `{"progressToken":1,"progress":1,"total":null}`, []string{"params-invalid /total null"}},
		{"progress from a modern client", rule.R5, false, "notifications/progress", `{"progressToken":1,"progress":1}`, []string{"method-wrong-direction/wrong-sender -"}},
		{"message", rule.R3, true, "notifications/message", `{"level":"info","data":null}`, nil},
		{"message without data", rule.R3, true, "notifications/message", `{"level":"info"}`, []string{`params-invalid  {"level":"info"}`}},
		{"message of no known level", rule.R3, true, "notifications/message", `{"level":"warn","data":1}`, []string{`params-invalid /level "warn"`}},
		{"message in the modern era", rule.R5, true, "notifications/message", `{"level":"info","data":{}}`, []string{"deprecated-feature -"}},
		{"cancelled", rule.R3, true, "notifications/cancelled", `{"requestId":"a","reason":"r"}`, nil},
		{"cancelled without an id", rule.R3, true, "notifications/cancelled", `{"reason":"r"}`, []string{`params-invalid  {"reason":"r"}`}},
		{"cancelled without an id in 2025-11-25", rule.R4, true, "notifications/cancelled", `{"reason":"r"}`, nil},
		{"cancelled without an id in 2026-07-28", rule.R5, true, "notifications/cancelled", `{}`, []string{"params-invalid  {}"}},
		{"updated", rule.R1, true, "notifications/resources/updated", `{"uri":"a:b"}`, nil},
		{"updated without params", rule.R1, true, "notifications/resources/updated", ``, []string{"params-invalid -"}},
		{"list changed", rule.R2, true, "notifications/tools/list_changed", `{"_meta":{"a":1}}`, nil},
		{"acknowledged", rule.R5, true, "notifications/subscriptions/acknowledged", `{"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":"1"}}`, nil},
		{"acknowledged with a bad id", rule.R5, true, "notifications/subscriptions/acknowledged", `{"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":null}}`, []string{"meta-invalid /_meta/io.modelcontextprotocol~1subscriptionId null"}},
		{"task status", rule.R4, true, "notifications/tasks/status", `{"taskId":"1","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":null}`, nil},
		{"task status unknown", rule.R4, true, "notifications/tasks/status", `{"taskId":"1","status":"done","createdAt":"c","lastUpdatedAt":"u","ttl":5}`, []string{`params-invalid /status "done"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := CheckNotification(tt.rev, tt.server, tt.method, rawOrNil(tt.params))
			if diff := cmp.Diff(tt.want, brief(t, tt.params, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMetaKeys(t *testing.T) {
	tests := []struct {
		name, rev, meta string
		want            []string
	}{
		{"no grammar before 2025-06-18", rule.R2, `{"a b":1,"/":2}`, nil},
		{"plain", rule.R3, `{"a":1,"a-b_c.d9":2,"":3,"com.example/x":4,"com.ex-ample/":5}`, nil},
		{"space", rule.R3, `{"a b":1}`, []string{`meta-invalid/key /_meta "a b"`}},
		{"underscore first", rule.R4, `{"_x":1}`, []string{`meta-invalid/key /_meta "_x"`}},
		{"dollar", rule.R4, `{"$x":1}`, []string{`meta-invalid/key /_meta "$x"`}},
		{"empty prefix", rule.R4, `{"/x":1}`, []string{`meta-invalid/key /_meta "/x"`}},
		{"label begins with a digit", rule.R4, `{"1a.b/x":1}`, []string{`meta-invalid/key /_meta "1a.b/x"`}},
		{"empty label", rule.R4, `{"a..b/x":1}`, []string{`meta-invalid/key /_meta "a..b/x"`}},
		{"two slashes", rule.R4, `{"a/b/c":1}`, []string{`meta-invalid/key /_meta "a/b/c"`}},
		{"written with an escape", rule.R4, `{"\u0061 b":1}`, []string{`meta-invalid/key /_meta "\u0061 b"`}},
		{"mcp.dev in 2025-06-18", rule.R3, `{"mcp.dev/x":1}`, []string{`meta-invalid/reserved-prefix /_meta "mcp.dev/x"`}},
		{"mcp.dev in 2025-11-25", rule.R4, `{"mcp.dev/x":1}`, nil},
		{"dev.mcp in 2025-06-18", rule.R3, `{"dev.mcp/x":1}`, nil},
		{"dev.mcp in 2025-11-25", rule.R4, `{"dev.mcp/x":1}`, []string{`meta-invalid/reserved-prefix /_meta "dev.mcp/x"`}},
		{"com.mcp.tools in 2025-11-25", rule.R4, `{"com.mcp.tools/x":1}`, []string{`meta-invalid/reserved-prefix /_meta "com.mcp.tools/x"`}},
		{"com.example.mcp in 2025-11-25", rule.R4, `{"com.example.mcp/x":1}`, nil},
		{"the protocol's own", rule.R4, `{"io.modelcontextprotocol/related-task":{"taskId":"1"},"io.modelcontextprotocol/later":1}`, nil},
		{"trace context before 2026-07-28", rule.R4, `{"traceparent":7}`, nil},
		{"trace context", rule.R5, `{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"a=1","baggage":"k=v"}`, nil},
		{"trace context in capitals", rule.R5, `{"traceparent":"00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01"}`, []string{`meta-invalid/trace-context /_meta/traceparent "00-0AF7651916CD43DD8448…`}},
		{"trace context of zeros", rule.R5, `{"traceparent":"00-00000000000000000000000000000000-b7ad6b7169203331-01"}`, []string{`meta-invalid/trace-context /_meta/traceparent "00-00000000000000000000…`}},
		{"baggage is a number", rule.R5, `{"baggage":7}`, []string{`meta-invalid/trace-context /_meta/baggage 7`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			params := `{"_meta":` + tt.meta + `}`
			problems := CheckNotification(tt.rev, true, "notifications/tools/list_changed", []byte(params))
			if diff := cmp.Diff(tt.want, brief(t, params, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRevisionOf(t *testing.T) {
	tests := []struct {
		params, want string
		ok           bool
	}{
		{``, "", false}, {`{}`, "", false}, {`[]`, "", false}, {`{"_meta":7}`, "", false}, {`{"_meta":{}}`, "", false},
		{`{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}`, "", false},
		{`{` + modernMeta + `}`, "2026-07-28", true},
	}
	for _, tt := range tests {
		if got, ok := RevisionOf([]byte(tt.params)); got != tt.want || ok != tt.ok {
			t.Errorf("RevisionOf(%s) = %q, %v", tt.params, got, ok)
		}
	}
}

func TestRevisions(t *testing.T) {
	tests := []struct {
		version           string
		published, modern bool
		judged            string
	}{
		{rule.R1, true, false, rule.R1}, {rule.R4, true, false, rule.R4}, {rule.R5, true, true, rule.R5},
		{"2024-10-07", false, false, rule.R4}, {"2026-01-01", false, false, rule.R4}, {"2099-01-01", false, true, rule.R5},
		{"", false, false, rule.R4}, {"draft", false, false, rule.R4}, {"2026-07-28x", false, false, rule.R4}, {"99999-1-1-", false, false, rule.R4},
	}
	for _, tt := range tests {
		if p, m, j := Published(tt.version), Modern(tt.version), Judged(tt.version); p != tt.published || m != tt.modern || j != tt.judged {
			t.Errorf("%q: published %v, modern %v, judged by %s", tt.version, p, m, j)
		}
	}
}

// Each row's span must not overlap that of another row of its method, and its
// shapes must exist throughout.
func TestMethodTable(t *testing.T) {
	for _, rev := range Revisions {
		for i := range methods {
			m := &methods[i]
			if !within(rev, m.Since, m.Until) {
				continue
			}
			if findMethod(rev, m.Name) != m {
				t.Errorf("%s has two rows in %s", m.Name, rev)
			}
			if m.params == 0 || !m.Notification && m.result == 0 {
				t.Errorf("%s lacks a shape", m.Name)
			}
			if m.Notification != strings.HasPrefix(m.Name, "notifications/") {
				t.Errorf("%s: Notification = %v", m.Name, m.Notification)
			}
		}
	}
	for i := range methods {
		first := i
		for first > 0 && methods[first-1].Name == methods[i].Name {
			first--
		}
		if got := rowOf(methods[i].Name); got != first {
			t.Errorf("rowOf(%s) = %d, want %d", methods[i].Name, got, first)
		}
	}
	if FindMethod(rule.R5, "initialize") != nil {
		t.Error("2026-07-28 has no initialize")
	}
	if m := FindMethod(rule.R5, "tools/call"); m == nil || !m.InputRequired || m.Cacheable {
		t.Errorf("tools/call of 2026-07-28: %+v", m)
	}
	if m := FindMethod(rule.R5, "resources/read"); m == nil || !m.InputRequired || !m.Cacheable {
		t.Errorf("resources/read of 2026-07-28: %+v", m)
	}
}
