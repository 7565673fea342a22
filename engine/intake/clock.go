package intake

// clock reads the times of log lines and gives microseconds since the first.
// Time never goes back: logs are not strictly in order.
type clock struct {
	first, last int64
	known       bool
}

func (c *clock) at(micros int64) int64 {
	if !c.known {
		c.known, c.first = true, micros
	}
	if t := micros - c.first; t > c.last {
		c.last = t
	}
	return c.last
}

// timestamp reads "YYYY-MM-DD[T ]HH:MM:SS" with an optional fraction (. or ,)
// and zone from the start of text: microseconds since 1970 by its own digits
// (the zone only matters for differences, and a log keeps to one).
func timestamp(text []byte) (micros int64, rest []byte, ok bool) {
	if len(text) < 19 || text[4] != '-' || text[7] != '-' || text[10] != 'T' && text[10] != ' ' || text[13] != ':' || text[16] != ':' {
		return 0, text, false
	}
	var n [6]int64
	for i, place := range [...][2]int{{0, 4}, {5, 7}, {8, 10}, {11, 13}, {14, 16}, {17, 19}} {
		v, digits := number(text[place[0]:place[1]])
		if digits != place[1]-place[0] {
			return 0, text, false
		}
		n[i] = v
	}
	micros = ((days(n[0], n[1], n[2])*24+n[3])*60+n[4])*60 + n[5]
	micros *= 1_000_000
	rest = text[19:]
	if len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') {
		v, digits := number(rest[1:])
		if digits > 0 {
			rest = rest[1+digits:]
			for ; digits < 6; digits++ {
				v *= 10
			}
			for ; digits > 6; digits-- {
				v /= 10
			}
			micros += v
		}
	}
	if len(rest) > 0 && rest[0] == 'Z' {
		return micros, rest[1:], true
	}
	if len(rest) >= 6 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':' {
		return micros, rest[6:], true
	}
	return micros, rest, true
}

func number(text []byte) (v int64, digits int) {
	for digits < len(text) && digits < 15 && text[digits] >= '0' && text[digits] <= '9' {
		v = v*10 + int64(text[digits]-'0')
		digits++
	}
	return v, digits
}

// days is the number of days from 1970-01-01 in the Gregorian calendar.
func days(y, m, d int64) int64 {
	if m <= 2 {
		y, m = y-1, m+12
	}
	era := y / 400
	yoe := y - era*400
	doy := (153*(m-3)+2)/5 + d - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468
}
