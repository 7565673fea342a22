package scan

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// goPlaces reads Go with its own parser: fmt.Print and friends, fmt.Fprint to
// os.Stdout, methods called on os.Stdout, and loggers that are given it. A
// transport that is handed os.Stdout as a value is what a server needs.
func goPlaces(src []byte) ([]hit, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errSyntax, err)
	}
	var hits []hit
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if reason, message := judgeGoCall(call); reason != "" {
			hits = append(hits, hit{offset: fset.Position(call.Pos()).Offset, reason: reason, message: message})
		}
		return true
	})
	return sortHits(hits), nil
}

func judgeGoCall(call *ast.CallExpr) (reason, message string) {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	name := fun.Sel.Name
	if isStdout(fun.X) && strings.HasPrefix(name, "Write") {
		return ReasonWrite, "os.Stdout." + name + " puts text between protocol messages: write to os.Stderr"
	}
	switch pkg := identifier(fun.X); {
	case pkg == "fmt" && (name == "Print" || name == "Println" || name == "Printf"):
		return ReasonWrite, "fmt." + name + " writes to stdout: use fmt.F" + strings.ToLower(name[:1]) + name[1:] + "(os.Stderr, …) or log"
	case pkg == "fmt" && strings.HasPrefix(name, "Fprint") && len(call.Args) > 0 && isStdout(call.Args[0]):
		return ReasonWrite, "fmt." + name + "(os.Stdout, …) writes to stdout: use os.Stderr"
	case pkg == "io" && name == "WriteString" && len(call.Args) > 0 && isStdout(call.Args[0]):
		return ReasonWrite, "io.WriteString(os.Stdout, …) writes to stdout: use os.Stderr"
	case (pkg == "log" && (name == "SetOutput" || name == "New") || pkg == "slog" && strings.HasSuffix(name, "Handler") || pkg == "zerolog" && name == "New") &&
		len(call.Args) > 0 && isStdout(call.Args[0]):
		return ReasonHandler, "this logger writes to stdout: give it os.Stderr"
	}
	return "", ""
}

func isStdout(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Stdout" && identifier(s.X) == "os"
}

func identifier(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
