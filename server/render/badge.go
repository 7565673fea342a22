package render

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// writeBadgeJSON writes the object that a shields endpoint badge reads.
func writeBadgeJSON(out io.Writer, in Input) error {
	b := in.Report.Summary.Badge
	e := json.NewEncoder(out)
	return e.Encode(struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		IsError       bool   `json:"isError,omitempty"`
	}{1, b.Label, b.Message, b.Color, !in.Report.OK})
}

// badgeColors are the colour names of the contract as the badge service shows
// them; white text stands on each with enough contrast.
var badgeColors = map[string]string{
	"brightgreen": "#2f7d1c", "green": "#2f7d1c", "yellow": "#8a6d00", "orange": "#b34700",
	"red": "#c0322b", "lightgrey": "#5c5c5c", "blue": "#0f6cbd",
}

// writeBadgeSVG writes a flat badge; the text's width is estimated, as no font
// can be asked here.
func writeBadgeSVG(out io.Writer, in Input) error {
	b := in.Report.Summary.Badge
	color, known := badgeColors[b.Color]
	if !known {
		color = badgeColors["lightgrey"]
	}
	label, message := escapeXML(b.Label), escapeXML(b.Message)
	lw, mw := badgeWidth(b.Label), badgeWidth(b.Message)
	_, err := fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s: %s">`+
		`<title>%s: %s</title><clipPath id="r"><rect width="%d" height="20" rx="3"/></clipPath>`+
		`<g clip-path="url(#r)"><rect width="%d" height="20" fill="#444"/><rect x="%d" width="%d" height="20" fill="%s"/></g>`+
		`<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`+
		`<text x="%d" y="14">%s</text><text x="%d" y="14">%s</text></g></svg>`+"\n",
		lw+mw, label, message, label, message, lw+mw, lw, lw, mw, color, lw/2, label, lw+mw/2, message)
	return err
}

func badgeWidth(s string) int { return 10 + 7*len([]rune(s)) }

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder never fails
	return b.String()
}
