package mcp

import (
	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// inputRequired judges a result by which a server of the stateless era asks for
// input before it can answer.
func (w *walker) inputRequired(params []byte) {
	start := len(w.problems)
	result := w.c.Data
	w.value(tInputRequiredResult, "input-required-invalid", false)
	for i := range w.problems[start:] {
		if p := &w.problems[start+i]; p.Code != "meta-invalid" {
			p.Code, p.Detail = "input-required-invalid", ""
		}
	}
	requests, asks := wire.Get(result, "inputRequests")
	if _, state := wire.Get(result, "requestState"); !asks && !state {
		w.add("input-required-invalid", "", result, "", "the result asks for input, but has neither inputRequests nor requestState")
	}
	meta, _ := wire.Get(params, "_meta")
	caps, known := wire.Get(meta, MetaClientCapabilities)
	wire.Members(requests, func(key, request []byte) bool {
		w.inputRequest(key, request, caps, known)
		return true
	})
}

// inputRequest judges one wish for input against what the client declared on
// the request that it belongs to.
func (w *walker) inputRequest(key, request, caps []byte, known bool) {
	raw, _ := wire.Get(request, "method")
	method, _ := wire.String(raw)
	need := neededForInput(method, request)
	if need == "" {
		return
	}
	path := "/inputRequests/" + string(place.AppendToken(nil, key)) + "/method"
	if known && !declared(caps, need) {
		w.add("client-capability-not-declared", "", raw, path,
			"inputRequests asks for "+method+", but the request declared no client capability "+need)
	}
	if method != "elicitation/create" {
		w.add("deprecated-feature", "", raw, path, method+" is deprecated under this revision, yet still valid")
	}
}

// neededForInput is the client capability that a wish for input needs, "" for a
// method that is none.
func neededForInput(method string, request []byte) string {
	switch method {
	case "sampling/createMessage":
		return "sampling"
	case "roots/list":
		return "roots"
	case "elicitation/create":
		params, _ := wire.Get(request, "params")
		if mode, _ := wire.Get(params, "mode"); place.IsText(mode, "url") {
			return "elicitation.url"
		}
		return "elicitation"
	}
	return ""
}

// declared reports whether a capability object names a capability, by a dotted
// path. elicitation alone means forms.
func declared(caps []byte, path string) bool {
	for from := 0; ; {
		end := from
		for end < len(path) && path[end] != '.' {
			end++
		}
		value, ok := wire.Get(caps, path[from:end])
		if !ok || wire.TypeOf(value) != wire.Object {
			return false
		}
		if end == len(path) {
			return true
		}
		caps, from = value, end+1
	}
}
