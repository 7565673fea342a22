package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/wire"
)

// facts is what fingerprint events say of the environment of the runs.
type facts struct {
	cwd      report.FingerprintCwd
	hasCwd   bool
	system   report.System
	runtimes map[string]report.Raw
	pack     report.Raw
	inherit  *bool
	// unbuffered: PYTHONUNBUFFERED is set, whether it was given by name or not.
	unbuffered bool
}

// merge takes one fingerprint event over; later ones win.
func (f *facts) merge(raw []byte) {
	if !wire.Valid(raw) {
		return
	}
	wire.Members(raw, func(key, value []byte) bool {
		switch string(key) {
		case "cwd":
			f.hasCwd = true
			wire.Members(value, func(k, v []byte) bool {
				switch string(k) {
				case "requested":
					f.cwd.Requested, _ = wire.String(v)
				case "resolved":
					f.cwd.Resolved, _ = wire.String(v)
				case "exists":
					f.cwd.Exists = isTrue(v)
				}
				return true
			})
		case "system":
			wire.Members(value, func(k, v []byte) bool {
				switch string(k) {
				case "platform":
					f.system.Platform, _ = wire.String(v)
				case "arch":
					f.system.Arch, _ = wire.String(v)
				case "osRelease":
					f.system.OSRelease, _ = wire.String(v)
				}
				return true
			})
		case "runtimes":
			wire.Members(value, func(k, v []byte) bool {
				if f.runtimes == nil {
					f.runtimes = map[string]report.Raw{}
				}
				if len(f.runtimes) < 64 {
					f.runtimes[string(k)] = append(report.Raw(nil), v...)
				}
				return true
			})
		case "package":
			f.pack = append(report.Raw(nil), value...)
		case "env":
			if v, ok := wire.Get(value, "inherited"); ok {
				inherited := isTrue(v)
				f.inherit = &inherited
			}
			if v, ok := wire.Get(value, "pythonUnbuffered"); ok {
				f.unbuffered = isTrue(v)
			}
		}
		return true
	})
}

//go:noinline
func isTrue(value []byte) bool { return len(value) > 0 && value[0] == 't' }

// fingerprint is the report's fingerprint of the runs given.
func (a *Analyzer) fingerprint(runs []*run, protocol string) report.Fingerprint {
	h := &a.header
	o := &h.Options
	fp := report.Fingerprint{
		Guard:             report.Guard{Name: h.Tool.Name, Version: h.Tool.Version},
		Command:           report.FingerprintCommand{Args: []string{}, Argv: append([]string{}, h.Command...)},
		Protocol:          protocol,
		Config:            a.config(),
		Profile:           a.profile(),
		TimeoutMs:         o.TimeoutMs,
		Repeat:            max(o.Repeat, 1),
		CapabilityProbes:  o.Probes,
		AdversarialProbes: append([]string{}, o.Adversarial...),
		Operations:        append([]report.FingerprintOperation{}, a.requests...),
		System:            a.facts.system,
		Runtimes:          map[string]report.Raw{},
		Package:           report.Raw("null"),
		Env:               report.FingerprintEnv{Inherited: true, Names: sorted(h.Env), Values: map[string]string{}},
		StaticScan:        a.staticScan(),
	}
	if len(h.Command) > 0 {
		fp.Command.Executable = h.Command[0]
		fp.Command.Args = append(fp.Command.Args, h.Command[1:]...)
	}
	fp.Cwd = a.facts.cwd
	if !a.facts.hasCwd {
		fp.Cwd = report.FingerprintCwd{Requested: h.Cwd, Resolved: h.Cwd, Exists: h.Cwd != ""}
	}
	if len(a.requests) > 0 {
		first := a.requests[0]
		fp.Operation = &first
	}
	for k, v := range a.facts.runtimes {
		fp.Runtimes[k] = v
	}
	if a.facts.pack != nil {
		fp.Package = a.facts.pack
	}
	if a.facts.inherit != nil {
		fp.Env.Inherited = *a.facts.inherit
	}
	for _, name := range fp.Env.Names {
		fp.Env.Values[name] = "<redacted>"
	}
	if n := len(runs); n > 0 {
		fp.Timings.StartupMs = runs[n-1].startupMs()
		total := runs[n-1].process.lastT / 1000
		if n == 1 {
			total = (runs[0].process.lastT - runs[0].process.spawnT) / 1000
		}
		if a.timed() {
			fp.Timings.TotalMs = &total
		}
	}
	return fp
}

//go:noinline
func (a *Analyzer) timed() bool { return !a.hides("timing") }

// startupMs is the time from the spawn to the answer that opened the session.
func (r *run) startupMs() *int64 {
	if !r.life.opened || !r.a.timed() {
		return nil
	}
	ms := (r.life.openedT - r.process.spawnT) / 1000
	return &ms
}

func (a *Analyzer) profile() string {
	if p := a.header.Options.Profile; p != "" {
		return p
	}
	return "custom"
}

func (a *Analyzer) staticScan() report.StaticScan {
	o := &a.header.Options
	return report.StaticScan{Enabled: o.ScanPath != "", Path: o.ScanPath, FailOnFindings: o.FailOnStatic}
}

// config is the header's record of the configuration file.
func (a *Analyzer) config() report.Config {
	c := report.Config{Checks: report.ConfigChecks{
		EnvNames: []string{}, Requests: []report.Raw{}, SafeToolCalls: []report.Raw{},
		AdversarialProbes: []string{}, AdversarialToolCalls: []report.Raw{},
	}}
	raw := a.header.Options.Config
	if !wire.Valid(raw) {
		return c
	}
	wire.Members(raw, func(key, value []byte) bool {
		switch string(key) {
		case "enabled":
			c.Enabled = isTrue(value)
		case "path":
			c.Path, _ = wire.String(value)
		case "resolvedPath":
			c.ResolvedPath, _ = wire.String(value)
		case "checks":
			wire.Members(value, func(k, v []byte) bool {
				switch string(k) {
				case "command":
					c.Checks.Command = isTrue(v)
				case "cwd":
					c.Checks.Cwd = isTrue(v)
				case "envNames":
					c.Checks.EnvNames = append(c.Checks.EnvNames, texts(v)...)
				case "adversarialProbes":
					c.Checks.AdversarialProbes = append(c.Checks.AdversarialProbes, texts(v)...)
				case "requests":
					c.Checks.Requests = raws(v)
				case "safeToolCalls":
					c.Checks.SafeToolCalls = raws(v)
				case "adversarialToolCalls":
					c.Checks.AdversarialToolCalls = raws(v)
				}
				return true
			})
		}
		return true
	})
	return c
}

func raws(array []byte) []report.Raw {
	out := []report.Raw{}
	wire.Elements(array, func(v []byte) bool {
		out = append(out, report.Raw(v))
		return true
	})
	return out
}
