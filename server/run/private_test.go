//go:build unix

package run

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestClaimDir(t *testing.T) {
	const file = "somebody's.txt"
	for _, tc := range []struct {
		name  string
		usual bool
		had   fs.FileMode // 0 = the folder is missing
		holds bool        // a file of somebody
		mode  fs.FileMode
		open  bool
	}{
		{"missing", false, 0, false, 0o700, false},
		{"missing, the usual one", true, 0, false, 0o700, false},
		{"private", false, 0o700, true, 0o700, false},
		{"empty, for all to read", false, 0o755, false, 0o700, false},
		{"the usual one, for all to read", true, 0o755, true, 0o700, false},
		{"the usual one, for the group", true, 0o750, true, 0o700, false},
		{"somebody's, for all to read", false, 0o755, true, 0o755, true},
		{"somebody's, for all to write", false, 0o777, true, 0o777, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			state := t.TempDir()
			t.Setenv("XDG_STATE_HOME", state)
			dir := filepath.Join(state, "named")
			if tc.usual {
				dir = filepath.Join(state, "stdioscope")
			}
			if tc.had != 0 {
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(dir, tc.had); err != nil { // whatever the umask
					t.Fatal(err)
				}
			}
			if tc.holds {
				if err := os.WriteFile(filepath.Join(dir, file), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			open, err := ClaimDir(dir)
			if err != nil || open != tc.open {
				t.Errorf("open %v, want %v; %v", open, tc.open, err)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != tc.mode {
				t.Errorf("mode %v, want %v; %v", info.Mode().Perm(), tc.mode, err)
			}
		})
	}
}
