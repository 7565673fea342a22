package engine

import (
	"bytes"

	"stdioscope/engine/mcp"
	"stdioscope/engine/wire"
)

// names keeps one entry of each method name, so that a message allocates none.
type names struct {
	known  map[string]*name
	recent [16]*name // by length: a session uses few
	buf    []byte
}

// name is a method's name, and what is found out about it once for all messages.
type name struct {
	text string
	verb verb
	str  uint32 // in the index

	rev     string // the revision that was last asked about it
	row     *mcp.Method
	covered *byte // the capabilities that declare what it needs under rev
}

// under is what a revision says of the method; nil when it does not know it.
func (n *name) under(rev string) *mcp.Method {
	if n.text == "" {
		return nil
	}
	if n.row == nil || n.rev != rev {
		n.rev, n.row, n.covered = rev, mcp.FindMethod(rev, n.text), nil
	}
	return n.row
}

// verb is a method that the judgement of messages singles out.
type verb uint8

const (
	otherVerb verb = iota
	initialize
	discover
	listen
	ping
	setLevel
	callTool
	getPrompt
	readResource
	complete
	listTools
	listResources
	listTemplates
	listPrompts
	nowInitialized
	cancelled
	progressed
	logged
	taskStatus
)

//go:noinline
func verbOf(method string) verb {
	switch method {
	case "initialize":
		return initialize
	case "server/discover":
		return discover
	case "subscriptions/listen":
		return listen
	case "ping":
		return ping
	case "logging/setLevel":
		return setLevel
	case "tools/call":
		return callTool
	case "prompts/get":
		return getPrompt
	case "resources/read":
		return readResource
	case "completion/complete":
		return complete
	case "tools/list":
		return listTools
	case "resources/list":
		return listResources
	case "resources/templates/list":
		return listTemplates
	case "prompts/list":
		return listPrompts
	case "notifications/initialized":
		return nowInitialized
	case "notifications/cancelled":
		return cancelled
	case "notifications/progress":
		return progressed
	case "notifications/message":
		return logged
	case "notifications/tasks/status":
		return taskStatus
	}
	return otherVerb
}

// isList reports whether the method asks for one of the lists of a server.
func (v verb) isList() bool { return v >= listTools && v <= listPrompts }

// opens reports whether the method opens a session.
func (v verb) opens() bool { return v == initialize || v == discover }

// maxNames and maxName bound what is kept.
const (
	maxNames = 4096
	maxName  = 256
)

var noName = &name{}

// method decodes a method's JSON string.
func (n *names) method(raw []byte) *name {
	if len(raw) < 2 || raw[0] != '"' {
		return noName
	}
	text := raw[1 : len(raw)-1]
	recent := &n.recent[len(text)%len(n.recent)]
	if e := *recent; e != nil && e.text == string(text) {
		return e
	}
	if bytes.IndexByte(text, '\\') >= 0 {
		n.buf, _ = wire.AppendString(n.buf[:0], raw)
		text = n.buf
	}
	e := n.of(text)
	if len(e.text) <= maxName {
		*recent = e
	}
	return e
}

// of is the entry of a name.
func (n *names) of(text []byte) *name {
	if e, ok := n.known[string(text)]; ok {
		return e
	}
	e := &name{text: string(text), verb: verbOf(string(text))}
	if len(e.text) > maxName {
		return e
	}
	if n.known == nil {
		n.known = map[string]*name{}
	}
	if len(n.known) < maxNames {
		n.known[e.text] = e
	}
	return e
}
