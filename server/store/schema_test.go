package store

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInstancesOpenAtOnce(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() {
				s, err := Open(t.Context(), place)
				if err != nil {
					t.Error(err)
					return
				}
				s.Close()
			})
		}
		done.Wait()
		if got := count(t, open(t, place), "stdioscope_schema"); got != 1 {
			t.Errorf("%d migrations noted, want 1", got)
		}
	})
}

func TestNewerSchemaIsRefused(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		if _, err := s.db.Exec("INSERT INTO stdioscope_schema (version) VALUES (99)"); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), place); err == nil || !strings.Contains(err.Error(), "schema 99") {
			t.Errorf("got %v, want a refusal that names schema 99", err)
		}
	})
}

func TestFileIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are a matter of Unix")
	}
	path := filepath.Join(t.TempDir(), "a %20b?#.db") // a name that a URL would mangle
	s := open(t, path)
	put(t, s, upload(t, "a run", []byte("x")))
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %o, want 600", name, info.Mode().Perm())
		}
	}
}

func TestPasswordStaysOutOfErrors(t *testing.T) {
	_, err := Open(t.Context(), "postgres://user:hunter22@127.0.0.1:1/db?connect_timeout=1")
	if err == nil {
		t.Fatal("it opened")
	}
	if strings.Contains(err.Error(), "hunter22") {
		t.Errorf("the password stands in %q", err)
	}
}

// The two sets of migrations say the same but for the types' names.
func TestMigrationsAgree(t *testing.T) {
	read := func(d dialect) []string {
		steps, err := migrationsOf(d)
		if err != nil {
			t.Fatal(err)
		}
		same := strings.NewReplacer("BYTEA", "BLOB", "BIGINT", "INTEGER", ") WITHOUT ROWID", ")")
		for i := range steps {
			steps[i] = regexp.MustCompile(`\s+`).ReplaceAllString(same.Replace(steps[i]), " ")
		}
		return steps
	}
	if diff := cmp.Diff(read(sqlite), read(postgres)); diff != "" {
		t.Error(diff)
	}
}

// modernc.org/sqlite works with exactly the libc that its own go.mod names.
func TestLibcIsSqlitesOwn(t *testing.T) {
	list := func(format, module string) string {
		out, err := exec.Command("go", "list", "-m", "-f", format, module).Output()
		if err != nil {
			t.Skipf("no go command here: %v", err)
		}
		return strings.TrimSpace(string(out))
	}
	file, err := os.ReadFile(list("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`modernc\.org/libc (\S+)`).FindSubmatch(file)
	if want == nil {
		t.Fatal("sqlite's go.mod names no libc")
	}
	if got := list("{{.Version}}", "modernc.org/libc"); got != string(want[1]) {
		t.Errorf("libc is %s, sqlite wants %s", got, want[1])
	}
}

func TestReady(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		if err := s.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		s.Close()
		if err := s.Ready(context.Background()); err == nil {
			t.Error("a closed store calls itself ready")
		}
	})
}
