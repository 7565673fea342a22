package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stdioscope/engine/mcp/schema"
	"stdioscope/engine/session"
	"stdioscope/engine/wire"
	"stdioscope/server/run"
)

// configSchema is the published JSON Schema of the configuration file; nothing is
// accepted that it does not accept.
//
//go:embed config.schema.json
var configSchema []byte

// config is a configuration file, read and checked.
type config struct {
	path, resolved string
	profile        string
	wishes         wishes
	raw            rawConfig
}

// rawConfig is the file's shape. Parameters stay as they are written.
type rawConfig struct {
	Command              json.RawMessage   `json:"command"`
	Args                 []string          `json:"args"`
	Cwd                  string            `json:"cwd"`
	Env                  map[string]string `json:"env"`
	Environment          *string           `json:"environment"`
	Profile              string            `json:"profile"`
	Protocol             *string           `json:"protocol"`
	TimeoutMs            *int              `json:"timeoutMs"`
	Repeat               *int              `json:"repeat"`
	JSON                 *bool             `json:"json"`
	MaxStdoutBytes       *int64            `json:"maxStdoutBytes"`
	MaxStdoutLineBytes   *int64            `json:"maxStdoutLineBytes"`
	MaxStderrBytes       *int64            `json:"maxStderrBytes"`
	Scan                 *string           `json:"scan"`
	ScanPath             *string           `json:"scanPath"`
	FailOnStatic         *bool             `json:"failOnStatic"`
	Request              json.RawMessage   `json:"request"`
	Requests             []json.RawMessage `json:"requests"`
	SafeToolCalls        []json.RawMessage `json:"safeToolCalls"`
	AdversarialProbes    json.RawMessage   `json:"adversarialProbes"`
	AdversarialToolCalls []json.RawMessage `json:"adversarialToolCalls"`
}

// readConfig reads and checks a file. Nothing has been started yet, and nothing
// is when this fails.
func readConfig(path string) (*config, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("give the path of a JSON file; stdioscope config-schema prints its schema", "read the configuration: %v", plainError(err))
	}
	if err := checkConfig(path, b); err != nil {
		return nil, err
	}
	c := &config{path: path}
	if c.resolved, err = filepath.Abs(path); err != nil {
		return nil, failure(err, "")
	}
	if err := json.Unmarshal(b, &c.raw); err != nil {
		return nil, usage("", "%s: %v", path, err) // the schema has seen it; only numbers out of range are left
	}
	if err := c.interpret(); err != nil {
		return nil, err
	}
	return c, nil
}

// checkConfig compares a file with the schema and names the first thing that is
// wrong, with the key that was probably meant.
func checkConfig(path string, b []byte) error {
	var value any
	if err := json.Unmarshal(b, &value); err != nil {
		return usage("the file is one JSON object, without comments", "%s:%d: this is no JSON: %v", path, lineOfJSONError(b, err), err)
	}
	b = bytes.TrimSpace(b)
	if !wire.Valid(b) {
		return usage("the file is UTF-8, and no name stands twice in an object", "%s: this is no strict JSON", path)
	}
	if place, name, known := unknownKey(b); name != "" {
		hint := "it knows " + strings.Join(known, ", ")
		if near := nearest(name, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		return usage(hint, "%s: unknown key %q%s", path, name, place)
	}
	if verdict, wrong := schema.Fits(configSchema, b, schema.Draft2020, "config"); verdict == schema.No {
		return usage("", "%s:%d: %s", path, 1+bytes.Count(b[:wrong.Column], []byte("\n")), wrong.Message)
	}
	for _, name := range sortedNames(value) {
		if !isVariableName(name) {
			return usage("write \"env\": {\"NAME\": \"value\"}", "%s: env: %q names no variable", path, name)
		}
	}
	return nil
}

func sortedNames(file any) []string {
	object, _ := file.(map[string]any)
	env, _ := object["env"].(map[string]any)
	return slices.Sorted(maps.Keys(env))
}

// unknownKey finds the first key that the schema does not know, in the file's own
// object or in one of a request or a tool call, where a misspelt key would
// silently ask for something else.
func unknownKey(b []byte) (place, name string, known []string) {
	look := func(object []byte, definition, where string) {
		keys := knownKeys(definition)
		wire.Members(object, func(key, _ []byte) bool {
			if !slices.Contains(keys, string(key)) {
				place, name, known = where, string(key), slices.DeleteFunc(keys, func(k string) bool { return k == "$schema" })
			}
			return name == ""
		})
	}
	look(b, "", "")
	wire.Members(b, func(key, value []byte) bool {
		definition := map[string]string{
			"request": "request", "requests": "request", "safeToolCalls": "toolCall", "adversarialToolCalls": "toolCall",
		}[string(key)]
		if definition == "" || name != "" {
			return name == ""
		}
		if wire.TypeOf(value) == wire.Object {
			look(value, definition, " in "+string(key))
		}
		i := 0
		wire.Elements(value, func(element []byte) bool {
			look(element, definition, fmt.Sprintf(" in %s.%d", key, i))
			i++
			return name == ""
		})
		return name == ""
	})
	return place, name, known
}

// knownKeys are the keys that the schema knows in one of its definitions, or in
// the file itself.
func knownKeys(definition string) []string {
	properties, _ := wire.Get(configSchema, "properties")
	if definition != "" {
		definitions, _ := wire.Get(configSchema, "$defs")
		object, _ := wire.Get(definitions, definition)
		properties, _ = wire.Get(object, "properties")
	}
	var keys []string
	wire.Members(properties, func(key, _ []byte) bool {
		keys = append(keys, string(key))
		return true
	})
	slices.Sort(keys)
	return keys
}

func lineOfJSONError(b []byte, err error) int {
	offset := len(b)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = min(len(b), int(syntax.Offset))
	}
	return 1 + bytes.Count(b[:offset], []byte("\n"))
}

