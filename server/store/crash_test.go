package store

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// crashVariable makes the test binary an instance that uploads until it is killed.
const crashVariable = "STDIOSCOPE_TEST_UPLOAD_INTO"

func TestMain(m *testing.M) {
	if place := os.Getenv(crashVariable); place != "" {
		uploadForEver(place)
	}
	os.Exit(m.Run())
}

// uploadForEver uploads from several goroutines and names each share that was
// acknowledged.
func uploadForEver(place string) {
	s, err := Open(context.Background(), place)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	report, err := BlobOf([]byte("{}"))
	if err != nil {
		panic(err)
	}
	acknowledged := make(chan string)
	for worker := range 4 {
		go func() {
			for i := 0; ; i++ {
				transcript, err := BlobOf(noise(uint64(worker*64+i), chunkBytes+1000))
				if err != nil {
					panic(err)
				}
				share, _, err := s.Put(context.Background(), Upload{Engine: "1.0.0", Transcript: transcript, Report: report}, noon)
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				acknowledged <- share.ID
			}
		}()
	}
	for id := range acknowledged {
		fmt.Println(id)
	}
}

// An instance killed while it uploads leaves every share that it acknowledged,
// and no half one; another instance goes on all the while.
func TestKilledInMidUpload(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("kill -9 is a matter of Unix")
	}
	eachPlace(t, func(t *testing.T, place string) {
		survivor := open(t, place)
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), crashVariable+"="+place)
		var complaints bytes.Buffer
		child.Stderr = &complaints
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		var acknowledged []string
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			acknowledged = append(acknowledged, lines.Text())
			if len(acknowledged) == 12 {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = child.Wait() // killed, as asked
		if len(acknowledged) < 12 {
			t.Fatalf("only %d uploads: %s", len(acknowledged), &complaints)
		}
		mine, _ := put(t, survivor, upload(t, "the survivor's", []byte("x")))

		again := open(t, place)
		for _, id := range append(acknowledged, mine.ID) {
			share, err := again.Get(t.Context(), id, noon)
			if err != nil {
				t.Fatalf("an acknowledged share: %v", err)
			}
			blob, err := BlobOf(content(t, again, share.Transcript))
			if err != nil {
				t.Fatal(err)
			}
			if blob.Digest != share.Transcript {
				t.Errorf("share %s does not hold what was uploaded", id)
			}
		}
		var half int
		err = again.db.QueryRow(`SELECT COUNT(*) FROM blobs WHERE stored = 0
			OR stored <> (SELECT COALESCE(SUM(LENGTH(data)), 0) FROM chunks WHERE chunks.digest = blobs.digest)`).Scan(&half)
		if err != nil || half != 0 {
			t.Errorf("%d half contents (%v)", half, err)
		}
		if got := count(t, again, "chunks WHERE digest NOT IN (SELECT digest FROM blobs)"); got != 0 {
			t.Errorf("%d parts of nothing", got)
		}
	})
}
