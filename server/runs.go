package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"stdioscope/engine/transcript"
	"stdioscope/server/run"
)

func (s *Server) listRuns(c echo.Context) error {
	runs, err := s.cfg.Runs.List()
	if err != nil {
		return err
	}
	if runs == nil {
		runs = []run.Info{}
	}
	return c.JSON(http.StatusOK, map[string]any{"runs": runs})
}

func (s *Server) startRun(c echo.Context) error {
	var asked RunRequest
	if err := decode(c, &asked, maxJSON); err != nil {
		return err
	}
	spec, err := s.specOf(asked)
	if err != nil {
		return err
	}
	if spec.Options.Selftest, err = s.selftest(c.Request().Context(), spec.Options.Selftest); err != nil {
		return err
	}
	info, err := s.cfg.Runs.Start(spec)
	if err != nil {
		return err
	}
	s.logf("run %s: %q in %q", info.ID, info.Argv, info.Dir)
	c.Response().Header().Set("Location", "/api/runs/"+info.ID)
	return c.JSON(http.StatusCreated, info)
}

// selftest does the negative control where it is due and tells its outcome.
func (s *Server) selftest(ctx context.Context, due string) (outcome string, err error) {
	if due == "" || s.cfg.Selftest == nil {
		return "", nil
	}
	outcome = s.cfg.Selftest(ctx)
	return outcome, ctx.Err() // nobody waits any more: it was cut short and proves nothing
}

func (s *Server) getRun(c echo.Context) error {
	info, err := s.cfg.Runs.Get(c.Param("id"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, info)
}

// maxName bounds what people call a run, in characters.
const maxName = 200

func (s *Server) changeRun(c echo.Context) error {
	var asked struct {
		Name   *string `json:"name"`
		ByHand *bool   `json:"byHand"` // of a run that goes on
	}
	if err := decode(c, &asked, maxJSON); err != nil {
		return err
	}
	if asked.Name == nil && asked.ByHand == nil {
		return badField("body", `{"name": "…"} or {"byHand": true}`, "it says nothing to be changed")
	}
	if name := asked.Name; name != nil {
		if err := checkName(*name); err != nil {
			return err
		}
		if err := s.cfg.Runs.Rename(c.Param("id"), *name); err != nil {
			return err
		}
	}
	if asked.ByHand != nil {
		if err := s.cfg.Runs.AnswerByHand(c.Param("id"), *asked.ByHand); err != nil {
			return err
		}
	}
	return s.getRun(c)
}

func checkName(name string) error {
	if !utf8.ValidString(name) || strings.Contains(name, "\x00") {
		return badField("name", "", "the name is no text")
	}
	if utf8.RuneCountInString(name) > maxName {
		return badField("name", "", "the name is longer than %d characters", maxName)
	}
	return nil
}

func (s *Server) deleteRun(c echo.Context) error {
	if err := s.cfg.Runs.Delete(c.Param("id")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *Server) stopRun(c echo.Context) error {
	id := c.Param("id")
	if err := s.cfg.Runs.Stop(id); err != nil {
		return err
	}
	info, err := s.cfg.Runs.Get(id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, info)
}

// sendRequest is what is written to a live run's stdin: one message, which gets
// its newline, or bytes exactly as given.
type sendRequest struct {
	Message json.RawMessage `json:"message"`
	Text    *string         `json:"text"`
	B64     *string         `json:"b64"`
}

// maxSend bounds one write by hand.
const maxSend = 32 << 20

func (s *Server) sendToRun(c echo.Context) error {
	var asked sendRequest
	if err := decode(c, &asked, maxSend); err != nil {
		return err
	}
	data, plan, err := asked.bytes()
	if err != nil {
		return err
	}
	if err := s.cfg.Runs.Send(c.Param("id"), data, plan); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// bytes is what goes to stdin, and the plan that the transcript keeps of it.
func (r sendRequest) bytes() ([]byte, *transcript.Event, error) {
	given := 0
	for _, is := range []bool{r.Message != nil, r.Text != nil, r.B64 != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, nil, badField("body", `{"message": {…}} sends one message and its newline; text and b64 send bytes as they are`, "exactly one of message, text and b64 is sent")
	}
	switch {
	case r.Text != nil:
		return []byte(*r.Text), nil, nil
	case r.B64 != nil:
		data, err := base64.StdEncoding.DecodeString(*r.B64)
		if err != nil {
			return nil, nil, badField("b64", "", "it is not base64: %v", err)
		}
		return data, nil, nil
	}
	var line bytes.Buffer
	if err := json.Compact(&line, r.Message); err != nil { // a message is one line
		return nil, nil, badField("message", "", "%v", err)
	}
	line.WriteByte('\n')
	return line.Bytes(), planOf(r.Message), nil
}

// planOf names a request that a person sent, so that the report can tell it from
// the session's own; nil for what is no request.
func planOf(message []byte) *transcript.Event {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if json.Unmarshal(message, &m) != nil || m.ID == nil || m.Method == "" {
		return nil
	}
	return &transcript.Event{Kind: transcript.KindPlan, ID: m.ID, Method: m.Method, Purpose: "manual"}
}

func (s *Server) getReport(c echo.Context) error {
	report, err := s.cfg.Runs.Report(c.Param("id"))
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/json", report)
}

// getTranscript hands out the file as far as it has whole lines.
func (s *Server) getTranscript(c echo.Context) error {
	info, err := s.cfg.Runs.Get(c.Param("id"))
	if err != nil {
		return err
	}
	path, err := s.cfg.Runs.TranscriptPath(info.ID)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if os.IsNotExist(err) { // deleted between the two questions
		return run.ErrNotFound
	}
	if err != nil {
		return err
	}
	defer f.Close()
	h := c.Response().Header()
	h.Set("Content-Type", transcriptType)
	h.Set("Content-Disposition", `attachment; filename="`+downloadName(info.Name, info.Argv, info.Started)+`"`)
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, io.NewSectionReader(f, 0, info.Bytes))
	return nil
}

// transcriptType is JSON lines; no browser shows or runs it.
const transcriptType = "application/x-ndjson"

// downloadName is what a person finds again in a folder of downloads: what ran
// and when, in characters that every file system takes.
func downloadName(name string, argv []string, started time.Time) string {
	if name == "" {
		name = strings.Join(argv, " ")
	}
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(name) {
		if b.Len() >= 40 {
			break
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.' && b.Len() > 0 {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			dash = false
			continue
		}
		dash = true
	}
	if b.Len() == 0 {
		b.WriteString("run")
	}
	return fmt.Sprintf("%s-%s.stdioscope.jsonl", strings.TrimRight(b.String(), "."), started.UTC().Format("20060102-150405"))
}
