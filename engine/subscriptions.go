package engine

import (
	"strings"

	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// subscription is an open subscriptions/listen request.
type subscription struct {
	id           ident
	acknowledged bool
	ended        bool
	filter       []byte // what was asked for, then what was acknowledged
}

// subscriptions are those of a run.
type subscriptions struct {
	list []*subscription
}

// maxSubscriptions bounds the subscriptions that are followed.
const maxSubscriptions = 1000

func (s *subscriptions) any() bool { return len(s.list) > 0 }

func (s *subscriptions) listen(x *exchange, params []byte) {
	if len(s.list) >= maxSubscriptions {
		s.list = append(s.list[:0], s.list[1:]...)
	}
	sub := &subscription{id: x.id}
	if filter, ok := wire.Get(params, "notifications"); ok && len(filter) <= maxParams {
		sub.filter = append([]byte(nil), filter...)
	}
	x.sub = sub
	s.list = append(s.list, sub)
}

// ended notes that a subscription was answered: that is its graceful end.
func (s *subscriptions) ended(x *exchange) {
	if x.sub != nil {
		x.sub.ended = true
	}
}

func (s *subscriptions) find(id ident) *subscription {
	for i := len(s.list) - 1; i >= 0; i-- {
		if s.list[i].id.equal(id) {
			return s.list[i]
		}
	}
	return nil
}

// subscribed maps a notification to the filter field that asks for it.
func subscribed(method string) string {
	switch method {
	case "notifications/tools/list_changed":
		return "toolsListChanged"
	case "notifications/prompts/list_changed":
		return "promptsListChanged"
	case "notifications/resources/list_changed":
		return "resourcesListChanged"
	case "notifications/resources/updated":
		return "resourceSubscriptions"
	}
	return ""
}

// onNotification judges a notification of the modern era by the subscription
// that it must belong to.
func (s *subscriptions) onNotification(r *run, fr *frame, m *wire.Message, method string, params []byte) {
	field := subscribed(method)
	ack := method == "notifications/subscriptions/acknowledged"
	if field == "" && !ack || !r.correlates() {
		return
	}
	report := func(detail, message string) {
		r.addMessage(fr, m, "subscription-invalid", detail, rule.R5, method, message)
	}
	meta, _ := wire.Get(params, "_meta")
	raw, tagged := wire.Get(meta, mcp.MetaSubscriptionID)
	if !tagged {
		report("id", method+" carries no subscriptionId: it belongs to no subscription")
		return
	}
	id := identOf(raw)
	sub := s.find(id)
	switch {
	case sub == nil:
		if other, ok := id.otherType(); ok && s.find(other) != nil {
			report("id", "subscriptionId "+clip(string(raw))+" is of another JSON type than the id of the subscription")
			return
		}
		report("no-subscription", method+" names subscription "+clip(string(raw))+", which was never opened")
	case sub.ended:
		report("no-subscription", method+" came after the end of subscription "+clip(string(raw)))
	case ack:
		if extra := wider(params, sub.filter); extra != "" {
			report("filter", "the acknowledgement names "+extra+", which was not asked for")
		}
		sub.acknowledged = true
		if filter, ok := wire.Get(params, "notifications"); ok && len(filter) <= maxParams {
			sub.filter = append(sub.filter[:0], filter...)
		}
	case !sub.acknowledged:
		report("not-acknowledged", method+" came before the acknowledgement of subscription "+clip(string(raw)))
	case !wants(sub.filter, field, params):
		report("filter", method+" is none of the notifications that subscription "+clip(string(raw))+" acknowledged")
	}
}

// wider names a field of an acknowledgement that the request did not ask for.
func wider(params, asked []byte) (extra string) {
	filter, _ := wire.Get(params, "notifications")
	wire.Members(filter, func(key, value []byte) bool {
		if t := wire.TypeOf(value); t == wire.Bool && value[0] == 'f' || t == wire.Null {
			return true
		}
		if v, ok := wire.Get(asked, string(key)); !ok || wire.TypeOf(v) == wire.Bool && v[0] == 'f' {
			extra = string(key)
		}
		return extra == ""
	})
	return extra
}

// wants reports whether a filter lets a notification through.
func wants(filter []byte, field string, params []byte) bool {
	value, ok := wire.Get(filter, field)
	if !ok {
		return false
	}
	if field != "resourceSubscriptions" {
		return wire.TypeOf(value) == wire.Bool && value[0] == 't'
	}
	raw, _ := wire.Get(params, "uri")
	uri, _ := wire.String(raw)
	match := false
	wire.Elements(value, func(v []byte) bool {
		// The uri may name a part of what was subscribed to.
		if s, ok := wire.String(v); ok && strings.HasPrefix(uri, s) {
			match = true
		}
		return !match
	})
	return match
}
