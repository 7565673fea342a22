package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stdioscope/engine/redact"
)

// TempDir is the AskedDir for an empty folder that is removed after the run.
const TempDir = "temp"

// prepare makes the spec exact: an absolute directory, an environment with one
// value a name. cleanUp removes what was made for the run.
func (s Spec) prepare() (ready Spec, cleanUp func(), err error) {
	cleanUp = func() {}
	s.Env = ChildEnv(EnvInherit, s.Env, nil)
	s.Secrets = secretsOf(s.Secrets, s.Env)
	switch {
	case s.Dir == "" && s.AskedDir == TempDir:
		dir, err := os.MkdirTemp("", "stdioscope-")
		if err != nil {
			return s, cleanUp, fmt.Errorf("make an empty folder for the run: %w", err)
		}
		s.Dir, cleanUp = dir, func() { _ = os.RemoveAll(dir) }
	case s.Dir == "":
		if s.Dir, err = os.Getwd(); err != nil {
			return s, cleanUp, fmt.Errorf("find the current folder: %w", err)
		}
	default:
		if s.Dir, err = filepath.Abs(s.Dir); err != nil {
			return s, cleanUp, fmt.Errorf("find the folder of the run: %w", err)
		}
	}
	return s, cleanUp, nil
}

// maskedArgv is the command line as it may be shown: secrets by shape and name,
// and the values that were given for variables.
func maskedArgv(s Spec) []string {
	argv := redact.Argv(s.Argv)
	var m redact.Masker
	for _, secret := range s.Secrets {
		if len(secret.Value) < minSecret {
			continue
		}
		mask := []byte(secret.Value)
		m.Mask(mask)
		for i := range argv {
			argv[i] = strings.ReplaceAll(argv[i], secret.Value, string(mask))
		}
	}
	return argv
}
