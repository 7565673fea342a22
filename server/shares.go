package server

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"stdioscope/server/store"
)

// Shared is what a sharer is told of a new share.
type Shared struct {
	ID      string     `json:"id"`
	URL     string     `json:"url"`
	Name    string     `json:"name"`
	Expires *time.Time `json:"expires"` // null = never
	Size    int64      `json:"size"`    // of the transcript, unpacked
	Engine  string     `json:"engine"`  // version of the engine that judged it
	// DeletionToken takes the share back. It is told once and kept nowhere.
	DeletionToken string `json:"deletionToken"`
	// Reach is who can open the link: "machine" (this one alone) or "everyone"
	// who has it.
	Reach string `json:"reach"`
}

// defaultExpiry is how long a share lives when nobody says otherwise.
const defaultExpiry = 30 * 24 * time.Hour

// deletionHeader carries the token that takes a share back.
const deletionHeader = "Stdioscope-Deletion-Token"

func (s *Server) postShare(c echo.Context) error {
	if to := c.QueryParam("to"); to != "" {
		return s.forwardShare(c, to)
	}
	token, err := s.uploader(c)
	if err != nil {
		return err
	}
	now := s.cfg.Now()
	name := c.QueryParam("name")
	if err := checkName(name); err != nil {
		return err
	}
	expires, err := s.expiry(c.QueryParam("expires"), now)
	if err != nil {
		return err
	}
	up, err := s.receive(c)
	if err != nil {
		return err
	}
	defer up.spool.Close()
	stored := up.upload(name, expires)
	stored.Token, stored.Limits = token, s.tokenLimits()
	share, deletion, err := s.cfg.Store.Put(c.Request().Context(), stored, now)
	if err != nil {
		return err
	}
	s.logf("share %.6s…: %d bytes%s", share.ID, share.Size, by(token))
	c.Response().Header().Set("Location", "/r/"+share.ID)
	return c.JSON(http.StatusCreated, sharedOf(share, deletion, s.Origin(), s.reach()))
}

func sharedOf(share store.Share, deletion, origin, reach string) Shared {
	return Shared{
		ID: share.ID, URL: origin + "/r/" + share.ID, Name: share.Name, Expires: orNull(share.Expires), Size: share.Size,
		Engine: share.Engine, DeletionToken: deletion, Reach: reach,
	}
}

func by(token store.Token) string {
	if token.ID == "" {
		return ""
	}
	return " by " + strconv.Quote(token.Name)
}

// uploader is whose token an upload carries, asked before the body is read. On
// this machine the guard has let its user in already.
func (s *Server) uploader(c echo.Context) (store.Token, error) {
	if s.cfg.Team == nil {
		return store.Token{}, nil
	}
	ctx := c.Request().Context()
	token, err := s.cfg.Store.Token(ctx, bearer(c.Request().Header.Get("Authorization")))
	if errors.Is(err, store.ErrDenied) {
		return store.Token{}, refuse(http.StatusUnauthorized, "Authorization", "ask who runs this server for one; stdioscope token create makes it", "the upload token is not known here")
	}
	if err != nil {
		return store.Token{}, err
	}
	return token, s.cfg.Store.Allows(ctx, token, s.tokenLimits(), s.cfg.Now())
}

func (s *Server) tokenLimits() store.Limits {
	if s.cfg.Team == nil {
		return store.Limits{}
	}
	return s.cfg.Team.Limits
}

func (s *Server) reach() string {
	if s.cfg.Team == nil {
		return "machine"
	}
	return "everyone"
}

// expiry reads "7d", "12h" or "never"; "" is the default. A team's retention is
// the most that anybody gets.
func (s *Server) expiry(text string, now time.Time) (time.Time, error) {
	lasts, err := parseExpiry(text)
	if err != nil {
		return time.Time{}, err
	}
	if s.cfg.Team != nil && s.cfg.Team.Retention > 0 {
		if text == "" {
			lasts = min(lasts, s.cfg.Team.Retention)
		}
		if lasts == 0 || lasts > s.cfg.Team.Retention {
			return time.Time{}, badField("expires", "choose a shorter time", "this server keeps shares for %s at most", inDays(s.cfg.Team.Retention))
		}
	}
	return after(now, lasts), nil
}

// after is zero, which is never, for a time to live of zero.
func after(now time.Time, lasts time.Duration) time.Time {
	if lasts == 0 {
		return time.Time{}
	}
	return now.Add(lasts)
}

var expiryForm = regexp.MustCompile(`^([1-9][0-9]{0,4})([hd])$`)

// parseExpiry is zero for "never".
func parseExpiry(text string) (time.Duration, error) {
	switch text {
	case "":
		return defaultExpiry, nil
	case "never":
		return 0, nil
	}
	m := expiryForm.FindStringSubmatch(text)
	if m == nil {
		return 0, badField("expires", "7d, 12h or never", "%q is no time to live", clip(text))
	}
	n, err := strconv.Atoi(m[1])
	if err != nil { // five digits at most, by the form
		panic(err)
	}
	if m[2] == "h" {
		return time.Duration(n) * time.Hour, nil
	}
	return time.Duration(n) * 24 * time.Hour, nil
}

func inDays(d time.Duration) string { return strconv.Itoa(int(d/(24*time.Hour))) + "d" }

func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func (s *Server) patchShare(c echo.Context) error {
	if to := c.QueryParam("to"); to != "" {
		return s.forwardChange(c, to)
	}
	var asked struct {
		Name    *string `json:"name"`
		Expires *string `json:"expires"`
	}
	if err := decode(c, &asked, maxJSON); err != nil {
		return err
	}
	id, deletion, now := c.Param("id"), s.deletionToken(c), s.cfg.Now()
	ctx := c.Request().Context()
	if asked.Name != nil {
		if err := checkName(*asked.Name); err != nil {
			return err
		}
		if err := s.cfg.Store.Rename(ctx, id, deletion, *asked.Name, now); err != nil {
			return err
		}
	}
	if asked.Expires != nil {
		expires, err := s.expiry(*asked.Expires, now)
		if err != nil {
			return err
		}
		if err := s.cfg.Store.Expire(ctx, id, deletion, expires, now); err != nil {
			return err
		}
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *Server) deleteShare(c echo.Context) error {
	if to := c.QueryParam("to"); to != "" {
		return s.forwardChange(c, to)
	}
	if err := s.cfg.Store.TakeBack(c.Request().Context(), c.Param("id"), s.deletionToken(c), s.cfg.Now()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// deletionToken comes in a header of its own, since on this machine the bearer
// token is the workbench's. A team's server has no such, and takes it as a bearer.
func (s *Server) deletionToken(c echo.Context) string {
	h := c.Request().Header
	if given := h.Get(deletionHeader); given != "" || s.cfg.Team == nil {
		return given
	}
	return bearer(h.Get("Authorization"))
}

// Team makes a server one for a team: it launches nothing and serves shares.
type Team struct {
	PublicURL *url.URL
	Limits    store.Limits  // of each upload token
	Retention time.Duration // the most that a share lives; 0 = no bound
}

// ParsePublicURL takes the address under which a team's server is reached: scheme
// and host, since its pages live at the root.
func ParsePublicURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, &AddressError{Addr: text, What: "it is no public URL", Hint: "write scheme and host alone, like https://scope.example.com"}
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}
