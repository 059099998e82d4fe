package shell_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTrapsRunWithWhatIsThereThen(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`trap 'show a' EXIT`:                            "a",
		`x=a; trap 'show "$x"' EXIT; x=b`:               "a | b",
		`f() { :; }; trap f EXIT; f() { show a; }`:      "a",
		`set -- a; trap 'show "$1"' EXIT`:               "?",
		`x=a; bash -c 'x=a; trap "show \$x" EXIT; x=b'`: "a | b | ?",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
	assert.Equal(t, "a | ?", places(`cd a || exit; trap 'show x' EXIT; cd b || exit`))
	assert.Equal(t, "a", places(`cd a || exit; trap 'show x' EXIT`))
}

func TestFilesThatChangeWhileTheyAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"echo 'show a' > f; sh f; echo 'show b' > f; sh f":       "a | b | gap",
		"echo 'show a' > f; (sleep 1; sh f) & echo 'show b' > f": "a | gap",
		"echo 'show a' > f; (sleep 1; cat f | sh) & echo x > f":  "a | gap",
		"echo 'show a' > f; (sleep 1; . ./f) & echo x > f":       "a | gap",
		"echo 'show a' > f; { sleep 1; sh f; } | echo x > f":     "a | gap",
		"echo 'show a' > f; cat <(sleep 1; sh f); echo x > g":    "a",
		"echo 'show a' > f; cat f | cat; echo x > f":             "",
		"echo 'show a; echo x >> f' > f; sh f":                   "a | gap",
		"echo 'show a' > f; sh f & wait":                         "a",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}

func TestTextThatShellsReadOtherwise(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`sh -c 'cd a >f 2>&1 && show x'`:                   "x",
		`sh -c 'cd a &>f && show x'`:                       "x | gap",
		`bash -c 'cd a &>f && show x'`:                     "x",
		`sh -c 'declare x=a; show "$x"'`:                   "a | gap",
		`sh -c 'x=a; x+=b; show "$x"'`:                     "a | ab | gap",
		"sh -c \"x=\\$'a'; show \\\"\\$x\\\"\"":            "a | gap",
		`sh -c '[[ a > f ]]; show x'`:                      "x | gap",
		`sh -c 'function f { show x; }; f'`:                "x | gap",
		`sh -c 'printf -v x a; show "$x"'`:                 "a | gap",
		`echo 'read -n 1 x; show a' | sh`:                  "a | gap",
		`echo 'read -r x; show a' | sh`:                    "a",
		`echo 'source ./g; show a' > f; dash f`:            "a | gap",
		"printf '#!/bin/sh\n[[ a ]]; show a\n' > f; ./f":   "a | gap",
		"printf '#!/bin/bash\n[[ a ]]; show a\n' > f; ./f": "a",
		"show `echo a`":                                    "a",
		"show `echo '`; show a; show `'`":                  "gap",
		"show `echo \\`echo a\\``":                         "gap",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if want == "gap" {
				assert.NotEmpty(t, run(text).Gaps)
				return
			}
			assert.Equal(t, want, shown(text))
		})
	}
}
