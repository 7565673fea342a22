package wire

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// The functions of this file read JSON that passed Scan or Valid. They check
// nothing again; given anything else they still neither panic nor loop, but what
// they yield is then undefined.

// JSONType is the type of a JSON value.
type JSONType uint8

// The types. NoType is that of nothing at all.
const (
	NoType JSONType = iota
	Object
	Array
	Str
	Number
	Bool
	Null
)

// String names the type as JSON Schema does; "" for NoType.
func (t JSONType) String() string {
	return [...]string{"", "object", "array", "string", "number", "boolean", "null"}[t]
}

// TypeOf is the type of a value, by its first byte.
func TypeOf(value []byte) JSONType {
	if len(value) == 0 {
		return NoType
	}
	switch c := value[0]; {
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == '"':
		return Str
	case c == 't' || c == 'f':
		return Bool
	case c == 'n':
		return Null
	case c == '-' || isDigit(c):
		return Number
	}
	return NoType
}

// Members yields the members of an object in order, names decoded and without
// quotes, values as written. A name aliases the object unless it holds an escape.
// It yields nothing for a value that is no object.
func Members(obj []byte, yield func(key, value []byte) bool) {
	for i, ok := inside(obj, '{'); ok; {
		var key, value []byte
		if key, value, i, ok = nextMember(obj, i); !ok || !yield(unescaped(key), value) {
			return
		}
		i, ok = nextItem(obj, i)
	}
}

// Elements yields the elements of an array in order, as written. It yields
// nothing for a value that is no array.
func Elements(arr []byte, yield func(value []byte) bool) {
	for i, ok := inside(arr, '['); ok; {
		end := skipValue(arr, i)
		if end == i || !yield(arr[i:end]) {
			return
		}
		i, ok = nextItem(arr, end)
	}
}

// Get is the value of an object's member, as written. Of several members with
// the name it is the last one's.
func Get(obj []byte, key string) (value []byte, ok bool) {
	for i, more := inside(obj, '{'); more; {
		var k, v []byte
		if k, v, i, more = nextMember(obj, i); !more {
			break
		}
		if string(k) == key || hasBackslash(k) && string(unescaped(k)) == key {
			value, ok = v, true
		}
		i, more = nextItem(obj, i)
	}
	return value, ok
}

// inside is the column of the first item of a container that opens with the
// bracket given; ok is false when it is empty or no such container.
func inside(d []byte, bracket byte) (i int, ok bool) {
	i = skipSpace(d, 0)
	if i >= len(d) || d[i] != bracket {
		return i, false
	}
	i = skipSpace(d, i+1)
	return i, i < len(d) && d[i] != bracket+2 // '{'+2 == '}', '['+2 == ']'
}

// nextItem goes over the comma after an item.
func nextItem(d []byte, i int) (int, bool) {
	i = skipSpace(d, i)
	if i >= len(d) || d[i] != ',' {
		return i, false
	}
	return skipSpace(d, i+1), true
}

// nextMember reads the member at column i; key has no quotes but may have escapes.
func nextMember(d []byte, i int) (key, value []byte, end int, ok bool) {
	if i >= len(d) || d[i] != '"' {
		return nil, nil, i, false
	}
	k := skipString(d, i)
	c := skipSpace(d, k)
	if k < i+2 || c >= len(d) || d[c] != ':' {
		return nil, nil, c, false
	}
	v := skipSpace(d, c+1)
	end = skipValue(d, v)
	return d[i+1 : k-1], d[v:end], end, end > v
}

