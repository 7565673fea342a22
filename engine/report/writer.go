package report

import (
	"math"
	"stdioscope/engine/order"
	"strconv"
	"unicode/utf8"
)

// writer makes the bytes that encoding/json with SetIndent("", "  ") and without
// HTML escaping would make. That package itself would be a fifth of the
// WebAssembly module that every browser has to fetch; a test holds the two to the
// same bytes. What is written of each type stands in write_gen.go, hundreds of
// calls: inlined, they would take six times the room, hence the go:noinline.
type writer struct {
	out   []byte
	depth int
	begun bool // something stands in the object or array that is open
}

//go:noinline
func (w *writer) open(bracket byte) {
	w.out = append(w.out, bracket)
	w.depth++
	w.begun = false
}

//go:noinline
func (w *writer) close(bracket byte) {
	w.depth--
	if w.begun {
		w.line()
	}
	w.out = append(w.out, bracket)
	w.begun = true
}

// next makes room for the next value of what is open.
func (w *writer) next() {
	if w.begun {
		w.out = append(w.out, ',')
	}
	w.begun = true
	w.line()
}

func (w *writer) line() {
	w.out = append(w.out, '\n')
	for range w.depth {
		w.out = append(w.out, "  "...)
	}
}

// name begins a member; its value follows. Names are ours: none needs escaping.
//
//go:noinline
func (w *writer) name(name string) {
	w.next()
	w.out = append(append(append(w.out, '"'), name...), `": `...)
}

//go:noinline
func (w *writer) null(name string) {
	w.name(name)
	w.out = append(w.out, "null"...)
}

//go:noinline
func (w *writer) flag(name string, value bool) {
	w.name(name)
	w.out = strconv.AppendBool(w.out, value)
}

//go:noinline
func (w *writer) int(name string, value int64) {
	w.name(name)
	w.out = strconv.AppendInt(w.out, value, 10)
}

//go:noinline
func (w *writer) text(name, value string) {
	w.name(name)
	w.out = appendText(w.out, value)
}

//go:noinline
func (w *writer) number(name string, value Number) {
	w.name(name)
	w.out = append(w.out, value.String()...)
}

// float writes what ECMAScript would: an exponent only for what is very small or
// very large. Neither infinities nor NaN have a form in JSON: null.
func (w *writer) float(name string, value float64) {
	w.name(name)
	size := math.Abs(value)
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		w.out = append(w.out, "null"...)
	case size != 0 && size < 1e-6 || size >= 1e21:
		w.out = strconv.AppendFloat(w.out, value, 'e', -1, 64)
		// 1e-07 is written 1e-7.
		if n := len(w.out); w.out[n-4] == 'e' && w.out[n-3] == '-' && w.out[n-2] == '0' {
			w.out = append(w.out[:n-2], w.out[n-1])
		}
	default:
		w.out = strconv.AppendFloat(w.out, value, 'f', -1, 64)
	}
}

func (w *writer) raw(name string, value Raw) {
	w.name(name)
	w.indent(value)
}

// list begins a list, or writes null for one that is nil and says so.
//
//go:noinline
func (w *writer) list(name string, isNil bool) bool {
	if isNil {
		w.null(name)
		return false
	}
	w.name(name)
	w.open('[')
	return true
}

func (w *writer) texts(name string, values []string) {
	if !w.list(name, values == nil) {
		return
	}
	for _, value := range values {
		w.next()
		w.out = appendText(w.out, value)
	}
	w.close(']')
}

func (w *writer) ints(name string, values []int) {
	if !w.list(name, values == nil) {
		return
	}
	for _, value := range values {
		w.next()
		w.out = strconv.AppendInt(w.out, int64(value), 10)
	}
	w.close(']')
}

func (w *writer) raws(name string, values []Raw) {
	if !w.list(name, values == nil) {
		return
	}
	for _, value := range values {
		w.next()
		w.indent(value)
	}
	w.close(']')
}

func (w *writer) textsByName(name string, values map[string]string) {
	w.byName(name, keysOf(values), values == nil, func(key string) { w.out = appendText(w.out, values[key]) })
}

func (w *writer) rawsByName(name string, values map[string]Raw) {
	w.byName(name, keysOf(values), values == nil, func(key string) { w.indent(values[key]) })
}

func keysOf[V any](values map[string]V) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	order.Strings(keys)
	return keys
}

func (w *writer) byName(name string, keys []string, isNil bool, value func(key string)) {
	if isNil {
		w.null(name)
		return
	}
	w.name(name)
	w.open('{')
	for _, key := range keys {
		w.next()
		w.out = append(appendText(w.out, key), ": "...)
		value(key)
	}
	w.close('}')
}

// indent writes valid JSON text in the report's own layout.
func (w *writer) indent(text Raw) {
	if len(text) == 0 {
		w.out = append(w.out, "null"...)
		return
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
		case '"':
			end := endOfString(text, i)
			w.out = append(w.out, text[i:end]...)
			i = end - 1
		case '{', '[':
			w.open(c)
			if !closes(text[i+1:]) {
				w.next()
			}
		case '}', ']':
			w.close(c)
		case ',':
			w.next()
		case ':':
			w.out = append(w.out, ": "...)
		default:
			w.out = append(w.out, c)
		}
	}
}

// endOfString is where the string that begins at text[i] has ended.
func endOfString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}

// closes says whether an object or array ends before anything stood in it.
func closes(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == '}' || c == ']'
		}
	}
	return true
}

const hexDigits = "0123456789abcdef"

// appendText quotes text. What is no UTF-8 is replaced; the two line separators
// that old JavaScript took for line ends are escaped.
func appendText(out []byte, text string) []byte {
	out = append(out, '"')
	from := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if c >= utf8.RuneSelf && r != '\u2028' && r != '\u2029' && (r != utf8.RuneError || size > 1) {
			i += size
			continue
		}
		out = appendEscape(append(out, text[from:i]...), r)
		i += size
		from = i
	}
	return append(append(out, text[from:]...), '"')
}

func appendEscape(out []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(out, '\\', byte(r))
	case '\b':
		return append(out, '\\', 'b')
	case '\f':
		return append(out, '\\', 'f')
	case '\n':
		return append(out, '\\', 'n')
	case '\r':
		return append(out, '\\', 'r')
	case '\t':
		return append(out, '\\', 't')
	}
	return append(out, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
