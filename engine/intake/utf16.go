package intake

import "unicode/utf8"

// utf16Decoder turns a UTF-16 text with a byte order mark into UTF-8, piece by
// piece.
type utf16Decoder struct {
	big     bool
	started bool
	half    []byte // an odd byte
	high    rune   // a surrogate that waits for its partner
}

// newUTF16Decoder gives nil for a text that neither begins with a UTF-16 mark nor
// looks like UTF-16: plain characters with a NUL before or behind each.
func newUTF16Decoder(text []byte) *utf16Decoder {
	if len(text) < 2 {
		return nil
	}
	switch {
	case text[0] == 0xFF && text[1] == 0xFE:
		return &utf16Decoder{}
	case text[0] == 0xFE && text[1] == 0xFF:
		return &utf16Decoder{big: true}
	case len(text) < 16:
		return nil
	}
	little, big := true, true
	for i := 0; i < 16; i += 2 {
		little = little && text[i] != 0 && text[i+1] == 0
		big = big && text[i] == 0 && text[i+1] != 0
	}
	if little || big {
		return &utf16Decoder{big: big}
	}
	return nil
}

func (d *utf16Decoder) decode(dst, p []byte) []byte {
	for _, c := range p {
		d.half = append(d.half, c)
		if len(d.half) < 2 {
			continue
		}
		unit := rune(d.half[0]) | rune(d.half[1])<<8
		if d.big {
			unit = rune(d.half[1]) | rune(d.half[0])<<8
		}
		d.half = d.half[:0]
		if !d.started {
			d.started = true
			if unit == 0xFEFF {
				continue
			}
		}
		dst = d.unit(dst, unit)
	}
	return dst
}

func (d *utf16Decoder) unit(dst []byte, unit rune) []byte {
	if d.high != 0 {
		high := d.high
		d.high = 0
		if unit >= 0xDC00 && unit < 0xE000 {
			return utf8.AppendRune(dst, (high-0xD800)<<10|(unit-0xDC00)+0x10000)
		}
		dst = utf8.AppendRune(dst, utf8.RuneError)
	}
	if unit >= 0xD800 && unit < 0xDC00 {
		d.high = unit
		return dst
	}
	return utf8.AppendRune(dst, unit) // a lone half becomes U+FFFD
}
