package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"
)

// maxJSON bounds the body of a request that is read as JSON.
const maxJSON = 1 << 20

// decode reads a JSON body into v. It is strict: a misspelt field is named
// instead of ignored, since an option that silently does nothing is worse than
// none. The content type must be JSON, which no form of another site can send.
func decode(c echo.Context, v any, most int64) error {
	r := c.Request()
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "Content-Type", "send application/json", "the body is not declared as JSON")
	}
	d := json.NewDecoder(http.MaxBytesReader(c.Response(), r.Body, most))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return bodyProblem(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return badField("body", "send one JSON object", "something follows the JSON")
	}
	return nil
}

func bodyProblem(err error) error {
	var (
		tooBig *http.MaxBytesError
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &tooBig):
		return err
	case errors.As(err, &kind):
		where := kind.Field
		if where == "" {
			where = "body"
		}
		return badField(where, fmt.Sprintf("it must be a JSON %s", jsonName(kind.Type.Kind().String())), "a JSON %s stands here", kind.Value)
	case errors.As(err, &syntax):
		return badField("body", "send one JSON object", "the body is not JSON: %v at byte %d", syntax, syntax.Offset)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return badField("body", "send one JSON object", "the body ends too early")
	}
	return badField("body", "see the fields in the documentation", "%v", err) // an unknown field, named by the decoder
}

// jsonName says a Go kind in JSON's words.
func jsonName(kind string) string {
	switch kind {
	case "slice", "array":
		return "array"
	case "map", "struct":
		return "object"
	case "bool":
		return "boolean"
	case "string":
		return "string"
	}
	return "number"
}
