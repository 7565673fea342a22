package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// noon is the tests' own clock.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// postgresVariable names a PostgreSQL that the tests may make schemas in.
const postgresVariable = "STDIOSCOPE_TEST_POSTGRES"

// eachPlace runs a test on both databases. PostgreSQL is left out, loudly, where
// none was given.
func eachPlace(t *testing.T, test func(t *testing.T, place string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "store.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, postgresPlace(t)) })
}

// postgresPlace is an empty schema of its own, dropped when the test has ended.
func postgresPlace(t *testing.T) string {
	t.Helper()
	base := os.Getenv(postgresVariable)
	if base == "" {
		t.Skip("NOT TESTED on PostgreSQL: " + postgresVariable + " names none")
	}
	db, err := sql.Open("pgx", base)
	if err != nil {
		t.Fatal(err)
	}
	schema := fmt.Sprintf("test_%x", rand.Uint64())
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}

func open(t *testing.T, place string) *Store {
	t.Helper()
	s, err := Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// noise does not compress, so that it fills several rows.
func noise(seed uint64, size int) []byte {
	b := make([]byte, size)
	source := rand.NewChaCha8([32]byte{byte(seed)})
	_, _ = source.Read(b)
	return b
}

func upload(t *testing.T, name string, transcript []byte) Upload {
	t.Helper()
	t0, err := BlobOf(transcript)
	if err != nil {
		t.Fatal(err)
	}
	r, err := BlobOf([]byte(`{"ok":true}`))
	if err != nil {
		t.Fatal(err)
	}
	return Upload{Name: name, Expires: noon.Add(time.Hour), Engine: "1.0.0", Preview: "FAIL", Transcript: t0, Report: r}
}

func put(t *testing.T, s *Store, up Upload) (Share, string) {
	t.Helper()
	share, deletion, err := s.Put(t.Context(), up, noon)
	if err != nil {
		t.Fatal(err)
	}
	return share, deletion
}

func content(t *testing.T, s *Store, digest string) []byte {
	t.Helper()
	r, err := s.Content(t.Context(), digest)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func count(t *testing.T, s *Store, table string) int {
	t.Helper()
	var n int
	if err := s.db.QueryRow("SELECT COUNT(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPutAndGet(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		transcript := noise(1, 3*chunkBytes+17)
		share, deletion := put(t, s, upload(t, "a run", transcript))
		if len(share.ID) < 22 || len(deletion) < 43 {
			t.Errorf("id %q or deletion token %q can be guessed", share.ID, deletion)
		}
		got, err := s.Get(t.Context(), share.ID, noon)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(share, got); diff != "" {
			t.Error(diff)
		}
		if !bytes.Equal(content(t, s, got.Transcript), transcript) {
			t.Error("the transcript came back changed")
		}
		if got := string(content(t, s, got.Report)); got != `{"ok":true}` {
			t.Errorf("the report came back as %q", got)
		}
	})
}

func TestWhatIsNoIDStaysOutOfTheDatabase(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		for _, id := range []string{"", "\x00", "a\x00b", "\xff\xfe", "../x", "a b", strings.Repeat("a", 65)} {
			if _, err := s.Get(t.Context(), id, noon); !errors.Is(err, ErrNotFound) {
				t.Errorf("get %q: %v", id, err)
			}
			if err := s.TakeBack(t.Context(), id, "x", noon); !errors.Is(err, ErrNotFound) {
				t.Errorf("take back %q: %v", id, err)
			}
		}
	})
}

func TestSpoolEqualsBlobOf(t *testing.T) {
	spool, err := NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	defer spool.Close()
	content := noise(2, 70000)
	for rest := content; len(rest) > 0; {
		n := min(len(rest), 1000)
		if _, err := spool.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	got, err := spool.Finish()
	if err != nil {
		t.Fatal(err)
	}
	want, err := BlobOf(content)
	if err != nil {
		t.Fatal(err)
	}
	if got.Digest != want.Digest || got.Size != want.Size {
		t.Errorf("got %s, %d bytes; want %s, %d bytes", got.Digest, got.Size, want.Digest, want.Size)
	}
}

// Equal transcripts are stored once, and stay as long as one share has them.
func TestEqualContentsAreStoredOnce(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		transcript := noise(3, 1000)
		first, takeFirst := put(t, s, upload(t, "first", transcript))
		second, takeSecond := put(t, s, upload(t, "second", transcript))
		if first.ID == second.ID {
			t.Fatal("two shares have one id")
		}
		if got := count(t, s, "blobs"); got != 2 { // transcript and report
			t.Errorf("%d blobs, want 2", got)
		}
		if err := s.TakeBack(t.Context(), first.ID, takeFirst, noon); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(content(t, s, second.Transcript), transcript) {
			t.Error("the other share lost its transcript")
		}
		if err := s.TakeBack(t.Context(), second.ID, takeSecond, noon); err != nil {
			t.Fatal(err)
		}
		if got := count(t, s, "blobs") + count(t, s, "chunks"); got != 0 {
			t.Errorf("%d rows of contents are left that nobody has", got)
		}
	})
}

