package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// disguises are the forms in which a secret may lie somewhere without being seen
// by who looks for it as it is.
func disguises(secret string) map[string]string {
	percent := ""
	for _, c := range []byte(secret) {
		percent += fmt.Sprintf("%%%02x", c)
	}
	all := map[string]string{"as it is": secret, "hex": hex.EncodeToString([]byte(secret)), "percent": percent}
	// Base64 has three alignments; the characters at both ends depend on what stands
	// around the secret and are left out.
	for shift := range 3 {
		text := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), secret...))
		all[fmt.Sprintf("base64, shifted by %d", shift)] = text[2+shift : len(text)-2]
	}
	return all
}

// reveal finds a secret in content, in every disguise and in every gzip stream
// that begins anywhere in it.
func reveal(content []byte, secret string) []string {
	var found []string
	look := func(where string, b []byte) {
		low := bytes.ToLower(b)
		for form, text := range disguises(secret) {
			if bytes.Contains(b, []byte(text)) || form != "as it is" && !strings.HasPrefix(form, "base64") && bytes.Contains(low, []byte(text)) {
				found = append(found, where+form)
			}
		}
	}
	look("", content)
	for rest := content; ; {
		at := bytes.Index(rest, []byte{0x1f, 0x8b, 8})
		if at < 0 {
			return found
		}
		rest = rest[at:]
		if r, err := gzip.NewReader(bytes.NewReader(rest)); err == nil {
			unpacked, _ := io.ReadAll(r) // as far as it goes
			look("in gzip, ", unpacked)
		}
		rest = rest[1:]
	}
}

func TestReveal(t *testing.T) {
	const secret = "sk-abcdefghijklmnopqrstuvwxyz"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, "x "+secret); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"plain":     []byte("a" + secret + "b"),
		"base64 0":  []byte(base64.StdEncoding.EncodeToString([]byte("abc" + secret + "d"))),
		"base64 1":  []byte(base64.StdEncoding.EncodeToString([]byte("a" + secret + "bc"))),
		"base64 2":  []byte(base64.StdEncoding.EncodeToString([]byte("ab" + secret))),
		"upper hex": []byte(strings.ToUpper(hex.EncodeToString([]byte(secret)))),
		"gzip":      append([]byte("page of a database"), packed.Bytes()...),
	} {
		if len(reveal(content, secret)) == 0 {
			t.Errorf("%s is not found", name)
		}
	}
	if found := reveal([]byte("sk-zzzzzzzzzzzzzzzzzzzzzzzzzz"), secret); len(found) > 0 {
		t.Errorf("found where it is not: %v", found)
	}
}

// A secret that the server printed is neither in the database nor in anything
// that the link leads to. Shared without masks it is in all of them: the search
// would find it.
func TestSharedSecretIsNowhere(t *testing.T) {
	const secret = "sk-abcdefghijklmnopqrstuvwxyz"
	for _, masked := range []bool{true, false} {
		data := t.TempDir()
		startServe(t, "--no-open", "--listen", "127.0.0.1:0", "--data", data)
		args := []string{"share", recorded(t), "--data", data}
		if !masked {
			args = append(args, "--no-mask")
		}
		stdout, _ := call(t, exitClean, args...)
		link := strings.TrimSpace(stdout)

		places := map[string][]string{}
		files, err := filepath.Glob(filepath.Join(data, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if found := reveal(content, secret); len(found) > 0 {
				places[filepath.Base(file)] = found
			}
		}
		for _, path := range []string{"", "/share.json", "/report.json", "/transcript", "/badge.svg", "/badge.json", "/report.sarif", "/junit.xml"} {
			for _, coding := range []string{"gzip", "identity"} {
				if found := reveal(fetch(t, link+path, coding), secret); len(found) > 0 {
					places[path+" "+coding] = found
				}
			}
		}
		if masked && len(places) > 0 {
			t.Errorf("the secret stands in %v", places)
		}
		if !masked && (places["/transcript gzip"] == nil || places["/transcript identity"] == nil || places["shares.db-wal"] == nil && places["shares.db"] == nil) {
			t.Errorf("the search is blind: it finds it in %v alone", places)
		}
	}
}

// fetch reads a body as it came over the wire.
func fetch(t *testing.T, url, coding string) []byte {
	t.Helper()
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", coding)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", url, response.StatusCode, err)
	}
	return body
}
