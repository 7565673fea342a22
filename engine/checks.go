package engine

import (
	"strings"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// checks is the verdict by subject over some runs: the worst of each.
func (a *Analyzer) checks(runs []*run) report.Checks {
	var out report.Checks
	for i, r := range runs {
		if r.process.discoverExit && i+1 < len(runs) && r.process.pending == nil {
			// Launched again: its opening is no verdict on the next one's.
			one := r.checks()
			one.Initialize = skipped("")
			out = worse(out, one, i == 0)
			continue
		}
		out = worse(out, r.checks(), i == 0)
	}
	out.Repeat = report.RepeatCheck{Check: skipped("")}
	return out
}

//go:noinline
func skipped(reason string) report.Check {
	return report.Check{Status: report.Skipped, IssueCodes: []string{}, Reason: reason}
}

//go:noinline
func of(check rule.Check) func(c *codeCount) bool {
	return func(c *codeCount) bool { return c.check == check }
}

// checks is the verdict by subject on one run.
func (r *run) checks() report.Checks {
	counts := tally([]*run{r})
	verdict := func(check rule.Check) report.Check { return verdictOn(counts, of(check)) }
	// or is the verdict where there is something to judge, else a skip.
	or := func(c report.Check, judged bool, reason string) report.Check {
		if judged || len(c.IssueCodes) > 0 {
			return c
		}
		return skipped(reason)
	}
	o := &r.a.header.Options
	hiddenStdout := ""
	if r.a.hides("stdout") {
		hiddenStdout = report.NotVisible
	}
	out := report.Checks{
		Initialize: r.initializeCheck(counts),
		Discover:   or(verdict(rule.CheckDiscover), r.life.discovered, ""),
		Stdout: or(verdictOn(counts, func(c *codeCount) bool {
			return c.check == rule.CheckStdout || strings.HasPrefix(c.code, "stdout-")
		}), r.out.frames > 0 && hiddenStdout == "" && !r.a.hides("bytes"), r.hiddenReason()),
		JSONRPC:     or(verdict(rule.CheckJSONRPC), r.framesAt(3) > 0, r.hiddenReason()),
		Operation:   r.operationCheck(counts),
		ToolSchema:  or(verdict(rule.CheckToolSchema), r.tools.checked, ""),
		Adversarial: or(verdict(rule.CheckAdversarial), len(r.probes.list) > 0, ""),
		Process:     or(verdict(rule.CheckProcess), r.process.spawned || r.process.exited, r.exitReason()),
		StaticScan:  or(verdict(rule.CheckStaticScan), o.ScanPath != "", ""),
	}
	out.PythonBuffering = or(verdict(rule.CheckPython), len(r.a.header.Command) > 0, report.NotVisible)
	out.Capabilities = r.capabilitiesCheck(counts)
	return out
}

func (r *run) hiddenReason() string {
	if r.a.hides("stdout") || r.a.hides("bytes") {
		return report.NotVisible
	}
	return ""
}

func (r *run) exitReason() string {
	if r.a.recorded() {
		return ""
	}
	return report.NotVisible
}

// initializeCheck also fails for what kept the handshake from completing.
func (r *run) initializeCheck(counts []codeCount) report.Check {
	l := &r.life
	own := verdictOn(counts, of(rule.CheckInitialize))
	asked := l.initializes > 0 || l.answered
	switch {
	case l.initialized:
		return own
	case l.refused && own.Status != report.Fail:
		return skipped("")
	case !asked && !r.sees(stdinStream):
		if own.Status != report.Pass {
			return own
		}
		return skipped(report.NotVisible)
	case !asked && (l.discovers > 0 || l.modernRequests > 0 || l.modernAnswer) && r.process.spawnError == nil:
		if l.opened || !contains(codesOf(counts, ""), "server-exited") {
			return skipped("")
		}
	}
	broke := verdictOn(counts, func(c *codeCount) bool {
		switch c.check {
		case rule.CheckInitialize:
			return true
		case rule.CheckStdout, rule.CheckJSONRPC:
			return c.severity == rule.Error
		}
		return c.code == "server-exited" || c.code == "spawn-failed"
	})
	if asked || len(broke.IssueCodes) > 0 {
		if len(broke.IssueCodes) == 0 {
			return skipped("") // the recording ended before the answer
		}
		broke.Status = report.Fail
		return broke
	}
	return skipped("")
}

// codesOf is the codes that weigh, of one check or of all.
func codesOf(counts []codeCount, check rule.Check) []string {
	var out []string
	for i := range counts {
		if c := &counts[i]; c.weighs() && (check == "" || c.check == check) {
			out = append(out, c.code)
		}
	}
	return out
}

func (r *run) operationCheck(counts []codeCount) report.Check {
	own := verdictOn(counts, of(rule.CheckOperation))
	if len(own.IssueCodes) > 0 {
		return own
	}
	if len(r.ops.list) == 0 {
		return skipped("")
	}
	for i := range r.ops.list {
		if !r.ops.list[i].Responded {
			broke := verdictOn(counts, func(c *codeCount) bool {
				return c.severity == rule.Error && (c.check == rule.CheckStdout || c.check == rule.CheckJSONRPC || c.check == rule.CheckProcess)
			})
			if len(broke.IssueCodes) == 0 {
				return skipped("")
			}
			return broke
		}
	}
	return own
}

// capabilitiesCheck is the honesty of what the server advertises.
func (r *run) capabilitiesCheck(counts []codeCount) report.CapabilitiesCheck {
	var out report.CapabilitiesCheck
	out.Check = verdictOn(counts, of(rule.CheckCapabilities))
	checked := len(out.IssueCodes) > 0
	list := func(s *listState, c report.CapabilityCheck) report.ListCheck {
		lc := report.ListCheck{Check: skipped(""), Advertised: c.Advertised, Method: c.Method, Responded: c.Responded, ItemCount: c.ItemCount}
		codes := r.listCodes(c.Method)
		if c.Advertised && (s.asked || len(codes) > 0) {
			lc.Check = verdictOn(counts, func(n *codeCount) bool {
				return n.check == rule.CheckCapabilities && contains(codes, n.code)
			})
			checked = true
		} else if len(codes) > 0 {
			lc.Check = verdictOn(counts, func(n *codeCount) bool {
				return n.check == rule.CheckCapabilities && contains(codes, n.code)
			})
		}
		return lc
	}
	checks := r.capabilityChecks()
	out.Tools = list(&r.lists.tools, checks.Tools)
	out.Resources = list(&r.lists.resources, checks.Resources)
	out.Prompts = list(&r.lists.prompts, checks.Prompts)
	if !checked {
		out.Check = skipped("")
		if !r.life.capsKnown() && !r.sees(stdinStream) {
			out.Check.Reason = report.NotVisible
		}
	}
	return out
}

// listCodes is the codes of the findings about one list's method. resources has
// a second list.
func (r *run) listCodes(method string) []string {
	var out []string
	for _, f := range r.found.kept {
		same := f.method == method || method == "resources/list" && f.method == "resources/templates/list"
		if same && f.party == byServer && f.rule.Check == rule.CheckCapabilities && !contains(out, f.rule.Code) {
			out = append(out, f.rule.Code)
		}
	}
	return out
}

// capabilityChecks is what the probes of the advertised lists showed.
func (r *run) capabilityChecks() report.CapabilityChecks {
	caps := r.life.caps("")
	if caps == nil {
		caps = r.life.discoverCaps
	}
	one := func(s *listState, capability, method string) report.CapabilityCheck {
		c := report.CapabilityCheck{Advertised: declares(caps, capability), Method: method, Responded: s.responded, Error: s.err}
		if s.counted {
			n := s.items
			c.ItemCount = &n
		}
		return c
	}
	l := &r.lists
	return report.CapabilityChecks{
		Tools:     one(&l.tools, "tools", "tools/list"),
		Resources: one(&l.resources, "resources", "resources/list"),
		Prompts:   one(&l.prompts, "prompts", "prompts/list"),
	}
}

// worse joins the checks of two runs.
func worse(a, b report.Checks, first bool) report.Checks {
	if first {
		return b
	}
	return report.Checks{
		Initialize:      worst(a.Initialize, b.Initialize),
		Discover:        worst(a.Discover, b.Discover),
		Stdout:          worst(a.Stdout, b.Stdout),
		JSONRPC:         worst(a.JSONRPC, b.JSONRPC),
		Operation:       worst(a.Operation, b.Operation),
		ToolSchema:      worst(a.ToolSchema, b.ToolSchema),
		Adversarial:     worst(a.Adversarial, b.Adversarial),
		Process:         worst(a.Process, b.Process),
		PythonBuffering: worst(a.PythonBuffering, b.PythonBuffering),
		StaticScan:      worst(a.StaticScan, b.StaticScan),
		Capabilities: report.CapabilitiesCheck{
			Check:     worst(a.Capabilities.Check, b.Capabilities.Check),
			Tools:     worstList(a.Capabilities.Tools, b.Capabilities.Tools),
			Resources: worstList(a.Capabilities.Resources, b.Capabilities.Resources),
			Prompts:   worstList(a.Capabilities.Prompts, b.Capabilities.Prompts),
		},
	}
}

//go:noinline
func worst(a, b report.Check) report.Check {
	out := report.Check{Status: a.Status, IssueCodes: sorted(append(append([]string{}, a.IssueCodes...), b.IssueCodes...)), Reason: a.Reason}
	if statusRank(b.Status) > statusRank(a.Status) {
		out.Status, out.Reason = b.Status, b.Reason
	}
	return out
}

//go:noinline
func worstList(a, b report.ListCheck) report.ListCheck {
	out := b
	out.Check = worst(a.Check, b.Check)
	return out
}

//go:noinline
func statusRank(s report.Status) int {
	switch s {
	case report.Fail:
		return 3
	case report.Warning:
		return 2
	case report.Pass:
		return 1
	}
	return 0
}
