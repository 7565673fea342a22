package server

import (
	"context"
	"io"
	"net/http"
	"os"

	"github.com/labstack/echo/v4"

	"stdioscope/engine/diff"
	"stdioscope/server/run"
)

// getChanges says what changed from one run to another, once both have ended.
func (s *Server) getChanges(c echo.Context) error {
	var sides [2]*diff.Facts
	for i, id := range []string{c.Param("id"), c.Param("other")} {
		var err error
		if sides[i], err = s.factsOf(c.Request().Context(), id); err != nil {
			return err
		}
	}
	changes := diff.Compare(sides[0], sides[1])
	return c.Blob(http.StatusOK, "application/json", changes.AppendJSONWithRows(nil))
}

func (s *Server) factsOf(ctx context.Context, id string) (*diff.Facts, error) {
	info, err := s.cfg.Runs.Get(id)
	if err != nil {
		return nil, err
	}
	if info.State == run.Running {
		return nil, run.ErrStillRunning
	}
	path, err := s.cfg.Runs.TranscriptPath(info.ID)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if os.IsNotExist(err) { // deleted between the two questions
		return nil, run.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	facts := diff.NewReader()
	if _, err := io.Copy(facts, untilDone{ctx, io.LimitReader(f, info.Bytes)}); err != nil {
		return nil, err
	}
	return facts.Close()
}

// untilDone reads no further when nobody waits for it.
type untilDone struct {
	ctx context.Context
	in  io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}
