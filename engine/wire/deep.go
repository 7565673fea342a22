package wire

// deeper checks a container that lies at a depth beyond MaxDepth. It keeps one
// bit a level and compares no names: such a line is faulted anyway, and only its
// end is wanted.
func (s *scanner) deeper(i, depth int) int {
	d := s.data
	if s.deep == 0 {
		s.deep = i + 1
	}
	var stack []uint64 // one bit a level: 1 = object
	level := 0
	why := wantValue
	for {
		switch {
		case i >= len(d):
			return s.fail(why, i)
		case d[i] == '{' || d[i] == '[':
			if level>>6 == len(stack) {
				stack = append(stack, 0)
			}
			bit := uint64(1) << (level & 63)
			stack[level>>6] &^= bit
			why = wantValue
			if d[i] == '{' {
				stack[level>>6] |= bit
				why = wantFirstKey
			}
			level++
			s.depth = max(s.depth, depth+level-1)
			closer := d[i] + 2
			if i = s.space(i + 1); i >= len(d) || d[i] != closer {
				if why == wantFirstKey {
					if i = s.member(why, i); i < 0 {
						return -1
					}
					why = wantValue
				}
				continue
			}
			i++
			level--
		default:
			if i = s.scalar(why, i); i < 0 {
				return -1
			}
		}
		// A value ended: close what ends with it.
		for {
			if level == 0 {
				return i
			}
			closer := byte(']')
			if stack[(level-1)>>6]>>((level-1)&63)&1 != 0 {
				closer = '}'
			}
			if i = s.space(i); i >= len(d) {
				return s.fail(wantComma, i)
			}
			if d[i] == ',' {
				i = s.space(i + 1)
				why = wantItem
				if closer == '}' {
					if i = s.member(wantKey, i); i < 0 {
						return -1
					}
					why = wantValue
				}
				break
			}
			if d[i] != closer {
				return s.fail(wantComma, i)
			}
			i++
			level--
		}
	}
}

// member checks a member's name, its colon and the white space around them.
func (s *scanner) member(why reason, i int) int {
	d := s.data
	if i >= len(d) || d[i] != '"' {
		return s.fail(why, i)
	}
	if i = s.str(i + 1); i < 0 {
		return -1
	}
	if i = s.space(i); i >= len(d) || d[i] != ':' {
		return s.fail(wantColon, i)
	}
	return s.space(i + 1)
}
