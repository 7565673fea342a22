package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"stdioscope/engine/wire"
)

// jsonObject checks that text is one strict JSON object and gives it as one line,
// as it can be sent to a server. Members and numbers stay as written.
func jsonObject(text []byte) ([]byte, error) {
	text = bytes.TrimSpace(text)
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, fmt.Errorf("%s is no JSON", shorten(text))
	}
	if wire.TypeOf(text) != wire.Object {
		return nil, fmt.Errorf("%s is no JSON object", shorten(text))
	}
	var line bytes.Buffer
	if err := json.Compact(&line, text); err != nil {
		return nil, err
	}
	return line.Bytes(), nil
}

func shorten(b []byte) string {
	const most = 60
	if len(b) > most {
		return fmt.Sprintf("%q…", b[:most])
	}
	return fmt.Sprintf("%q", b)
}
