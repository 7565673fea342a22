package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

func standard(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func TestSumEqualsTheStandardLibrary(t *testing.T) {
	all := bytes.Repeat([]byte("stdout \x00\xff"), 100)
	for length := range 300 {
		if got, want := Sum(all[:length]), standard(all[:length]); got != want {
			t.Errorf("%d bytes: got %s, want %s", length, got, want)
		}
	}
}

func FuzzSum(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, want := Sum(b), standard(b); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
