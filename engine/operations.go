package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// The purposes of a planned request.
const (
	purposeProbe       = "probe"
	purposeRequest     = "request"
	purposeSafeTool    = "safe-tool-call"
	purposeManual      = "manual"
	purposeAdversarial = "adversarial"
)

// planned is what the recorder said about a request before it wrote it.
type planned struct {
	id                     ident
	method, purpose, label string
}

// operations are the explicit requests of a run, in their order.
type operations struct {
	pending []planned
	list    []report.Operation
	wanted  int // how many of the header's requests were matched
}

// maxPending bounds the plans that no request has followed yet.
const maxPending = 1000

// maxOperations bounds the explicit requests that the report lists.
const maxOperations = 1000

func (o *operations) plan(ev *transcript.Event) {
	if len(o.pending) >= maxPending {
		o.pending = append(o.pending[:0], o.pending[1:]...)
	}
	p := planned{method: ev.Method, purpose: ev.Purpose, label: ev.Label}
	if len(ev.ID) > 0 && wire.Valid(ev.ID) {
		p.id = identOf(ev.ID)
		p.id.raw = append([]byte(nil), p.id.raw...)
		p.id.text = append([]byte(nil), p.id.text...)
	}
	o.pending = append(o.pending, p)
}

func (id ident) equal(other ident) bool {
	return id.kind == other.kind && id.n == other.n && string(id.text) == string(other.text)
}

// take removes the plan of a request.
func (o *operations) take(id *ident) (planned, bool) {
	for i := range o.pending {
		if p := o.pending[i]; p.id.kind != noID && p.id.equal(*id) {
			o.pending = append(o.pending[:i], o.pending[i+1:]...)
			return p, true
		}
	}
	return planned{}, false
}

// silentPlan is the plan of a line that wants no answer: the one without an id
// that was made right before it.
func (o *operations) silentPlan(m *wire.Message) *planned {
	n := len(o.pending)
	if n == 0 || o.pending[n-1].id.kind != noID || m.Kind == wire.Request {
		return nil
	}
	p := o.pending[n-1]
	o.pending = o.pending[:n-1]
	return &p
}

// link joins a request with its plan.
func (o *operations) link(r *run, x *exchange, hasParams bool) {
	p, ok := o.take(&x.id)
	if !ok {
		return
	}
	x.purpose, x.label = p.purpose, p.label
	switch p.purpose {
	case purposeRequest, purposeSafeTool, purposeManual:
		if len(o.list) >= maxOperations {
			return
		}
		op := report.Operation{Method: x.method, HasParams: hasParams, Source: sourceOf(p.purpose), RequestID: x.idText()}
		if p.purpose != purposeManual {
			o.fromHeader(r, &op, p.purpose)
		}
		o.list = append(o.list, op)
		x.operation = len(o.list)
	case purposeAdversarial:
		r.probes.begin(x.method, x.label, x.idText())
	}
}

//go:noinline
func sourceOf(purpose string) string {
	switch purpose {
	case purposeSafeTool:
		return "safe-tool-call"
	case purposeManual:
		return "manual"
	}
	return "cli-request"
}

// fromHeader takes over where a request was asked for: on the command line or in
// a configuration file.
//
//go:noinline
func (o *operations) fromHeader(r *run, op *report.Operation, purpose string) {
	n := 0
	for _, want := range r.a.requests {
		if n++; n <= o.wanted || want.Method != op.Method {
			continue
		}
		o.wanted = n
		op.Source, op.SafeToolCallName = want.Source, want.SafeToolCallName
		op.HasParams = op.HasParams && (want.HasParams || purpose == purposeSafeTool)
		return
	}
}

// answered notes what came of an explicit request.
func (o *operations) answered(r *run, x *exchange, e *rpcError) {
	if x.operation == 0 {
		return
	}
	op := &o.list[x.operation-1]
	op.Responded = true
	if e != nil {
		op.Error = e.report()
	}
	ms := float64(r.a.now.t-x.t) / 1000
	op.LatencyMs = &ms
}

// sentSilent links a planned line that wants no answer.
func (o *operations) sentSilent(r *run, plan *planned, fr *frame) {
	if plan == nil || plan.purpose != purposeAdversarial {
		return
	}
	r.probes.begin(plan.method, plan.label, "")
}

// parseRequests reads the header's list of explicit requests.
func parseRequests(raw []byte) (out []report.FingerprintOperation) {
	if !wire.Valid(raw) {
		return nil
	}
	wire.Elements(raw, func(value []byte) bool {
		var op report.FingerprintOperation
		wire.Members(value, func(key, v []byte) bool {
			switch string(key) {
			case "method":
				op.Method, _ = wire.String(v)
			case "hasParams":
				op.HasParams = wire.TypeOf(v) == wire.Bool && v[0] == 't'
			case "source":
				op.Source, _ = wire.String(v)
			case "safeToolCallName":
				op.SafeToolCallName, _ = wire.String(v)
			}
			return true
		})
		out = append(out, op)
		return len(out) < maxOperations
	})
	return out
}

// jsonNumber keeps a number as it was written; what is no number becomes 0.
func jsonNumber(raw string) report.Number {
	if wire.TypeOf([]byte(raw)) != wire.Number {
		return "0"
	}
	return report.Number(raw)
}
