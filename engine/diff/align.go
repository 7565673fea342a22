package diff

import (
	"slices"

	"stdioscope/engine/report"
)

// Frame is a line of a pipe, as the alignment tells it.
type Frame struct {
	Address string
	Kind    string
	What    string // the method, or the first characters, secrets masked
}

// Aligned is two frames by their numbers that say the same, or one and -1, that has
// no partner.
type Aligned struct{ Before, After int32 }

// Before is a frame of the first recording, After one of the second.
func (c *Comparison) Before(n int32) Frame { return c.before.frame(int(n)) }
func (c *Comparison) After(n int32) Frame  { return c.after.frame(int(n)) }

func (f *Facts) frame(n int) Frame {
	w := f.frames[n]
	told := Frame{Address: report.Address(int(w.run), string(streams[w.stream]), int(w.no)), Kind: kinds[w.kind], What: f.says[w.says][2:]}
	if t, ok := f.texts[n]; ok {
		told.What = f.analyzer.Shown(int(w.run), streams[w.stream], t.offset, t.head, t.cut)
	}
	return told
}

// sayings are what the frames of both say, numbered alike.
func sayings(a, b *Facts) (before, after []uint32) {
	known := make(map[string]uint32, len(a.says))
	for n, said := range a.says {
		known[said] = uint32(n)
	}
	same := make([]uint32, len(b.says))
	for n, said := range b.says {
		number, ok := known[said]
		if !ok {
			number = uint32(len(a.says) + n)
		}
		same[n] = number
	}
	for _, f := range a.frames {
		before = append(before, f.says)
	}
	for _, f := range b.frames {
		after = append(after, same[f.says])
	}
	return before, after
}

// maxCells bounds the table of the longest common subsequence; longer runs are
// matched within a window that moves along.
const maxCells = 4_000_000

// align lays two runs of frames side by side: equal frames keep their order and
// as many as possible of them meet.
func align(a, b []uint32) []Aligned {
	l := laid{out: make([]Aligned, 0, max(len(a), len(b)))}
	end := 0
	for end < len(a) && end < len(b) && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	tail := a[len(a)-end:]
	a, b = a[:len(a)-end], b[:len(b)-end]
	for len(a) > 0 || len(b) > 0 {
		n := 0
		for n < len(a) && n < len(b) && a[n] == b[n] {
			l.both()
			n++
		}
		a, b = a[n:], b[n:]
		n, m := window(len(a), len(b))
		i, j := 0, 0
		for _, p := range l.common(a[:n], b[:m], n == len(a) && m == len(b)) {
			l.alone(p[0]-i, p[1]-j)
			if i, j = p[0], p[1]; p[2] == match {
				l.both()
				i, j = i+1, j+1
			}
		}
		a, b = a[i:], b[j:]
	}
	for range tail {
		l.both()
	}
	return l.out
}

// laid is an alignment that grows.
type laid struct {
	out    []Aligned
	a, b   int32
	length []int32 // the table, used again
}

func (l *laid) both() {
	l.out = append(l.out, Aligned{l.a, l.b})
	l.a, l.b = l.a+1, l.b+1
}

// alone lays frames that have no partner, those of the first recording before
// those of the second.
func (l *laid) alone(a, b int) {
	for range a {
		l.out = append(l.out, Aligned{l.a, -1})
		l.a++
	}
	for range b {
		l.out = append(l.out, Aligned{-1, l.b})
		l.b++
	}
}

func window(n, m int) (int, int) {
	for n*m > maxCells {
		if n >= m {
			n = max(n/2, 1)
		} else {
			m = max(m/2, 1)
		}
	}
	return n, m
}

const match = 1

// common gives the places at which a longest common subsequence meets, and a last
// place up to which it goes: the end of both when they are whole. Of a window it is
// where most have met by three quarters of the way, since what is left over behind
// that may meet beyond the window.
func (l *laid) common(a, b []uint32, whole bool) [][3]int {
	width := len(b) + 1
	if size := (len(a) + 1) * width; cap(l.length) < size {
		l.length = make([]int32, size)
	} else {
		l.length = l.length[:size]
		clear(l.length[:width])
	}
	length := l.length // of the common subsequence of a[:i] and b[:j]
	for i := 1; i <= len(a); i++ {
		row, above := length[i*width:(i+1)*width], length[(i-1)*width:i*width]
		row[0] = 0
		for j := 1; j <= len(b); j++ {
			if a[i-1] == b[j-1] {
				row[j] = above[j-1] + 1
			} else {
				row[j] = max(above[j], row[j-1])
			}
		}
	}
	i, j := len(a), len(b)
	if !whole {
		i, j = l.end(len(a)-len(a)/4, len(b)-len(b)/4, width)
	}
	places := [][3]int{{i, j}}
	for i > 0 && j > 0 {
		switch {
		case a[i-1] == b[j-1]:
			i, j = i-1, j-1
			places = append(places, [3]int{i, j, match})
		case length[i*width+j-1] >= length[(i-1)*width+j]:
			j--
		default:
			i--
		}
	}
	slices.Reverse(places)
	return places
}

// end is the place on the two lines a[:n] and b[:m] up to which the largest part of
// both has met.
func (l *laid) end(n, m, width int) (i, j int) {
	i, j = n, m
	better := func(x, y int) {
		if int(l.length[x*width+y])*(i+j) > int(l.length[i*width+j])*(x+y) {
			i, j = x, y
		}
	}
	for x := 1; x <= n; x++ {
		better(x, m)
	}
	for y := 1; y <= m; y++ {
		better(n, y)
	}
	return i, j
}
