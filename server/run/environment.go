package run

import (
	"runtime"
	"slices"
	"strings"
)

// The modes of ChildEnv.
const (
	EnvInherit = "inherit" // everything that we have, but our own credentials
	EnvClient  = "client"  // what the protocol's TypeScript SDK hands on to a server
	EnvClean   = "clean"   // what is needed to find a program at all
)

// ChildEnv is the whole environment of a server: what the mode takes over from
// own (NAME=VALUE), then given on top, a later value of a name winning. The
// names keep their order; an unknown mode counts as EnvInherit. Our own credentials
// are taken over in no mode.
func ChildEnv(mode string, own, given []string) []string {
	var env []string
	for _, v := range own {
		if handsOn(mode, v) {
			env = setVariable(env, v)
		}
	}
	for _, v := range given {
		env = setVariable(env, v)
	}
	return env
}

// ownVariables are our own credentials, for a team's server and its database. No
// server under test has a use for them; who thinks so gives them by name.
var ownVariables = []string{"STDIOSCOPE_UPLOAD_TOKEN", "STDIOSCOPE_STORE"}

func handsOn(mode, variable string) bool {
	name, value, _ := strings.Cut(variable, "=")
	if slices.Contains(ownVariables, name) {
		return false
	}
	if runtime.GOOS == "windows" {
		name = strings.ToUpper(name)
	}
	switch mode {
	case EnvClient:
		// An exported shell function is not handed on by any client.
		return slices.Contains(clientVariables(), name) && !strings.HasPrefix(value, "()")
	case EnvClean:
		return slices.Contains(cleanVariables(), name)
	}
	return name != "" || runtime.GOOS == "windows" // "=C:=…" are cmd.exe's directories
}

func clientVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{
			"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PROCESSOR_ARCHITECTURE",
			"SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE", "PROGRAMFILES",
		}
	}
	return []string{"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"}
}

func cleanVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{"PATH", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "PATHEXT"}
	}
	return []string{"PATH"}
}

func setVariable(env []string, variable string) []string {
	name, _, _ := strings.Cut(variable, "=")
	for i, v := range env {
		n, _, _ := strings.Cut(v, "=")
		if n == name || runtime.GOOS == "windows" && strings.EqualFold(n, name) {
			env[i] = variable
			return env
		}
	}
	return append(env, variable)
}
