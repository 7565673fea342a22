package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// faultEnv makes the test binary a server that breaks one line of its stdout in
// the way that the variable names.
const faultEnv = "STDIOSCOPE_FAULT_SERVER"

func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(faultEnv); ok {
		serveFault(os.Stdin, os.Stdout, name)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const marker = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"marker"}}`

// sample is one line of a kind of fault. A message that a client should have
// got, had it been sound, is delivered or not.
type sample struct {
	kind    clientKind
	bytes   string
	message bool
}

var samples = map[string]sample{
	"text":      {kindText, "Server ready\n", false},
	"blank":     {kindBlank, "\n", false},
	"split":     {kindSplit, "{\n  \"jsonrpc\": \"2.0\",\n  \"method\": \"notifications/message\",\n  \"params\": {\"level\": \"info\", \"data\": \"marker\"}\n}\n", true},
	"utf8":      {kindUTF8, strings.Replace(marker, "marker", "mark\xe9", 1) + "\n", true},
	"bom":       {kindBOM, "\xef\xbb\xbf" + marker + "\n", true},
	"crlf":      {kindCRLF, marker + "\r\n", true},
	"envelope":  {kindEnvelope, `{"level":30,"msg":"hi"}` + "\n", false},
	"unknown":   {kindUnknown, `{"jsonrpc":"2.0","id":4242,"result":{}}` + "\n", false},
	"null id":   {kindNullID, `{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}` + "\n", false},
	"two":       {kindTwo, marker + marker + "\n", true},
	"batch":     {kindBatch, "[" + marker + "]\n", true},
	"duplicate": {kindTwice, strings.Replace(marker, `"data":"marker"`, `"data":1,"data":"marker"`, 1) + "\n", true},
	"headers":   {kindHeaders, "Content-Length: 5\r\n\r\n", false},
}

// serveFault is a server that is sound but for one sample, which it writes before
// its first list of tools.
func serveFault(in io.Reader, out io.Writer, name string) {
	broken := false
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				ProtocolVersion string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &m) != nil || m.ID == nil {
			continue
		}
		answer := `"error":{"code":-32601,"message":"Method not found"}`
		switch m.Method {
		case "initialize":
			answer = `"result":{"protocolVersion":"` + m.Params.ProtocolVersion + `","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"s","version":"1"}}`
		case "tools/list":
			if !broken {
				broken = true
				fmt.Fprint(out, samples[name].bytes)
			}
			answer = `"result":{"tools":[]}`
		case "ping", "logging/setLevel":
			answer = `"result":{}`
		}
		fmt.Fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\n", m.ID, answer)
	}
}

// fateOf is what a real client made of a server.
type fateOf struct {
	Connected, First, Second bool
	Delivered                int
	Errors                   []string
}

// outcome reads a fate: a client that cannot go on dropped the connection, one
// that lost a message or was told of an error hides the fault.
func (f fateOf) outcome(s sample) string {
	switch {
	case !f.First || !f.Second:
		return drops
	case s.message && f.Delivered == 0, len(f.Errors) > 0, !s.message && s.kind != kindBlank:
		return hides
	}
	return survives
}

// TestProvenClients holds every row that says "proven" against the real client,
// and every sample of a client that was tried against its row.
func TestProvenClients(t *testing.T) {
	if testing.Short() {
		t.Skip("starts real clients")
	}
	for _, c := range []struct {
		name, client, versions string
		try                    func(t *testing.T) map[string]fateOf
	}{
		{"Go SDK", "Go SDK", "1.8", tryGoSDK},
		{"TypeScript SDK 1.29", "TypeScript SDK", "1.x", func(t *testing.T) map[string]fateOf { return tryNode(t, "mcp-sdk-1.29") }},
		{"TypeScript SDK, newest 1.x", "TypeScript SDK", "1.x", func(t *testing.T) map[string]fateOf { return tryNode(t, "@modelcontextprotocol/sdk") }},
		{"TypeScript SDK 2.x", "TypeScript SDK", "2.x", func(t *testing.T) map[string]fateOf { return tryNode(t, "@modelcontextprotocol/client") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for name, fate := range c.try(t) {
				s := samples[name]
				i := slices.IndexFunc(clientTable, func(r clientRow) bool {
					return r.client == c.client && r.versions == c.versions && r.kind == s.kind
				})
				switch {
				case !fate.Connected:
					t.Errorf("%s: not connected: %v", name, fate.Errors)
				case i < 0:
					t.Errorf("%s: no row; it %s: %+v", name, fate.outcome(s), fate)
				case clientTable[i].outcome != fate.outcome(s):
					t.Errorf("%s: the row says %s, the client %s: %+v", name, clientTable[i].outcome, fate.outcome(s), fate)
				}
			}
		})
	}
}

