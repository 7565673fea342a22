package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T, files map[string]string, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestParts(t *testing.T) {
	log := map[string]string{"a.log": sample, "logs/": "", "logs/b.log.gz": string(gzipped(t, "b\n")), "__MACOSX/._a.log": "x", ".DS_Store": "x"}
	for _, tc := range []struct {
		name  string
		bytes []byte
		want  string
	}{
		{"plain", []byte(sample), "in: " + sample},
		{"empty", nil, "in: "},
		{"gzip", gzipped(t, sample), "in: " + sample},
		{"zip", zipped(t, log, "logs/", "a.log", "__MACOSX/._a.log", ".DS_Store", "logs/b.log.gz"), "in/a.log: " + sample + "in/logs/b.log.gz: b\n"},
		{"a zip with nothing", zipped(t, log, "logs/"), "error: in: there is no file in it"},
		{"a broken gzip", []byte{0x1f, 0x8b, 1, 2}, "error: "},
		{"a broken zip", []byte("PK\x03\x04 and nothing"), "error: "},
	} {
		for _, way := range []string{"file", "pipe"} {
			t.Run(tc.name+" from a "+way, func(t *testing.T) {
				std := streams{in: bytes.NewReader(tc.bytes)}
				file := "-"
				if way == "file" {
					file = filepath.Join(t.TempDir(), "in")
					if err := os.WriteFile(file, tc.bytes, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				got := ""
				err := eachPart(t.Context(), file, std, func(p part) error {
					text, err := io.ReadAll(p.in)
					got += strings.Replace(p.name, file, "in", 1) + ": " + string(text)
					return err
				})
				if err != nil {
					got = "error: " + strings.Replace(err.Error(), file, "in", 1)
				}
				if got != tc.want && !(tc.want == "error: " && strings.HasPrefix(got, tc.want)) {
					t.Errorf("got %q, want %q", got, tc.want)
				}
			})
		}
	}
}

func TestBombsAreBounded(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   bounded
		want error
	}{
		{"within", bounded{in: strings.NewReader("ab\ncd"), left: 5}, nil},
		{"too much", bounded{in: strings.NewReader("ab\ncd"), left: 4}, errBomb},
		{"too long a line", bounded{in: strings.NewReader("abcdef"), left: 100, line: maxUnpackedLine - 3}, errBomb},
		{"a newline in time", bounded{in: strings.NewReader("ab\ncdef"), left: 100, line: maxUnpackedLine - 3}, nil},
	} {
		if _, err := io.Copy(io.Discard, &tc.in); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
	}
}