// A link that ended says so; one that never was does not.
func TestEnds(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		expiring, _ := put(t, s, upload(t, "a run", []byte("x")))
		lasting := upload(t, "for ever", []byte("y"))
		lasting.Expires = time.Time{}
		kept, deletion := put(t, s, lasting)
		years := noon.Add(20 * 365 * 24 * time.Hour)
		for _, tt := range []struct {
			name string
			id   string
			at   time.Time
			want error
		}{
			{"never was", "nothing", noon, ErrNotFound},
			{"just before it expires", expiring.ID, noon.Add(time.Hour - time.Microsecond), nil},
			{"when it expires, swept or not", expiring.ID, noon.Add(time.Hour), ErrGone},
			{"one that never expires", kept.ID, years, nil},
		} {
			if _, err := s.Get(t.Context(), tt.id, tt.at); !errors.Is(err, tt.want) {
				t.Errorf("%s: got %v, want %v", tt.name, err, tt.want)
			}
		}
		if err := s.TakeBack(t.Context(), kept.ID, deletion, noon); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), kept.ID, noon); !errors.Is(err, ErrGone) {
			t.Errorf("taken back: got %v, want ErrGone", err)
		}
		if _, err := s.Content(t.Context(), kept.Transcript); !errors.Is(err, ErrGone) {
			t.Errorf("its transcript: got %v, want ErrGone", err)
		}
		if err := s.TakeBack(t.Context(), kept.ID, deletion, noon); !errors.Is(err, ErrGone) {
			t.Errorf("taken back again: got %v, want ErrGone", err)
		}
	})
}

func TestDeletionToken(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		share, deletion := put(t, s, upload(t, "a run", []byte("x")))
		_, other := put(t, s, upload(t, "another", []byte("y")))
		for _, wrong := range []string{"", "guess", other, deletion + "A"} {
			if err := s.TakeBack(t.Context(), share.ID, wrong, noon); !errors.Is(err, ErrDenied) {
				t.Errorf("take back with %q: got %v, want ErrDenied", wrong, err)
			}
			if err := s.Rename(t.Context(), share.ID, wrong, "mine", noon); !errors.Is(err, ErrDenied) {
				t.Errorf("rename with %q: got %v, want ErrDenied", wrong, err)
			}
			if err := s.Expire(t.Context(), share.ID, wrong, time.Time{}, noon); !errors.Is(err, ErrDenied) {
				t.Errorf("expire with %q: got %v, want ErrDenied", wrong, err)
			}
		}
		if err := s.Rename(t.Context(), share.ID, deletion, "better", noon); err != nil {
			t.Fatal(err)
		}
		if err := s.Expire(t.Context(), share.ID, deletion, noon.Add(2*time.Hour), noon); err != nil {
			t.Fatal(err)
		}
		got, err := s.Get(t.Context(), share.ID, noon)
		if err != nil {
			t.Fatal(err)
		}
		if got.Name != "better" || !got.Expires.Equal(noon.Add(2*time.Hour)) {
			t.Errorf("got %+v", got)
		}
	})
}

func TestSweep(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		short := upload(t, "short", []byte("only in the short one"))
		long := upload(t, "long", []byte("only in the long one"))
		long.Expires = time.Time{}
		gone, _ := put(t, s, short)
		kept, _ := put(t, s, long)
		sweep := func(at time.Time) {
			t.Helper()
			if err := s.Sweep(t.Context(), at); err != nil {
				t.Fatal(err)
			}
		}
		sweep(noon.Add(time.Hour))
		if got := count(t, s, "blobs"); got != 3 {
			t.Errorf("%d blobs right after, want all 3: an upload may be about to take one", got)
		}
		sweep(noon.Add(3 * time.Hour))
		if got := count(t, s, "blobs"); got != 2 {
			t.Errorf("%d blobs later, want 2", got)
		}
		if _, err := s.Get(t.Context(), gone.ID, noon); !errors.Is(err, ErrGone) {
			t.Errorf("the short one: got %v, want ErrGone", err)
		}
		if got := string(content(t, s, kept.Transcript)); got != "only in the long one" {
			t.Errorf("the long one holds %q", got)
		}
		sweep(noon.Add(2 * tombstoneTime))
		if _, err := s.Get(t.Context(), gone.ID, noon); !errors.Is(err, ErrNotFound) {
			t.Errorf("after its tombstone: got %v, want ErrNotFound", err)
		}
	})
}

