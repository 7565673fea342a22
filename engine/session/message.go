package session

import (
	"stdioscope/engine/wire"
)

// The metadata keys that every request of the modern era carries.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaClient       = "io.modelcontextprotocol/clientInfo"
)

// envelope writes one request as the line that goes to stdin. params is a raw
// object or nil.
func envelope(id []byte, method string, params []byte) []byte {
	b := append([]byte(nil), `{"jsonrpc":"2.0","id":`...)
	b = append(b, id...)
	b = append(b, `,"method":`...)
	b = wire.AppendQuote(b, []byte(method))
	return closeEnvelope(b, params)
}

func notification(method string, params []byte) []byte {
	b := append([]byte(nil), `{"jsonrpc":"2.0","method":`...)
	b = wire.AppendQuote(b, []byte(method))
	return closeEnvelope(b, params)
}

func closeEnvelope(b, params []byte) []byte {
	if params != nil {
		b = append(b, `,"params":`...)
		b = append(b, params...)
	}
	return append(b, "}\n"...)
}

// response answers a server's request; id is raw, body is `"result":…` or `"error":…`.
func response(id []byte, body string) []byte {
	b := append([]byte(nil), `{"jsonrpc":"2.0","id":`...)
	b = append(b, id...)
	b = append(b, ',')
	b = append(b, body...)
	return append(b, "}\n"...)
}

func (m *Machine) initializeParams() []byte {
	b := append([]byte(nil), `{"protocolVersion":`...)
	b = wire.AppendQuote(b, []byte(m.revision))
	b = append(b, `,"capabilities":`...)
	b = m.appendCapabilities(b)
	b = append(b, `,"clientInfo":`...)
	b = m.appendClientInfo(b)
	return append(b, '}')
}

func (m *Machine) appendClientInfo(b []byte) []byte {
	b = append(b, `{"name":`...)
	b = wire.AppendQuote(b, []byte(m.cfg.ClientName))
	b = append(b, `,"version":`...)
	b = wire.AppendQuote(b, []byte(m.cfg.ClientVersion))
	return append(b, '}')
}

func (m *Machine) appendCapabilities(b []byte) []byte {
	b = append(b, '{')
	for i, name := range m.cfg.Capabilities {
		if i > 0 {
			b = append(b, ',')
		}
		b = wire.AppendQuote(b, []byte(name))
		b = append(b, ":{}"...)
	}
	return append(b, '}')
}

// withMeta gives a modern request's params the metadata that they must carry.
// What the caller wrote himself stays as it is, wrong or not: it was meant.
func (m *Machine) withMeta(params []byte) []byte {
	b := []byte{'{'}
	var given []byte
	if params != nil {
		wire.Members(params, func(key, value []byte) bool {
			if string(key) == "_meta" {
				given = value
				return true
			}
			b = appendMember(b, key, value)
			return true
		})
	}
	b = appendKey(b, "_meta")
	if given != nil && wire.TypeOf(given) != wire.Object {
		return append(append(b, given...), '}')
	}
	b = append(b, '{')
	has := map[string]bool{}
	if given != nil {
		wire.Members(given, func(key, value []byte) bool {
			has[string(key)] = true
			b = appendMember(b, key, value)
			return true
		})
	}
	if !has[metaVersion] {
		b = wire.AppendQuote(appendKey(b, metaVersion), []byte(m.revision))
	}
	if !has[metaClient] {
		b = m.appendClientInfo(appendKey(b, metaClient))
	}
	if !has[metaCapabilities] {
		b = m.appendCapabilities(appendKey(b, metaCapabilities))
	}
	return append(b, "}}"...)
}

// appendKey writes a member's name, with a comma when it is not the first.
func appendKey(b []byte, key string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(wire.AppendQuote(b, []byte(key)), ':')
}

func appendMember(b, key, value []byte) []byte {
	return append(appendKey(b, string(key)), value...)
}

func cursorParams(cursor []byte) []byte {
	b := append([]byte(nil), `{"cursor":`...)
	return append(append(b, cursor...), '}')
}

func cancelParams(id []byte, reason string) []byte {
	b := append([]byte(nil), `{"requestId":`...)
	b = append(b, id...)
	b = append(b, `,"reason":`...)
	b = wire.AppendQuote(b, []byte(reason))
	return append(b, '}')
}

func toolCallParams(call ToolCall) []byte {
	b := append([]byte(nil), `{"name":`...)
	b = wire.AppendQuote(b, []byte(call.Name))
	if call.Arguments != nil {
		b = append(b, `,"arguments":`...)
		b = append(b, call.Arguments...)
	}
	return append(b, '}')
}