// interpret turns what the file says into wishes; paths are relative to the file.
func (c *config) interpret() error {
	raw, w := &c.raw, &c.wishes
	c.profile = raw.Profile
	w.protocol, w.environment, w.repeat, w.json, w.failOnStatic = raw.Protocol, raw.Environment, raw.Repeat, raw.JSON, raw.FailOnStatic
	w.maxStdout, w.maxLine, w.maxStderr = raw.MaxStdoutBytes, raw.MaxStdoutLineBytes, raw.MaxStderrBytes
	if raw.TimeoutMs != nil {
		timeout := time.Duration(*raw.TimeoutMs) * time.Millisecond
		w.timeout = &timeout
	}
	if err := c.commandOf(); err != nil {
		return err
	}
	if raw.Cwd != "" {
		dir := c.relative(raw.Cwd)
		w.cwd = &dir
	}
	for _, scan := range []*string{raw.Scan, raw.ScanPath} {
		if scan != nil && w.scan == nil {
			path := c.relative(*scan)
			w.scan = &path
		}
	}
	for _, name := range c.envNames() {
		w.env = append(w.env, variable{name, raw.Env[name]})
	}
	all := raw.Requests
	if raw.Request != nil {
		all = append([]json.RawMessage{raw.Request}, all...)
	}
	for _, r := range all {
		var q struct {
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		_ = json.Unmarshal(r, &q) // the schema has seen it
		w.requests = append(w.requests, request{Method: q.Method, Params: oneLine(q.Params), Source: "config-request"})
	}
	w.safeToolCalls, w.adversarialToolCalls = toolCalls(raw.SafeToolCalls), toolCalls(raw.AdversarialToolCalls)
	return c.probesOf()
}

func (c *config) commandOf() error {
	if c.raw.Command == nil {
		if c.raw.Args != nil {
			return usage(`write "command": "node" beside "args"`, "%s: args stand without a command", c.path)
		}
		return nil
	}
	var program string
	if json.Unmarshal(c.raw.Command, &program) == nil {
		c.wishes.command = append([]string{program}, c.raw.Args...)
		return nil
	}
	if c.raw.Args != nil {
		return usage(`write either "command": ["node", "server.js"] or "command": "node" with "args"`, "%s: args are used only when command is a string", c.path)
	}
	return json.Unmarshal(c.raw.Command, &c.wishes.command)
}

func (c *config) probesOf() error {
	if c.raw.AdversarialProbes == nil {
		return nil
	}
	var (
		all   bool
		word  string
		names []string
	)
	switch {
	case json.Unmarshal(c.raw.AdversarialProbes, &all) == nil:
		if word = "none"; all {
			word = "all"
		}
		names = []string{word}
	case json.Unmarshal(c.raw.AdversarialProbes, &word) == nil:
		names = []string{word}
	default:
		_ = json.Unmarshal(c.raw.AdversarialProbes, &names)
	}
	c.wishes.adversarial = []string{}
	for _, name := range names {
		var err error
		if c.wishes.adversarial, err = addProbe(c.wishes.adversarial, name); err != nil {
			return usage("", "%s: %v", c.path, err)
		}
	}
	return nil
}

func (c *config) relative(path string) string {
	if path == run.TempDir || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.resolved), path)
}

func (c *config) envNames() []string {
	names := []string{}
	for name := range c.raw.Env {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func toolCalls(raw []json.RawMessage) []session.ToolCall {
	var calls []session.ToolCall
	for _, r := range raw {
		var c struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		_ = json.Unmarshal(r, &c) // the schema has seen it
		calls = append(calls, session.ToolCall{Name: c.Name, Arguments: oneLine(c.Arguments)})
	}
	return calls
}

func oneLine(raw json.RawMessage) []byte {
	if raw == nil {
		return nil
	}
	var b bytes.Buffer
	_ = json.Compact(&b, raw) // it was read as JSON
	return b.Bytes()
}

// metadata is what the report tells of the file; nil when there was none.
func (c *config) metadata() []byte {
	if c == nil {
		return nil
	}
	list := func(raw []json.RawMessage) []json.RawMessage {
		if raw == nil {
			return []json.RawMessage{}
		}
		return raw
	}
	requests := c.raw.Requests
	if c.raw.Request != nil {
		requests = append([]json.RawMessage{c.raw.Request}, requests...)
	}
	probes := c.wishes.adversarial
	if probes == nil {
		probes = []string{}
	}
	b, _ := json.Marshal(map[string]any{
		"enabled": true, "path": c.path, "resolvedPath": c.resolved,
		"checks": map[string]any{
			"command": c.wishes.command != nil, "cwd": c.wishes.cwd != nil, "envNames": c.envNames(),
			"requests": list(requests), "safeToolCalls": list(c.raw.SafeToolCalls),
			"adversarialProbes": probes, "adversarialToolCalls": list(c.raw.AdversarialToolCalls),
		},
	})
	return b
}