func TestTokens(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		token, plain, err := s.CreateToken(t.Context(), "ci", noon)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(plain, tokenPrefix) {
			t.Errorf("the secret %q has no prefix to recognise it by", plain)
		}
		found, err := s.Token(t.Context(), plain)
		if err != nil || found.ID != token.ID {
			t.Fatalf("got %+v, %v", found, err)
		}
		for _, wrong := range []string{"", "x", tokenPrefix, plain + "A", token.ID} {
			if _, err := s.Token(t.Context(), wrong); !errors.Is(err, ErrDenied) {
				t.Errorf("%q: got %v, want ErrDenied", wrong, err)
			}
		}
		up := upload(t, "a run", []byte("x"))
		up.Token = found
		put(t, s, up)
		if err := s.RevokeToken(t.Context(), token.ID, noon); err != nil {
			t.Fatal(err)
		}
		if err := s.RevokeToken(t.Context(), token.ID, noon); !errors.Is(err, ErrNotFound) {
			t.Errorf("revoked again: got %v, want ErrNotFound", err)
		}
		if _, err := s.Token(t.Context(), plain); !errors.Is(err, ErrDenied) {
			t.Errorf("revoked: got %v, want ErrDenied", err)
		}
		if _, _, err := s.Put(t.Context(), up, noon); !errors.Is(err, ErrDenied) {
			t.Errorf("revoked while the body came: got %v, want ErrDenied", err)
		}
		all, err := s.Tokens(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := []Token{{ID: token.ID, Name: "ci", Created: noon, LastUsed: noon, Revoked: noon}}
		if diff := cmp.Diff(want, all); diff != "" {
			t.Error(diff)
		}
		var kept string
		if err := s.db.QueryRow("SELECT COUNT(*) FROM tokens WHERE hash = $1", []byte(plain)).Scan(&kept); err != nil || kept != "0" {
			t.Errorf("the secret itself is stored (%s, %v)", kept, err)
		}
	})
}

func TestLimits(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		tests := []struct {
			name   string
			limits Limits
			fits   int // uploads of 100 bytes that fit
		}{
			{"none", Limits{}, 4},
			{"an hour", Limits{PerHour: 2}, 2},
			{"at a time", Limits{Shares: 3}, 3},
			{"bytes", Limits{Bytes: 250}, 2},
		}
		s := open(t, place)
		for _, tt := range tests {
			token, _, err := s.CreateToken(t.Context(), tt.name, noon)
			if err != nil {
				t.Fatal(err)
			}
			up := upload(t, "a run", noise(4, 100))
			up.Token, up.Limits = token, tt.limits
			fits := 0
			for range 4 {
				_, _, err := s.Put(t.Context(), up, noon)
				if err == nil {
					fits++
				} else if !errors.Is(err, ErrLimit) {
					t.Fatal(err)
				}
			}
			if fits != tt.fits {
				t.Errorf("%s: %d fit, want %d", tt.name, fits, tt.fits)
			}
			later := s.Allows(t.Context(), token, tt.limits, noon.Add(61*time.Minute))
			if tt.limits.PerHour > 0 && later != nil {
				t.Errorf("%s: an hour later: %v", tt.name, later)
			}
		}
	})
}

// Uploads at once are counted one after the other, on however many instances.
func TestLimitsHoldForUploadsAtOnce(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		instances := []*Store{open(t, place), open(t, place)}
		token, _, err := instances[0].CreateToken(t.Context(), "ci", noon)
		if err != nil {
			t.Fatal(err)
		}
		up := upload(t, "a run", []byte("x"))
		up.Token, up.Limits = token, Limits{Shares: 3}
		var done sync.WaitGroup
		for i := range 8 {
			done.Go(func() {
				if _, _, err := instances[i%2].Put(t.Context(), up, noon); err != nil && !errors.Is(err, ErrLimit) {
					t.Error(err)
				}
			})
		}
		done.Wait()
		if got := count(t, instances[0], "shares"); got != 3 {
			t.Errorf("%d shares, want 3", got)
		}
	})
}

// An upload that takes a content while another share of it is taken back finds
// it whole.
func TestTakeBackBesideUpload(t *testing.T) {
	eachPlace(t, func(t *testing.T, place string) {
		s := open(t, place)
		transcript := noise(5, chunkBytes+1)
		for range 8 {
			share, deletion := put(t, s, upload(t, "old", transcript))
			up := upload(t, "new", transcript)
			var fresh Share
			var done sync.WaitGroup
			done.Go(func() {
				if err := s.TakeBack(t.Context(), share.ID, deletion, noon); err != nil {
					t.Error(err)
				}
			})
			done.Go(func() {
				var err error
				if fresh, _, err = s.Put(t.Context(), up, noon); err != nil {
					t.Error(err)
				}
			})
			done.Wait()
			if t.Failed() {
				return
			}
			if !bytes.Equal(content(t, s, fresh.Transcript), transcript) {
				t.Fatal("the new share lost its transcript")
			}
		}
	})
}
