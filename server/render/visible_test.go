package render_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/server/render"
)

// hostile is what a server may say to whoever reads a report: a terminal, a build
// service, a page, a person.
const hostile = "\x1b]0;x\x07\x1b[2J\u009b31m\u202egnp\u2066\r<img src=x>`|\\[a](https://b.example) ##vso[task.setvariable variable=a]b\n::stop-commands::x\n\t::error::y"

// TestServerTextIsInert looks for hostile text wherever a format for people and
// logs quotes the server.
func TestServerTextIsInert(t *testing.T) {
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	answer := `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":` + string(quoted) + `,"capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":` + string(quoted) + "}\n" + hostile + "\n"
	said, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	log, err := json.Marshal(hostile + "\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, session := range map[string]string{
		"answers": `{"t":2,"k":"stdout","text":` + string(said) + "}\n",
		"dies":    `{"t":2,"k":"stderr","text":` + string(log) + "}\n" + `{"t":3,"k":"exit","code":3}` + "\n",
	} {
		a := engine.New()
		if _, err := a.Write([]byte(`{"stdioscope":1,"source":{"format":"launch"},"command":["node","s.js"],"options":{}}
{"t":0,"k":"spawn","pid":7}
{"t":1,"k":"stdin","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n"}
` + session + `{"t":4,"k":"end"}` + "\n")); err != nil {
			t.Fatal(err)
		}
		a.Close()
		for _, format := range []string{"text", "github", "markdown", "badge", "badge-svg", "junit"} {
			var out bytes.Buffer
			if err := render.Write(&out, format, render.Input{Report: a.Report()}); err != nil {
				t.Fatal(err)
			}
			if found := regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f-\x{9f}\x{202e}\x{2066}]`).FindString(out.String()); found != "" && format != "junit" {
				t.Errorf("%s, %s: holds %q", name, format, found)
			}
			if found := regexp.MustCompile(`(?m)^\s*::(stop-commands|error::y).*|##[a-z]*\[.*`).FindString(out.String()); found != "" && format != "github" {
				t.Errorf("%s, %s: holds the command %q", name, format, found)
			}
			if format == "github" && regexp.MustCompile(`(?m)^\s*::(stop|error::)`).MatchString(out.String()) {
				t.Errorf("%s: a command of the server's in\n%s", name, out.String())
			}
			if format == "markdown" {
				outside := regexp.MustCompile("(?s)```text.*?```|`[^`\n]*`").ReplaceAllString(out.String(), "")
				if strings.Contains(outside, "<img") || regexp.MustCompile(`(^|[^\\])(\\\\)*\[a\]\(`).MatchString(outside) {
					t.Errorf("%s: a picture or a link of the server's in\n%s", name, outside)
				}
			}
		}
	}
}
