package server

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// letIn serves the shell, or exchanges the token of the printed URL for the
// session's cookie and takes it out of the address bar. The fragment stays: a
// redirect without one keeps it.
func (s *Server) letIn(c echo.Context) error {
	query := c.QueryParams()
	if !query.Has("token") || s.cfg.Team != nil {
		return s.page.serveShell(c)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if given := query.Get("token"); !s.guard.isToken(given) && !s.takePass(given) {
		if wantsHTML(c.Request()) { // the page explains it, as soon as the API refuses it
			return serveHTML(c, http.StatusUnauthorized, s.page.shell)
		}
		return refuse(http.StatusUnauthorized, "token", "open the URL that the server printed when it started; each start has a new one", "the token is not that of this start")
	}
	c.SetCookie(&http.Cookie{
		Name:     s.guard.cookie,
		Value:    s.cfg.Token,
		Path:     "/",
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
	})
	return c.Redirect(http.StatusSeeOther, "/")
}

// wantsHTML tells a browser that goes to an address from a program that asks.
func wantsHTML(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// OneTimeURL is a URL like the printed one that works once. It is for whoever
// opens a browser: the command line of that program can be read by every user of
// the machine, and what stands there must be of no use any more.
func (s *Server) OneTimeURL() string {
	pass := NewToken()
	s.pass.Store(&pass)
	return s.origin + "/?token=" + pass
}

// takePass says whether a token is the pass, which is used up by that.
func (s *Server) takePass(given string) bool {
	pass := s.pass.Load()
	return pass != nil && sameSecret(given, *pass) && s.pass.CompareAndSwap(pass, nil)
}
