package run

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
	"strings"
	"time"

	"stdioscope/engine/transcript"
)

// fingerprintOf is what is known before the launch without asking anybody.
func fingerprintOf(spec Spec) []byte {
	_, err := os.Stat(spec.Dir)
	requested := spec.AskedDir
	if requested == "" {
		requested = spec.Dir
	}
	env := map[string]any{"inherited": spec.EnvMode == "" || spec.EnvMode == "inherit"}
	if isSet(spec.Env, "PYTHONUNBUFFERED") {
		env["pythonUnbuffered"] = true // also where nobody gave it by name
	}
	b, _ := json.Marshal(map[string]any{
		"cwd":    map[string]any{"requested": requested, "resolved": spec.Dir, "exists": err == nil},
		"system": map[string]string{"platform": platformName(runtime.GOOS), "arch": archName(runtime.GOARCH), "osRelease": osRelease()},
		"env":    env,
	})
	return b
}

func isSet(env []string, name string) bool {
	for _, v := range env {
		if n, value, _ := strings.Cut(v, "="); n == name && value != "" {
			return true
		}
	}
	return false
}

// platformName and archName speak as the contract's first consumers do, which
// know Node's names.
func platformName(goos string) string {
	if goos == "windows" {
		return "win32"
	}
	return goos
}

func archName(goarch string) string {
	switch goarch {
	case "amd64":
		return "x64"
	case "386":
		return "ia32"
	}
	return goarch
}

// quickRun is how long after the launch a run may end without its runtime's
// version; a run that takes longer waits for nothing.
const quickRun = 300 * time.Millisecond

// askRuntimes finds out beside the run what the server runs on: the versions of
// the runtimes that its command names, and the package that it belongs to. An
// answer that comes after the run's end is not waited for.
func (r *runner) askRuntimes() {
	spec, until := r.spec, time.Now().Add(quickRun)
	ctx, cancel := context.WithCancel(context.Background())
	facts := make(chan []byte, 1)
	go func() {
		defer close(facts)
		if b := runtimeFacts(ctx, spec); b != nil {
			facts <- b
		}
	}()
	r.asides.Add(1)
	go func() {
		defer r.asides.Done()
		defer func() { cancel(); <-facts }()
		select {
		case b, ok := <-facts:
			if ok {
				r.record(&transcript.Event{Kind: transcript.KindFingerprint, JSON: b})
			}
			return
		case <-r.ended:
		}
		select {
		case b, ok := <-facts:
			if ok {
				r.record(&transcript.Event{Kind: transcript.KindFingerprint, JSON: b})
			}
		case <-time.After(time.Until(until)):
		}
	}()
}

func runtimeFacts(ctx context.Context, spec Spec) []byte {
	facts := map[string]any{}
	if p := packageOf(spec); p != nil {
		facts["package"] = p
	}
	if versions := runtimeVersions(ctx, spec); len(versions) > 0 {
		facts["runtimes"] = versions
	}
	if len(facts) == 0 || ctx.Err() != nil {
		return nil
	}
	b, err := json.Marshal(facts)
	if err != nil {
		return nil
	}
	return b
}
