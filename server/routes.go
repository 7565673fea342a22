package server

import (
	"github.com/labstack/echo/v4"
)

// routes is every address that is answered, in one place. The guard runs before
// any of them, and also before those that do not exist.
func (s *Server) routes() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.fail
	e.Pre(answerInTime, securityHeaders, s.guard.middleware)

	// The page: no data, open to any site.
	e.GET("/", s.letIn)
	e.HEAD("/", s.page.serveShell)
	e.GET("/*", s.page.serveFile)
	e.HEAD("/*", s.page.serveFile)

	// Shared reports: open to whoever has the link.
	for path, serve := range map[string]echo.HandlerFunc{
		"/r/:id":              s.getSharePage,
		"/r/:id/share.json":   s.getShareFacts,
		"/r/:id/report.json":  s.getShareReport,
		"/r/:id/transcript":   s.getShareTranscript,
		"/r/:id/badge.svg":    s.getShareAs("badge-svg", "image/svg+xml"),
		"/r/:id/badge.json":   s.getShareAs("badge", "application/json"),
		"/r/:id/report.sarif": s.getShareAs("sarif", "application/sarif+json"),
		"/r/:id/junit.xml":    s.getShareAs("junit", "application/xml"),
	} {
		e.GET(path, serve)
		e.HEAD(path, serve)
	}

	api := e.Group("/api", noStore)
	api.GET("/info", s.getInfo)
	api.GET("/rules", s.getRules)
	api.GET("/rules/:code/example", s.getExample)
	api.POST("/shares", s.postShare)
	api.PATCH("/shares/:id", s.patchShare)
	api.DELETE("/shares/:id", s.deleteShare)
	api.Any("/*", func(echo.Context) error { return echo.ErrNotFound })
	if s.cfg.Team != nil {
		e.GET("/livez", s.live)
		e.GET("/readyz", s.ready)
		return e // nothing leads from here to a launch
	}

	api.GET("/demos", s.getDemos)
	api.GET("/clients", s.getClients)
	api.POST("/clients", s.postClients)
	api.POST("/argv", s.postArgv)

	api.GET("/runs", s.listRuns)
	api.POST("/runs", s.startRun)
	api.GET("/runs/:id", s.getRun)
	api.PATCH("/runs/:id", s.changeRun)
	api.DELETE("/runs/:id", s.deleteRun)
	api.POST("/runs/:id/stop", s.stopRun)
	api.POST("/runs/:id/send", s.sendToRun)
	api.GET("/runs/:id/report", s.getReport)
	api.GET("/runs/:id/transcript", s.getTranscript)
	api.GET("/runs/:id/changes/:other", s.getChanges)
	api.GET("/runs/:id/events", s.streamEvents)
	return e
}

// noStore keeps what the API says out of every cache.
func noStore(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "no-store")
		return next(c)
	}
}
