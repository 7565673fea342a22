package run

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// packageFact names the package that the server belongs to, as far as the
// command and the files around it tell.
type packageFact struct {
	Manager string `json:"manager"` // npm, python, go, docker
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"` // of the file that says so
}

// mostManifest bounds a manifest that is read.
const mostManifest = 1 << 20

// packageOf looks at the command first (an image or a package that a launcher
// fetches), then at the manifest nearest to the server's own file.
func packageOf(spec Spec) *packageFact {
	switch runtimeName(spec.Argv[0]) {
	case "docker":
		if image := imageOf(spec.Argv[1:]); image != "" {
			name, version := cutVersion(image, ":")
			return &packageFact{Manager: "docker", Name: name, Version: version}
		}
		return nil
	case "npx", "bunx":
		if name := fetched(spec.Argv[1:], []string{"-p", "--package"}, "-c", "--call"); name != "" {
			name, version := cutVersion(name, "@")
			return &packageFact{Manager: "npm", Name: name, Version: version}
		}
	case "uvx":
		if name := fetched(spec.Argv[1:], []string{"--from"}, "--with", "--python", "-p"); name != "" {
			name, version := cutVersion(name, "@")
			return &packageFact{Manager: "python", Name: name, Version: version}
		}
	}
	return manifestNear(serverFile(spec))
}

// serverFile is the file that the command runs: the script of an interpreter, or
// the program itself.
func serverFile(spec Spec) string {
	file := ""
	if runtimeName(spec.Argv[0]) != "" {
		for _, a := range spec.Argv[1:] {
			if !strings.HasPrefix(a, "-") && strings.ContainsAny(a, "./\\") {
				file = a
				break
			}
		}
	} else if strings.ContainsAny(spec.Argv[0], "/\\") {
		file = spec.Argv[0]
	}
	if file == "" {
		return filepath.Join(spec.Dir, ".")
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(spec.Dir, file)
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real // node_modules/.bin holds links to the packages' files
	}
	return filepath.Dir(file)
}

// manifestNear climbs from a folder to the nearest manifest.
func manifestNear(dir string) *packageFact {
	for range 12 {
		for _, read := range []func(string) *packageFact{npmManifest, pythonManifest, goManifest} {
			if p := read(dir); p != nil {
				return p
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil
		}
		dir = up
	}
	return nil
}

func npmManifest(dir string) *packageFact {
	path := filepath.Join(dir, "package.json")
	var m struct{ Name, Version string }
	if b := readSmall(path); b == nil || json.Unmarshal(b, &m) != nil || m.Name == "" {
		return nil // a nameless package.json only says "type": "module"; the package is above it
	}
	return &packageFact{Manager: "npm", Name: m.Name, Version: m.Version, Path: path}
}

func pythonManifest(dir string) *packageFact {
	path := filepath.Join(dir, "pyproject.toml")
	var m struct {
		Project struct{ Name, Version string }
		Tool    struct {
			Poetry struct{ Name, Version string }
		}
	}
	b := readSmall(path)
	if b == nil || toml.Unmarshal(b, &m) != nil {
		return nil
	}
	p := m.Project
	if p.Name == "" {
		p = m.Tool.Poetry
	}
	if p.Name == "" {
		return nil
	}
	return &packageFact{Manager: "python", Name: p.Name, Version: p.Version, Path: path}
}

func goManifest(dir string) *packageFact {
	path := filepath.Join(dir, "go.mod")
	lines := bufio.NewScanner(strings.NewReader(string(readSmall(path))))
	for lines.Scan() {
		if name, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), "module "); ok {
			return &packageFact{Manager: "go", Name: strings.Trim(name, `" `), Path: path}
		}
	}
	return nil
}

func readSmall(path string) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostManifest {
		return nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return b
}

// fetched is the package that a launcher fetches: what one of the naming options
// says, else the first argument that is neither an option nor the value of one.
func fetched(args, naming []string, takeValue ...string) string {
	for i := 0; i < len(args); i++ {
		a := args[i]
		option, value, joined := strings.Cut(a, "=")
		switch {
		case !strings.HasPrefix(a, "-"):
			return a
		case slices.Contains(naming, option) && joined:
			return value
		case slices.Contains(naming, a) && i+1 < len(args):
			return args[i+1]
		case slices.Contains(takeValue, a):
			i++
		}
	}
	return ""
}

// imageOf finds the image of "docker run …": options without "=" take the next
// argument as their value, but for the well-known switches.
func imageOf(args []string) string {
	if len(args) == 0 || args[0] != "run" {
		return ""
	}
	switches := map[string]bool{
		"-i": true, "-t": true, "-it": true, "-ti": true, "-d": true, "-q": true, "-P": true, "--rm": true, "--init": true, "--interactive": true,
		"--tty": true, "--privileged": true, "--read-only": true, "--detach": true, "--no-healthcheck": true, "--quiet": true,
	}
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case !strings.HasPrefix(a, "-"):
			return a
		case switches[a] || strings.Contains(a, "="):
		default:
			i++
		}
	}
	return ""
}

// cutVersion splits name@version or image:tag; a scope's or registry port's own
// separator is none.
func cutVersion(s, sep string) (name, version string) {
	i := strings.LastIndex(s, sep)
	if i <= 0 || strings.Contains(s[i:], "/") {
		return s, ""
	}
	return s[:i], s[i+1:]
}