// TestClientTable: rows are complete, and only those that a test tries are proven.
func TestClientTable(t *testing.T) {
	for _, r := range clientTable {
		if r.client == "" || r.kind == "" || r.what == "" || r.source == "" || outcomeRank(r.outcome) == 0 && r.outcome != survives {
			t.Errorf("incomplete: %+v", r)
		}
		tried := r.client == "Go SDK" || r.client == "TypeScript SDK"
		if (r.evidence == proven) != tried {
			t.Errorf("%s %s is %s", r.client, r.kind, r.evidence)
		}
	}
}

func self(t *testing.T) string {
	t.Helper()
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return me
}

func tryGoSDK(t *testing.T) map[string]fateOf {
	t.Helper()
	out := map[string]fateOf{}
	for name := range samples {
		out[name] = tryGoClient(t, name)
	}
	return out
}

func tryGoClient(t *testing.T, name string) (f fateOf) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	delivered := make(chan struct{}, 16)
	client := mcp.NewClient(&mcp.Implementation{Name: "fault-client", Version: "1.0.0"}, &mcp.ClientOptions{
		//lint:ignore SA1019 a log message is the one notification that carries text in every client
		LoggingMessageHandler: func(context.Context, *mcp.LoggingMessageRequest) { delivered <- struct{}{} },
	})
	cmd := exec.CommandContext(ctx, self(t))
	cmd.Env = append(os.Environ(), faultEnv+"="+name)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return fateOf{Errors: []string{err.Error()}}
	}
	defer func() { _ = session.Close() }()
	f.Connected = true
	ask := func() bool {
		_, err := session.ListTools(ctx, nil)
		if err != nil {
			f.Errors = append(f.Errors, err.Error())
		}
		return err == nil
	}
	f.First = ask()
	f.Second = ask()
	if f.First && f.Second && samples[name].message {
		// Notifications are handled beside the answers.
		select {
		case <-delivered:
			f.Delivered = 1
		case <-time.After(time.Second):
		}
	}
	return f
}

func tryNode(t *testing.T, sdk string) (out map[string]fateOf) {
	t.Helper()
	dir, err := filepath.Abs("../fixtures/servers/sdk")
	if err != nil {
		t.Fatal(err)
	}
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat(filepath.Join(dir, "node_modules", filepath.FromSlash(sdk)))
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED, nothing was tested here: %v (cd fixtures/servers/sdk && npm ci)", err)
	}
	cmd := exec.Command(node, "client.mjs", sdk, self(t), faultEnv)
	for name := range samples {
		cmd.Args = append(cmd.Args, name)
	}
	cmd.Dir = dir
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if len(out) != len(samples) {
		t.Fatalf("%d of %d samples came back", len(out), len(samples))
	}
	return out
}

// TestFate: the worst counts, and nothing is claimed that the table does not say.
func TestFate(t *testing.T) {
	with := func(codes ...string) []*run {
		r := newRun(New(), 1)
		for i, code := range codes {
			f := r.newFinding(code, "", "", "")
			f.stream, f.frame = stdoutStream, i+1
			r.add(f)
		}
		return []*run{r}
	}
	for _, c := range []struct {
		name, client string
		runs         []*run
		outcome      string
		address      string
	}{
		{"nothing found", "Go SDK", with(), survives, ""},
		{"text", "Go SDK", with("stdout-non-json"), drops, "stdout:1"},
		{"the worse of two", "Go SDK", with("stdout-empty-line", "stdout-non-json"), drops, "stdout:2"},
		{"hidden", "VS Code", with("stdout-non-json"), hides, "stdout:1"},
		{"not in the table", "VS Code", with("stdout-bom"), unknown, "stdout:1"},
		{"nothing a client could see", "Go SDK", with("tool-name-charset"), survives, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, got := range clients(c.runs) {
				if got.Client == c.client && (got.Outcome != c.outcome || got.Address != c.address) {
					t.Errorf("%s at %q, want %s at %q", got.Outcome, got.Address, c.outcome, c.address)
				}
			}
		})
	}
}
