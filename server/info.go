package server

import (
	"errors"
	"net/http"
	"runtime"

	"github.com/labstack/echo/v4"

	"stdioscope/engine"
	"stdioscope/server/clients"
)

func (s *Server) getInfo(c echo.Context) error {
	return c.JSON(http.StatusOK, map[string]any{
		"version":       s.cfg.Version,
		"engineVersion": engine.Version,
		"mode":          "local",
		"platform":      runtime.GOOS,
		"dir":           s.cfg.Dir,
	})
}

func (s *Server) getDemos(c echo.Context) error {
	demos := s.cfg.Demos
	if demos == nil {
		demos = []Demo{}
	}
	return c.JSON(http.StatusOK, map[string]any{"demos": demos})
}

// getClients lists the servers that the configuration files of this machine's
// MCP clients name. The values of their variables stay here.
func (s *Server) getClients(c echo.Context) error {
	servers, problems := s.findClients()
	if servers == nil {
		servers = []clients.Server{}
	}
	if problems == nil {
		problems = []clients.Problem{}
	}
	return c.JSON(http.StatusOK, map[string]any{"servers": servers, "problems": problems})
}

// pastedServer is a server of a pasted configuration, with the values that were
// pasted along: the page sends them back when the person presses Run.
type pastedServer struct {
	clients.Server
	Env map[string]string `json:"env,omitempty"`
}

func (s *Server) postClients(c echo.Context) error {
	var asked struct {
		Text string `json:"text"`
		TOML bool   `json:"toml"`
	}
	if err := decode(c, &asked, maxJSON); err != nil {
		return err
	}
	name := "pasted.json"
	if asked.TOML {
		name = "pasted.toml"
	}
	servers, err := clients.Parse(name, []byte(asked.Text))
	if err != nil {
		return badField("text", "paste the whole file, or the part from \"mcpServers\" on", "%v", err)
	}
	pasted := make([]pastedServer, len(servers))
	for i, server := range servers {
		server.Path = ""
		pasted[i] = pastedServer{Server: server, Env: server.Env}
	}
	return c.JSON(http.StatusOK, map[string]any{"servers": pasted})
}

func (s *Server) postArgv(c echo.Context) error {
	var asked struct {
		Command string `json:"command"`
	}
	if err := decode(c, &asked, maxJSON); err != nil {
		return err
	}
	command, err := ParseCommand(asked.Command, runtime.GOOS == "windows")
	if err != nil {
		return quoteProblem("command", err)
	}
	return c.JSON(http.StatusOK, command)
}

func quoteProblem(where string, err error) error {
	var quote *QuoteError
	if errors.As(err, &quote) {
		return badField(where, quote.Hint, "%v", quote)
	}
	return err
}
