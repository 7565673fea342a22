package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"stdioscope/server/pages"
)

// sitePolicy is contentPolicy for a page that no server of ours sends: a meta
// element cannot forbid framing.
var sitePolicy = strings.ReplaceAll(contentPolicy, " frame-ancestors 'none';", "")

// WriteSite writes the page as a folder of static files that works under any
// path, without a server: built is the built page, examples holds the recordings
// that the rules name. Everything is judged in the browser, and the page's own
// policy lets it fetch from its folder alone.
func WriteSite(dir string, built, examples fs.FS) error {
	shell, err := fs.ReadFile(built, "index.html")
	if err != nil {
		return err
	}
	head := []byte("<head>")
	if !bytes.Contains(shell, head) {
		return errors.New("the page has no head")
	}
	meta := "<head>\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + sitePolicy + "\">\n<meta name=\"stdioscope-server\" content=\"none\">"
	files := map[string][]byte{"index.html": bytes.Replace(shell, head, []byte(meta), 1)}
	if err := addBuilt(files, built); err != nil {
		return err
	}
	if err := addRules(files, examples); err != nil {
		return err
	}
	for name, content := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(at, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// addBuilt takes what the build made but the packed copies, which a static host
// does not know to serve.
func addBuilt(files map[string][]byte, built fs.FS) error {
	return fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || files[name] != nil || path.Ext(name) == ".br" || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		files[name], err = fs.ReadFile(built, name)
		return err
	})
}

// addRules adds what the page asks a server for elsewhere: the catalogue and the
// recording that shows each rule.
func addRules(files map[string][]byte, examples fs.FS) error {
	all, err := pages.All()
	if err != nil {
		return err
	}
	if files["rules.json"], err = json.Marshal(map[string]any{"rules": all}); err != nil {
		return err
	}
	for _, page := range all {
		if page.Fires == "" {
			continue
		}
		recording, err := fs.ReadFile(examples, page.Fires+".stdioscope.jsonl")
		if err != nil {
			return fmt.Errorf("the example of %s: %w", page.Code, err)
		}
		files["examples/"+page.Code+".stdioscope.jsonl"] = recording
	}
	return nil
}
