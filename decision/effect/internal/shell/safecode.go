package shell

import "strings"

// safeCode are one-liners that print something harmless, word for word. A
// general reader of these languages would be a larger thing than this one.
// Python looks for modules in the working directory first, but for sys, which
// is built in, unless it is told not to.
var safeCode = map[string][]string{
	"python": {
		"import sys; print(sys.version)", "import sys; print(sys.version_info)", "import sys; print(sys.executable)",
		"import sys; print(sys.path)", "print('hello')", `print("hello")`,
	},
	"isolated python": {"import platform; print(platform.platform())"},
	"javascript": {
		"process.version", "process.versions", "process.platform", "process.arch",
		"console.log(process.version)", "console.log(process.versions)", "console.log(process.platform)",
	},
	"ruby": {"puts RUBY_VERSION", "print RUBY_VERSION"},
	"perl": {"print $]", "print $^V"},
	"php":  {"echo PHP_VERSION;", "echo phpversion();"},
}

// isSafeCode reports code that is one of them, or prints a sum of numbers.
func isSafeCode(language, code string) bool {
	code = strings.TrimSpace(code)
	for _, known := range safeCode[language] {
		if code == known {
			return true
		}
	}
	inner := code
	switch language {
	case "python":
		inner = strings.TrimSuffix(strings.TrimPrefix(code, "print("), ")")
	case "javascript":
		inner = strings.TrimSuffix(strings.TrimPrefix(code, "console.log("), ")")
	}
	return inner != "" && len(inner) < 64 && strings.Trim(inner, "0123456789.+-*/() ") == ""
}
