package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

// Remote is another stdioscope server, where shares can be sent. The local server
// and the command line talk to it; a page never does.
type Remote struct {
	origin *url.URL
	client *http.Client
}

// remoteTime bounds one talk with a remote server.
const remoteTime = 2 * time.Minute

// ParseRemote takes the address of a team's server, or of anything on it. Tokens
// do not travel in the clear: beyond this machine it must be https.
func ParseRemote(text string) (*Remote, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, badField("to", "write it like https://scope.example.com", "%q is no address of a server", clip(text))
	}
	if u.Scheme == "http" && !onLoopback(u.Hostname()) {
		return nil, badField("to", "use https", "tokens and recordings do not go to %s in the clear", u.Host)
	}
	return &Remote{
		origin: &url.URL{Scheme: u.Scheme, Host: u.Host},
		client: &http.Client{
			Timeout: remoteTime,
			// A redirect would take token and recording to a place that nobody named.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

func onLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Upload is one transcript on its way.
type Upload struct {
	Body     io.Reader
	Encoding string // "" or "gzip"
	Name     string
	Expires  string // "7d", "never", "" = the server's default
	Token    string // the upload token
}

// Share sends a transcript and returns the link.
func (r *Remote) Share(ctx context.Context, up Upload) (Shared, error) {
	query := url.Values{}
	for name, value := range map[string]string{"name": up.Name, "expires": up.Expires} {
		if value != "" {
			query.Set(name, value)
		}
	}
	request, err := r.request(ctx, http.MethodPost, "/api/shares", up.Body, up.Token)
	if err != nil {
		return Shared{}, err
	}
	request.URL.RawQuery = query.Encode()
	request.Header.Set("Content-Type", transcriptType)
	if up.Encoding != "" {
		request.Header.Set("Content-Encoding", up.Encoding)
	}
	var shared Shared
	if err := r.talk(request, http.StatusCreated, &shared); err != nil {
		return Shared{}, err
	}
	if shared.ID == "" || shared.URL != r.origin.String()+"/r/"+shared.ID {
		return Shared{}, refuse(http.StatusBadGateway, "to", "is it a stdioscope server?", "the answer of %s names no link on it", r.origin.Host)
	}
	return shared, nil
}

// TakeBack ends a share.
func (r *Remote) TakeBack(ctx context.Context, id, deletion string) error {
	request, err := r.request(ctx, http.MethodDelete, "/api/shares/"+url.PathEscape(id), nil, deletion)
	if err != nil {
		return err
	}
	return r.talk(request, http.StatusNoContent, nil)
}

func (r *Remote) change(ctx context.Context, id, deletion string, body io.Reader) error {
	request, err := r.request(ctx, http.MethodPatch, "/api/shares/"+url.PathEscape(id), body, deletion)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	return r.talk(request, http.StatusNoContent, nil)
}

func (r *Remote) request(ctx context.Context, method, path string, body io.Reader, token string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, r.origin.String()+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return request, nil
}

// talk sends a request and reads the answer, which is another machine's text: it
// is bounded, and handed on as text.
func (r *Remote) talk(request *http.Request, want int, into any) error {
	response, err := r.client.Do(request)
	if err != nil {
		return refuse(http.StatusBadGateway, "to", "is the address right, and the server up?", "%s cannot be reached: %v", r.origin.Host, cause(err))
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	if err != nil {
		return refuse(http.StatusBadGateway, "to", "", "%s broke off: %v", r.origin.Host, cause(err))
	}
	if response.StatusCode != want {
		return r.refusal(response.StatusCode, answer)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return refuse(http.StatusBadGateway, "to", "is it a stdioscope server?", "the answer of %s cannot be read", r.origin.Host)
	}
	return nil
}

// refusal hands on what the other server says, under a status that says that it
// was the other one.
func (r *Remote) refusal(status int, answer []byte) error {
	var body struct{ Error *Problem }
	if json.Unmarshal(answer, &body) == nil && body.Error != nil && body.Error.What != "" {
		return refuse(http.StatusBadGateway, "to", plainText(body.Error.Hint, maxPreview), "%s refuses (%d): %s", r.origin.Host, status, plainText(body.Error.What, maxPreview))
	}
	return refuse(http.StatusBadGateway, "to", "is it a stdioscope server?", "%s answers %d", r.origin.Host, status)
}

// cause leaves out the URL that http.Client's errors repeat.
func cause(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// uploadTokenHeader carries the upload token of another server, which the local
// one hands on.
const uploadTokenHeader = "Stdioscope-Upload-Token"

// forwardShare sends an upload of our own page to another server. The bytes are
// handed on as they come; the other server judges and bounds them.
func (s *Server) forwardShare(c echo.Context, to string) error {
	remote, err := s.remote(to)
	if err != nil {
		return err
	}
	r := c.Request()
	if err := http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(remoteTime)); err != nil {
		return err
	}
	encoding := strings.ToLower(r.Header.Get("Content-Encoding"))
	if encoding != "" && encoding != "gzip" {
		return refuse(http.StatusUnsupportedMediaType, "Content-Encoding", "send it as it is, or as gzip", "%q is not known here", clip(encoding))
	}
	shared, err := remote.Share(r.Context(), Upload{
		Body: http.MaxBytesReader(c.Response(), r.Body, maxForward), Encoding: encoding,
		Name: c.QueryParam("name"), Expires: c.QueryParam("expires"), Token: r.Header.Get(uploadTokenHeader),
	})
	if err != nil {
		return err
	}
	s.logf("share %.6s… sent to %s", shared.ID, remote.origin.Host)
	return c.JSON(http.StatusCreated, shared)
}

// maxForward bounds what is handed on; the other server's own bound is lower.
const maxForward = 256 << 20

// forwardChange renames, prolongs or takes back a share on another server.
func (s *Server) forwardChange(c echo.Context, to string) error {
	remote, err := s.remote(to)
	if err != nil {
		return err
	}
	id, deletion := c.Param("id"), s.deletionToken(c)
	if c.Request().Method == http.MethodDelete {
		err = remote.TakeBack(c.Request().Context(), id, deletion)
	} else {
		err = remote.change(c.Request().Context(), id, deletion, http.MaxBytesReader(c.Response(), c.Request().Body, maxJSON))
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// remote refuses on a team's server: nobody may send it on errands.
func (s *Server) remote(to string) (*Remote, error) {
	if s.cfg.Team != nil {
		return nil, badField("to", "upload it here, without to", "this server sends nothing to others")
	}
	return ParseRemote(to)
}
