package scan

import (
	"bytes"
)

// block is a pair of braces in blanked code, with what stands before it.
type block struct {
	span   // the braces included
	kind   blockKind
	head   span // between the parentheses before it: a condition, or parameters
	parent int  // index in the list, -1 = none
}

type blockKind uint8

const (
	plain    blockKind = iota // an object, a namespace, bare braces
	control                   // if, else, for, while, switch, try, catch, do
	function                  // a function, a method, an arrow
	class
)

var controls = map[string]bool{
	"if": true, "for": true, "while": true, "switch": true, "catch": true, "else": true, "try": true,
	"finally": true, "do": true, "with": true,
}

// blocksOf lists the blocks of blanked code in the order of their openings. A
// brace without a partner reaches to the end.
func blocksOf(code []byte) []block {
	var out []block
	var open []int
	for i, c := range code {
		switch c {
		case '{':
			b := block{span: span{i, len(code)}, parent: -1}
			if len(open) > 0 {
				b.parent = open[len(open)-1]
			}
			b.kind, b.head = kindOf(code, i)
			open = append(open, len(out))
			out = append(out, b)
		case '}':
			if len(open) > 0 {
				out[open[len(open)-1]].end = i + 1
				open = open[:len(open)-1]
			}
		}
	}
	return out
}

var (
	classHead = lazy(`\b(?:class|interface|enum)\b[^{};()=]*$`)
	// A return type of TypeScript between the parameters and the body.
	typedHead = lazy(`\)\s*:\s*[\w$.<>\[\]|&, ]+$`)
)

// kindOf reads backwards from the brace at i.
func kindOf(code []byte, i int) (blockKind, span) {
	before := bytes.TrimRight(code[max(0, i-400):i], " \t\r\n")
	if bytes.HasSuffix(before, []byte("=>")) {
		return function, span{}
	}
	if classHead().Match(before) {
		return class, span{}
	}
	if m := typedHead().FindIndex(before); m != nil {
		before = before[:m[0]+1]
	}
	end := i - (len(code[max(0, i-400):i]) - len(before))
	if !bytes.HasSuffix(before, []byte(")")) {
		if controls[lastWord(before)] {
			return control, span{}
		}
		return plain, span{}
	}
	from := opening(code, end-1)
	if from < 0 {
		return plain, span{}
	}
	if controls[lastWord(bytes.TrimRight(code[max(0, from-40):from], " \t\r\n"))] {
		return control, span{from + 1, end - 1}
	}
	return function, span{from + 1, end - 1}
}

// opening is the place of the parenthesis whose partner stands at i, or -1.
func opening(code []byte, i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch code[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func lastWord(b []byte) string {
	i := len(b)
	for i > 0 && (isName(b[i-1]) && b[i-1] != '.' || b[i-1] == '$') {
		i--
	}
	return string(b[i:])
}

// around gives the blocks that hold the offset, the innermost first.
func around(blocks []block, offset int) []block {
	at := -1
	for i, b := range blocks {
		if b.start > offset {
			break
		}
		if b.end > offset {
			at = i // later openings stand deeper
		}
	}
	var out []block
	for ; at >= 0; at = blocks[at].parent {
		out = append(out, blocks[at])
	}
	return out
}

// statement is where the statement that begins at `from` ends: behind its block,
// its semicolon, or the line that completes it.
func statement(code []byte, from int) int { return statementIn(code, from, maxNested) }

func statementIn(code []byte, from, nested int) int {
	i := skipSpace(code, from)
	if i < len(code) && code[i] == '{' {
		return min(closing(code, i+1)+1, len(code))
	}
	if b, ok := branchesIn(code, i, nested-1); ok {
		return max(b.then.end, b.otherwise.end)
	}
	end := min(len(code), i+maxLoose)
	for depth := 0; i < end; i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ';':
			if depth == 0 {
				return i + 1
			}
		case '\n':
			if depth == 0 && !goesOn(code, i) {
				return i
			}
		}
	}
	return end
}

// goesOn says whether a statement continues behind the newline at i.
func goesOn(code []byte, i int) bool {
	const joins = "=+-*/&|?:,.<>("
	before := bytes.TrimRight(code[:i], " \t\r")
	if len(before) > 0 && bytes.IndexByte([]byte(joins), before[len(before)-1]) >= 0 {
		return true
	}
	next := skipSpace(code, i)
	return next < len(code) && bytes.IndexByte([]byte("=*/&|?:,.<>)"), code[next]) >= 0
}

// branches are the parts of an if statement; otherwise is empty without an else.
type branches struct{ condition, then, otherwise span }

var elseWord = lazy(`^\s*else\b`)

func branchesAt(code []byte, at int) (branches, bool) { return branchesIn(code, at, maxNested) }

func branchesIn(code []byte, at, nested int) (branches, bool) {
	if nested <= 0 || !bytes.HasPrefix(code[at:], []byte("if")) {
		return branches{}, false
	}
	i := skipSpace(code, at+2)
	if i >= len(code) || code[i] != '(' {
		return branches{}, false
	}
	var b branches
	b.condition = span{i + 1, closing(code[:min(len(code), i+2+maxJudged)], i+1)}
	if b.condition.end-b.condition.start > maxJudged {
		return branches{}, false
	}
	b.then.start = min(b.condition.end+1, len(code))
	b.then.end = statementIn(code, b.then.start, nested)
	b.otherwise = span{b.then.end, b.then.end}
	if m := elseWord().FindIndex(code[b.then.end:]); m != nil {
		b.otherwise = span{b.then.end + m[1], statementIn(code, b.then.end+m[1], nested)}
	}
	return b, true
}

func skipSpace(code []byte, i int) int {
	for i < len(code) && (code[i] == ' ' || code[i] == '\t' || code[i] == '\n' || code[i] == '\r') {
		i++
	}
	return i
}