// skipValue is the column after the value at column i.
func skipValue(d []byte, i int) int {
	depth := 0
	for i < len(d) {
		switch c := d[i]; {
		case c == '"':
			i = skipString(d, i)
		case c == '{' || c == '[':
			depth++
			i++
			continue
		case c == '}' || c == ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case isSpace(c) || c == ',' || c == ':':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			for i < len(d) && isScalar(d[i]) {
				i++
			}
			if i < len(d) && !isEnd(d[i]) { // not JSON: do not stand still
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

func isScalar(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c == '-' || c == '+' || c == '.' || c == 'E'
}

func isEnd(c byte) bool {
	return isSpace(c) || c == ',' || c == ']' || c == '}' || c == ':' || c == '"' || c == '[' || c == '{'
}

// skipString is the column after the string whose opening quote is at column i.
func skipString(d []byte, i int) int { return min(stringEnd(d, i+1)+1, len(d)) }

// String decodes a JSON string; ok is false for a value of another type. Half a
// surrogate pair becomes U+FFFD.
func String(value []byte) (s string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	if body := value[1 : len(value)-1]; !hasBackslash(body) {
		return string(body), true
	}
	b, ok := AppendString(nil, value)
	return string(b), ok
}

// AppendString appends what a JSON string says to dst.
func AppendString(dst, value []byte) ([]byte, bool) {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return dst, false
	}
	return appendUnescaped(dst, value[1:len(value)-1], false)
}

func unescaped(key []byte) []byte {
	if !hasBackslash(key) {
		return key
	}
	text, _ := appendUnescaped(nil, key, false)
	return text
}

// appendUnescaped decodes the inside of a string; ok is false when an escape is
// none (it is then kept as written). Half a surrogate pair becomes U+FFFD, or the
// three bytes that UTF-8 would have for it if it were a character.
func appendUnescaped(dst, raw []byte, keepHalves bool) (_ []byte, ok bool) {
	ok = true
	for i := 0; i < len(raw); {
		n := i
		for n < len(raw) && raw[n] != '\\' {
			n++
		}
		dst = append(dst, raw[i:n]...)
		if n >= len(raw) {
			break
		}
		i = n + 2
		if i > len(raw) {
			return append(dst, '\\'), false
		}
		switch c := raw[i-1]; c {
		case '"', '\\', '/':
			dst = append(dst, c)
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, bad := hex4(raw, i)
			if bad >= 0 {
				dst, ok = append(dst, '\\', 'u'), false
				continue
			}
			i += 4
			if r >= 0xD800 && r < 0xE000 {
				low, bad := rune(0), 0
				if r < 0xDC00 && i+1 < len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
					low, bad = hex4(raw, i+2)
				}
				if bad < 0 && low >= 0xDC00 && low < 0xE000 {
					r = (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
					i += 6
				} else if keepHalves {
					dst = append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6&63), 0x80|byte(r&63))
					continue
				} else {
					r = utf8.RuneError
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst, ok = append(dst, '\\', c), false
		}
	}
	return dst, ok
}

// Int is the value of a number that is an integer and fits 64 bits, however it
// is written: 7, 7.0 and 70e-1 are 7.
func Int(value []byte) (n int64, ok bool) {
	if TypeOf(value) != Number {
		return 0, false
	}
	digits := value
	if value[0] == '-' {
		digits = value[1:]
	}
	if len(digits) == 0 || len(digits) > 18 { // 18 digits never overflow
		return integral(value)
	}
	for _, c := range digits {
		if !isDigit(c) {
			return integral(value)
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(value) {
		n = -n
	}
	return n, true
}

// IsInteger reports whether a JSON number is an integer by value: 1.0 and 1e3
// are. How it is written is the caller's question.
func IsInteger(number []byte) bool {
	if TypeOf(number) != Number {
		return false
	}
	if isPlainInteger(number) {
		return true
	}
	_, digits, exp, ok := decimal(number)
	return ok && (len(digits) == 0 || exp >= 0)
}

// isPlainInteger reports whether a number has neither fraction nor exponent.
func isPlainInteger(number []byte) bool {
	for _, c := range number[1:] {
		if !isDigit(c) {
			return false
		}
	}
	return true
}

// integral reads an integer written with a fraction or an exponent.
func integral(number []byte) (int64, bool) {
	negative, digits, exp, ok := decimal(number)
	if !ok || len(digits) > 0 && (exp < 0 || len(digits)+exp > 19) {
		return 0, false
	}
	if len(digits) == 0 {
		return 0, true
	}
	buf := make([]byte, 0, 24)
	if negative {
		buf = append(buf, '-')
	}
	buf = append(buf, digits...)
	for ; exp > 0; exp-- {
		buf = append(buf, '0')
	}
	n, err := strconv.ParseInt(string(buf), 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}

// decimal splits a number into its significant digits, without zeros at either
// end, and the power of ten of the last one; ok is false when that power is
// beyond any use.
func decimal(number []byte) (negative bool, digits []byte, exp int, ok bool) {
	i := 0
	if i < len(number) && number[i] == '-' {
		negative = true
		i++
	}
	point := -1
	digits = make([]byte, 0, len(number))
	for ; i < len(number) && (isDigit(number[i]) || number[i] == '.'); i++ {
		if number[i] == '.' {
			point = len(digits)
			continue
		}
		digits = append(digits, number[i])
	}
	if point >= 0 {
		exp = point - len(digits)
	}
	if i < len(number) { // e or E
		e, err := strconv.Atoi(string(number[i+1:]))
		if err != nil || e > 1<<40 || e < -1<<40 {
			e = 1 << 40
			if len(number) > i+1 && number[i+1] == '-' {
				e = -e
			}
		}
		exp += e
	}
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		exp++
	}
	return negative, digits, exp, true
}

// Offset is the column at which value, a part of line that a function of this
// package gave, begins; -1 when it is no part of line, or empty.
func Offset(line, value []byte) int {
	if len(value) == 0 {
		return -1
	}
	// A part of a slice keeps its end, unless somebody cut its capacity.
	if i := cap(line) - cap(value); i >= 0 && i < len(line) && &line[i] == &value[0] {
		return i
	}
	for i := range line {
		if &line[i] == &value[0] {
			return i
		}
	}
	return -1
}

func hasBackslash(b []byte) bool { return bytes.IndexByte(b, '\\') >= 0 }
