package server_test

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
)

const house = "stdioscope/"

// arrows says which packages of the house each one may import, as patterns of path.Match over the part after the
// module's name. Arrows run one way: cmd, server, its rooms, engine. The first row that fits a package counts.
var arrows = []struct{ from, to, why string }{
	{"engine/rule", "", "the catalogue is data"},
	{"engine/order", "", "sorting knows nothing of what it sorts"},
	{"engine/wire", "", "syntax facts do not depend on MCP"},
	{"engine/transcript", "engine/wire", "the recording knows no verdict"},
	{"engine/report", "engine/rule engine/order", "the contract is types"},
	{"engine/mcp*", "engine/mcp/* engine/wire engine/rule engine/order", "meaning is judged message by message"},
	{"engine*", "engine engine/*", "the engine stands on nothing above it"},
	{"wasm/guest", "engine engine/*", "anything else would drag the server into the browser"},
	{"wasm/host", "", "the boundary is bytes"},
	{"wasm/strip", "", "a tool of the build"},
	{"ui", "", "the page is data here"},
	{"server/launch", "engine/transcript", "races and signals live apart from rules"},
	{"server/run", "server/launch engine engine/*", "one run, without HTTP"},
	{"server/*", "engine engine/*", "the rooms of the server do not know each other"},
	{"server", "server/* engine engine/* wasm/host ui", "the server does not know who starts it, nor the fixtures"},
	{"fixtures*", "fixtures/* engine engine/*", "fixtures are servers and recordings, they launch nothing"},
	{"cmd/fixture", "fixtures fixtures/*", "a thin main"},
	{"cmd/stdioscope", "server server/* engine* wasm/host ui fixtures fixtures/*", "the one binary"},
}

// rooms says where in the house a module of others is known; everybody else goes through that room.
var rooms = []struct{ module, rooms string }{
	{"github.com/labstack/echo", "server"},
	{"github.com/gorilla/websocket", "server cmd/stdioscope"},
	{"github.com/tetratelabs/wazero", "wasm/host"},
	{"github.com/spf13/cobra", "cmd/stdioscope"},
	{"github.com/jackc/pgx", "server/store"},
	{"modernc.org/sqlite", "server/store"},
}

// fits says whether name matches one of the patterns. "engine*" covers a package and all below it.
func fits(patterns, name string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if trunk, ok := strings.CutSuffix(pattern, "*"); ok && !strings.HasSuffix(trunk, "/") && (name == trunk || strings.HasPrefix(name, trunk+"/")) {
			return true
		}
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// refusal tells why from may not import to; "" when it may. Both are import paths.
func refusal(from, to string) string {
	from = strings.TrimPrefix(from, house)
	if inside, ours := strings.CutPrefix(to, house); ours {
		for _, arrow := range arrows {
			if fits(arrow.from, from) {
				if fits(arrow.to, inside) {
					return ""
				}
				return arrow.why
			}
		}
		return "the package has no place in the list of arrows"
	}
	for _, room := range rooms {
		if (to == room.module || strings.HasPrefix(to, room.module+"/")) && !fits(room.rooms, from) {
			return "its room is " + room.rooms
		}
	}
	return ""
}

func TestRefusal(t *testing.T) {
	for _, test := range []struct {
		from, to string
		refused  bool
	}{
		{"stdioscope/cmd/stdioscope", "stdioscope/server", false},
		{"stdioscope/server", "stdioscope/cmd/stdioscope", true},
		{"stdioscope/server/run", "stdioscope/server/launch", false},
		{"stdioscope/server/launch", "stdioscope/server/run", true},
		{"stdioscope/server/launch", "stdioscope/engine/rule", true},
		{"stdioscope/server/render", "stdioscope/server/store", true},
		{"stdioscope/engine", "stdioscope/engine/wire", false},
		{"stdioscope/engine/wire", "stdioscope/engine/rule", true},
		{"stdioscope/wasm/guest", "stdioscope/server", true},
		{"stdioscope/somewhere", "stdioscope/engine", true},
		{"stdioscope/server", "github.com/labstack/echo/v4", false},
		{"stdioscope/server/run", "github.com/labstack/echo/v4", true},
	} {
		if got := refusal(test.from, test.to) != ""; got != test.refused {
			t.Errorf("%s -> %s: refused %v, want %v", test.from, test.to, got, test.refused)
		}
	}
}

func TestArrows(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			list := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
			list.Dir = ".."
			list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
			list.Stderr = os.Stderr
			out, err := list.Output()
			if err != nil {
				t.Fatalf("go list: %v", err)
			}
			for line := range strings.Lines(string(out)) {
				names := strings.Fields(line)
				for _, imported := range names[1:] {
					if why := refusal(names[0], imported); why != "" {
						t.Errorf("%s imports %s: %s", names[0], imported, why)
					}
				}
			}
		})
	}
}
