package server

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"

	"stdioscope/engine"
	"stdioscope/server/clients"
	"stdioscope/ui"
)

// Engine names the engine: its version, and which build of it, so that two builds
// of one version are not taken for one.
func Engine() string {
	if build := ui.EngineBuild(); build != "" {
		return engine.Version + "+" + build
	}
	return engine.Version
}

// getInfo tells the page what it talks to. A team's server says nothing of its
// machine.
func (s *Server) getInfo(c echo.Context) error {
	info := map[string]any{
		"version":       s.cfg.Version,
		"engineVersion": Engine(),
		"mode":          "team",
		"maxUpload":     s.cfg.Bounds.Unpacked,
	}
	if s.cfg.Team == nil {
		info["mode"] = "local"
		info["platform"] = runtime.GOOS
		info["dir"] = s.cfg.Dir
		info["names"] = append([]string{}, s.cfg.Names...)
	}
	return c.JSON(http.StatusOK, info)
}

// live says that the process answers at all.
func (s *Server) live(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// readyTime bounds how long the store may take to say that it is there.
const readyTime = 2 * time.Second

// ready says whether a balancer should send requests here.
func (s *Server) ready(c echo.Context) error {
	if s.draining.Load() {
		return refuse(http.StatusServiceUnavailable, "", "", "the server is shutting down")
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTime)
	defer cancel()
	if err := s.cfg.Store.Ready(ctx); err != nil {
		s.logf("not ready: %v", err)
		return refuse(http.StatusServiceUnavailable, "", "", "the store does not answer")
	}
	return c.String(http.StatusOK, "ok\n")
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
