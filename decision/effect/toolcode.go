package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// codeParams hold code or a command line, under whatever tool.
var codeParams = []string{"code", "script", "source_code", "program", "snippet", "javascript", "js", "python", "command", "cmd", "commands", "shell", "bash", "exec"}

// calculatorWords are in the names of tools that compute an expression.
var calculatorWords = []string{"calculator", "calc", "calculate", "math", "arithmetic"}

// codeTool tells what a tool would do that runs code which it is given:
// nobody has looked at it.
func (t *account) codeTool(name toolName) bool {
	found := ""
	for param, value := range t.call.Params {
		_, isText := value.(string)
		isCode := slices.Contains(codeParams, strings.ToLower(param)) || param == "expression" && name.hasAny(calculatorWords...)
		if isCode && (isText || isTexts(value)) {
			found = max(found, param)
		}
	}
	if found == "" {
		return false
	}
	text, _ := t.call.Params[found].(string)
	if name.hasAny(calculatorWords...) && len(t.call.Params) == 1 && isArithmetic(text) {
		t.add(decision.Effect{Kind: decision.Reads, Target: "calculation", Zone: decision.ZoneNone, Segment: cut(found + "=" + text), By: "calculator"})
		return true
	}
	t.add(decision.Effect{Kind: decision.ExecutesUnseen, Target: t.call.Tool, Zone: decision.ZoneUnknown, Segment: cut(found + "=" + text), By: "code"})
	t.gap("code that nobody has looked at", found)
	if holdsSecret(text) {
		t.secretText(text, found)
	}
	return true
}

func isTexts(value any) bool { return every(value, aText.fits) }

// mathNames are the functions and constants of calculators.
var mathNames = []string{"sqrt", "sin", "cos", "tan", "log", "ln", "exp", "pi", "e", "abs", "round", "floor", "ceil", "min", "max", "pow", "mod", "sum", "x"}

// maxExpressionBytes bounds what is arithmetic: a power of powers takes long.
const maxExpressionBytes = 200

// isArithmetic reports an expression of numbers, signs and functions of
// numbers. Two powers in one may take for ever.
func isArithmetic(text string) bool {
	if text == "" || len(text) > maxExpressionBytes || strings.Count(text, "**")+strings.Count(text, "^") > 1 {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune("0123456789+-*/^%(),.= ", r) })
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(mathNames, w) })
}
