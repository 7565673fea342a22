package server

import (
	"errors"
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"

	"stdioscope/server/pages"
)

// getRules is the catalogue with its pages.
func (s *Server) getRules(c echo.Context) error {
	all, err := pages.All()
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"rules": all})
}

// getExample is the recording that shows a rule, or with ?near the one that looks
// like it and is not. Its name comes from the rule's page, never from the request.
func (s *Server) getExample(c echo.Context) error {
	page, ok := pages.Lookup(c.Param("code"))
	if !ok {
		return refuse(http.StatusNotFound, "code", "GET /api/rules lists them", "there is no such rule")
	}
	name := page.Fires
	if c.QueryParams().Has("near") {
		name = page.Near
	}
	missing := refuse(http.StatusNotFound, "code", "", "the rule has no such example")
	if name == "" || s.cfg.Examples == nil {
		return missing
	}
	recording, err := fs.ReadFile(s.cfg.Examples, name+".stdioscope.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return missing
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="`+name+`.stdioscope.jsonl"`)
	return c.Blob(http.StatusOK, transcriptType, recording)
}
