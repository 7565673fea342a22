package scan

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
)

// dotenvIsQuiet says that the dotenv a file loads is one of those before 17, which
// print nothing: by what is installed, else by what the package asks for. Where
// neither can be told it is not quiet.
func dotenvIsQuiet(path string) bool {
	version := ""
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		var installed struct {
			Version string `json:"version"`
		}
		if readJSON(filepath.Join(dir, "node_modules", "dotenv", "package.json"), &installed) {
			version = installed.Version
			break
		}
		var asking struct {
			Dependencies    map[string]string `json:"dependencies"`
			DevDependencies map[string]string `json:"devDependencies"`
		}
		if version == "" && readJSON(filepath.Join(dir, "package.json"), &asking) {
			version = asking.Dependencies["dotenv"]
			if version == "" {
				version = asking.DevDependencies["dotenv"]
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	major, err := strconv.Atoi(firstNumber().FindString(version))
	return err == nil && major < 17
}

var firstNumber = lazy(`^[0-9]+|[0-9]+`)

// readJSON reads a file of the tree, unless it is a link to what never ends.
func readJSON(path string, into any) bool {
	if !regular(path) {
		return false
	}
	raw, err := os.ReadFile(path)
	return err == nil && json.Unmarshal(raw, into) == nil
}
