package diff

// Aligned is a pair of frames that say the same, or one that has no partner.
type Aligned struct {
	Before *Frame `json:"before"` // null: only after
	After  *Frame `json:"after"`  // null: only before
}

// maxCells bounds the table of the longest common subsequence; longer runs are
// matched within a window that moves along.
const maxCells = 4_000_000

// align lays two runs of frames side by side: equal frames keep their order and
// as many as possible of them meet.
func align(a, b []Frame) []Aligned {
	out := []Aligned{}
	prefix := 0
	for prefix < len(a) && prefix < len(b) && same(a[prefix], b[prefix]) {
		out = append(out, Aligned{&a[prefix], &b[prefix]})
		prefix++
	}
	a, b = a[prefix:], b[prefix:]
	for len(a) > 0 || len(b) > 0 {
		n, m := window(len(a), len(b))
		pairs := common(a[:n], b[:m])
		// What the window leaves over at its end may meet beyond it.
		if n < len(a) || m < len(b) {
			pairs = pairs[:max(1, len(pairs)*3/4)]
		}
		i, j := 0, 0
		for _, p := range pairs {
			out = rest(out, a[i:p[0]], b[j:p[1]])
			if p[0] < n && p[1] < m {
				out = append(out, Aligned{&a[p[0]], &b[p[1]]})
				p[0], p[1] = p[0]+1, p[1]+1
			}
			i, j = p[0], p[1]
		}
		if n == len(a) && m == len(b) {
			return rest(out, a[i:], b[j:])
		}
		a, b = a[i:], b[j:]
	}
	return out
}

func same(a, b Frame) bool { return a.Kind == b.Kind && a.What == b.What && lane(a) == lane(b) }

func lane(f Frame) byte {
	if len(f.Address) > 3 {
		return f.Address[3] // stdin, stdout
	}
	return 0
}

func window(n, m int) (int, int) {
	for n*m > maxCells {
		n, m = max(n/2, 1), max(m/2, 1)
	}
	return n, m
}

func rest(out []Aligned, a, b []Frame) []Aligned {
	for i := range a {
		out = append(out, Aligned{Before: &a[i]})
	}
	for i := range b {
		out = append(out, Aligned{After: &b[i]})
	}
	return out
}

// common gives the pairs of a longest common subsequence, and a last pair that
// marks the end of both.
func common(a, b []Frame) [][2]int {
	width := len(b) + 1
	length := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if same(a[i], b[j]) {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	var pairs [][2]int
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case same(a[i], b[j]):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return append(pairs, [2]int{len(a), len(b)})
}
