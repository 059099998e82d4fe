package shell_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// places are the directories in which show may run.
func places(text string) string {
	var dirs []string
	for _, a := range run(text).Acts {
		if a.Do == command.Read && a.By == "show" {
			dirs = append(dirs, strings.ReplaceAll(a.Dir, "\x00", "?"))
		}
	}
	return strings.Join(dirs, " | ")
}

func TestWhereTheShellIsWhenACommandFails(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"cd a && show x":                                                   "a",
		"cd a || exit; show x":                                             "a",
		"cd a || exit 1; show x":                                           "a",
		"cd a || exit $?; show x":                                          "a",
		"cd a || { echo no >&2; exit 1; }; show x":                         "a",
		"f() { cd a || return 1; show x; }; f":                             "a",
		"! cd a && show x":                                                 "a | ",
		"cd a && true || show x":                                           "a | ",
		"cd a || return; show x":                                           "a | ",
		"cd a || exit 1 2; show x":                                         "a | ",
		"cd a || exit < f; show x":                                         "a | ",
		"cd a || exit & show x":                                            "",
		"exit() { :; }; cd a || exit; show x":                              "a | ",
		"cd a || { break; exit; }; show x":                                 "a | ",
		"cd a || { f; exit; } < f; show x":                                 "a | ",
		"if ! cd a; then show x; fi":                                       "a | ",
		"true && cd a || cd b || exit 1; show x":                           "a/b | b | a | ",
		"f() { cd a || return; }; f; show x":                               "a | ",
		"f() { x && return; cd a || exit; }; f; show x":                    "a | ",
		"while x; do cd a || exit; y && break; cd b || exit; done; show x": "?",
		"cd a 2>/dev/null || exit 1; show x":                               "a",
		"(cd a || exit 1; show x); show y":                                 "a | ",
		"cd a > f && show x":                                               "a",
		"cd a && show x || exit 1; cd b && show y":                         "a | a/b",
		"cd a && { true || cd b; } && show x":                              "a/b | a",
		"while cd a; do break; done; show x":                               "?",
		"cd a; cd b; cd c; show x":                                         "?",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, places(text))
		})
	}
}

func TestParametersThatMayBeOthers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`set -- a b; shift; show $1`:                             "b",
		`set -- a b; false && shift; show "$1"`:                  "?",
		`set -- a; if x; then set -- b; fi; show "$1"`:           "? | gap",
		`set -- a; true || set -- b; show "$1"`:                  "?",
		`set -- a; true && set -- b && show "$1"`:                "b",
		`set -- a; (set -- b); show "$1"`:                        "a",
		`set -- a; true | set -- b; show "$1"`:                   "a",
		`set -- a; { set -- b; } < f; show "$1"`:                 "?",
		`set -- a; set -- b < f; show "$1"`:                      "?",
		`set -- a; set -; show "$1"`:                             "a",
		`set -- a; set - b; show "$1"`:                           "b",
		`set -- a; set --; show "x$1"`:                           "x",
		`set verbose b; show "$1" "$2"`:                          "verbose | b",
		`set -eu -o pipefail b; show "$1"`:                       "b",
		`set -euo pipefail b; show "$1"`:                         "b",
		`set -euo allexport; show a`:                             "a | gap",
		`set +B; show a`:                                         "a | gap",
		`set -- a; f() { set -- b; show "$1"; }; f c; show "$1"`: "b | a",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}

func TestReadTakesWhatItsFlagsSay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`read -r x <<< abc; show "$x"`:             "abc",
		`IFS= read -r x <<< abc; show "$x"`:        "abc | ?",
		`IFS=c read -r x <<< abc; show "$x"`:       "?",
		`read -n 1 x <<< abc; show "$x"`:           "?",
		`read -n1 x <<< abc; show "$x"`:            "?",
		`read -d b x <<< abc; show "$x"`:           "?",
		`read -rd b x <<< abc; show "$x"`:          "?",
		`read -t 0 x <<< abc; show "$x"`:           "?",
		`read -a x <<< 'a b'; show "$x"`:           "?",
		`mapfile -t x <<< abc; show "$x"`:          "abc",
		`mapfile -t -d b x <<< abc; show "$x"`:     "?",
		`mapfile -td b x <<< abc; show "$x"`:       "?",
		`mapfile -s 1 x <<< abc; show "$x"`:        "?",
		`echo abc > f; read x < f; show "$x"`:      "abc",
		`{ read x; } < f; show "$x"`:               "?",
		`{ x=a; } < f; show "$x"`:                  "a | ?",
		`{ x=a; } 2>/dev/null; show "$x"`:          "a",
		`echo 'return; x=a' > f; . ./f; show "$x"`: "a | ?",
		`echo 'x=a' > f; . ./f; show "$x"`:         "a",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}

func TestVariablesThatAreNotWhatTheyWereSetTo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// The shell gives them a value of its own.
		`_=a; true b; show $_`:                 "?",
		`OLDPWD=a; cd b; show "$OLDPWD"`:       "? | ?",
		`SECONDS=a; show "$SECONDS"`:           "?",
		`[[ a =~ (.) ]]; show "$BASH_REMATCH"`: "?",
		`DIRSTACK=a; show b`:                   "b | gap",
		`FUNCNAME=a; show b`:                   "b | gap",
		`BASH_REMATCH=a; show b`:               "b | gap",
		`ls=1; BASH_CMDS[ls]=a; show b`:        "b | gap",
		// They change what runs, also where the shell sets them by the way.
		`: ${PATH:=a}; show b`:         "b | gap",
		`unset PATH; show b`:           "b | gap",
		`unset IFS; show b`:            "b",
		`: ${IFS:=a}; show b`:          "b | gap",
		`exec {IFS}>/dev/null; show b`: "b | gap",
		`: ${x:=a}; show b`:            "b",
		// They keep their value, or lose it.
		`readonly x; export x=a; show b`:           "b | gap",
		`declare -r x; printf -v x a; show b`:      "b | gap",
		`readonly x=a; show "$x"`:                  "a",
		`x=a; f() { local x; show "$x"; }; f`:      "a | ?",
		`f() { local x; x=a; show "$x"; }; f`:      "a",
		`x=a; f() { declare x; show "$x"; }; f`:    "a | ?",
		`x=a; f() { declare -g x; show "$x"; }; f`: "a",
		`x=a; declare x; show "$x"`:                "a",
		// Arrays.
		`a=(x y); show "${a[*]}"`:                "x y",
		`set -- x y; show "$*" "<$*>" $*`:        "x y | <x y> | x | y",
		`a=(x); a[0]=y; show "${a[@]}"`:          "?",
		`a=(x); a=y; show "${a[@]}"`:             "?",
		`a=(x); read -r a <<< y; show "${a[@]}"`: "?",
		// Operators.
		`x=abc; show ${x/b/&&} ${x/b/d}`:              "? | adc",
		`x=0123456789; show ${x:010} ${x:0:2} ${x:8}`: "? | 01 | 89",
		`declare x=""{a,b}; show "$x"`:                "a | b",
		// A declaration that means something else.
		`function export { show a; }; export x=1`: "gap",
		`f() { show a; }; export -f f; show b`:    "b | gap",
		`shopt -s lastpipe; show a`:               "a | gap",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}

func TestBuiltinsThatShowTheEnvironment(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"set", "set | put h", "export", "export -p", "declare -p", "declare -x", "typeset", "x=$(set)"} {
		var shows bool
		for _, a := range run(text).Acts {
			shows = shows || a.Do == command.Secrets
		}
		assert.True(t, shows, text)
	}
	assert.Contains(t, sent(run("set | put h")), "secret environment")
	for _, a := range run("declare -p DEPLOY_TOKEN").Acts {
		assert.Equal(t, []shell.Source{{Kind: shell.FromEnvironment, Name: "DEPLOY_TOKEN"}}, a.Data)
	}
}

// Bash runs what is hidden in a text wherever it takes the text for arithmetic
// or for a name: the cases were run with bash 5.2.
func TestTextThatIsEvaluatedOnTheWay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`x='a[$(show b)]'; show ${@:x}`:               "? | gap",
		`x='a[$(show b)]'; show ${*:1:x}`:             "? | gap",
		`x='a[$(show b)]'; a=(b c); show ${a[@]:x:1}`: "? | gap",
		`x='a[$(show b)]'; a=(b c); show ${#a[x]}`:    "* | gap",
		`a=(b c); show ${#a[1]} ${#a[@]}`:             "*",
		`x='a[$(show b)]'; show c & wait -n -p "$x"`:  "c | gap",
		`show c & wait $!`:                            "c",
		`RANDOM='a[$(show b)]'; show c`:               "c | gap",
		`x='a[$(show b)]'; OPTIND=$x; show c`:         "c | gap",
		`OPTIND=1; show c`:                            "c",
		`exec {a[x]}>/dev/null; show c`:               "c | gap",
		`exec {a}>/dev/null; show c`:                  "c",
		"[[ a == @(a|$(show b)) ]]; show c":           "c | gap",
		"[[ a == @(a|`show b`) ]]; show c":            "c | gap",
		`[[ a == $(show b)@(a|c) ]]; show c`:          "b | c",
		`[[ a == @(a|b) ]]; show c`:                   "c",
		"show a # b \\\nshow c":                       "a | gap",
		"x=$(show a # b \\\nshow c\n); show d":        "a | d | gap",
		"show a \\\n  b#c \\\n  ${#x}":                "a | b#c | *",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}
