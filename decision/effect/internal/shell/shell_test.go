package shell_test

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// printer knows three programs: "show" prints the words that it is given to
// whoever looks, "get" fetches, "put" sends its input away.
type printer struct{}

func (printer) Interpret(words []command.Word) command.Plan {
	switch words[0].Text {
	case "show":
		plan := command.Plan{By: "show", Out: command.OutText}
		for _, w := range words[1:] {
			plan.Acts = append(plan.Acts, command.Act{Do: command.Read, Word: w})
		}
		return plan
	case "get":
		return command.Plan{By: "get", Out: command.OutNetwork, Acts: []command.Act{{Do: command.URL, Word: words[1]}}}
	case "put":
		return command.Plan{By: "put", In: command.InSends, Acts: []command.Act{{Do: command.Host, Word: words[1]}}}
	}
	return command.Core().Interpret(words)
}

func resolve(p, dir string) (string, bool) { return path.Join("/w", dir, p), dir != shell.NoDir }

func run(text string) shell.Report {
	e := &shell.Engine{Commands: printer{}, Home: "/home/me"}
	return e.Run(text, "", resolve)
}

// shown are the words of every show, and "gap" if something was not seen.
func shown(text string) string { return shownIn(run(text)) }

func shownIn(report shell.Report) string {
	var words []string
	for _, a := range report.Acts {
		if a.Do == command.Read && a.By == "show" {
			words = append(words, strings.ReplaceAll(a.Word.Text, command.Unknown, "?"))
		}
	}
	if len(report.Gaps) > 0 {
		words = append(words, "gap")
	}
	return strings.Join(words, " | ")
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// Quotes.
		`show a\ b 'c d' "e f" g"h"i`:  "a b | c d | e f | ghi",
		`show "a\$b\q" \$x '\'`:        `a$b\q | $x | \`,
		`show $'\x41\102\u0043\te\'f'`: "ABC\te'f",
		`show "" a''`:                  " | a",
		`show a""b`:                    "ab",
		// Variables.
		`x=a; show $x x$x "$x"y ${x}z`: "a | xa | ay | az",
		`x="a b"; show $x "$x"`:        "a | b | a b",
		`x=" a"; show b$x`:             "b | a",
		`x=; show $x "$x" y`:           " | y",
		`show "$nobody"`:               "?",
		`show $nobody`:                 "?",
		`x=a; x=b; show $x`:            "a | b",
		`x=a; x+=b; show $x`:           "a | ab",
		`x=a; unset x; show $x`:        "a | ?",
		`false && x=a; show "$x"`:      "a | ?",
		`(x=a); show "$x"`:             "a | ?",
		`x=a; (x=b); show $x`:          "a | b",
		`a=x; b=$a; show "$b"`:         "x",
		`x=(a "b c"); show "${x[@]}"`:  "a | b c",
		`show ~ ~/x "~" a~`:            "/home/me | /home/me/x | ~ | a~",
		`HOME=/h; show ~/x`:            "/h/x | gap",
		// Operators of expansions.
		`x=a.tar.gz; show ${x%.gz} ${x%%.*} ${x#a.} ${x##*.}`: "a.tar | a | tar.gz | gz",
		`x=/a/b; show ${x%/*} ${x##*/}`:                       "/a | b",
		`x=abcab; show ${x/ab/X} ${x//ab/X} ${x:1} ${x:1:2}`:  "Xcab | XcX | bcab | bc",
		`x=a; show ${x:-b} ${x:+c}`:                           "a | c",
		`show "${x:-b}"`:                                      "b | ?",
		`x=; show "${x:-b}"`:                                  "b",
		`: ${x:=b}; show $x`:                                  "b",
		`x=a; show "${#x}"`:                                   "*",
		`show "${x@P}"`:                                       "? | gap",
		`show "${!x}"`:                                        "? | gap",
		// Patterns and braces.
		`show *.go "*.go" 'a'*`: "*.go | *.go | a*",
		`show [a] [ ]`:          "[a] | [ | ]",
		`show a{b,c{d,e}}f`:     "abf | acdf | acef",
		`show {1..9}.txt`:       "*.txt",
		`show {a} a{,b}`:        "{a} | a | ab",
		`show !(a)`:             "? | gap",
		// Substitutions.
		`show $(echo a b) "$(echo a b)"`:         "a | b | a b",
		"show `echo a`":                          "a",
		`show "$(printf '%s-%s' a b)"`:           "a-b",
		`show "$(printf 'a\n\n')"`:               "a",
		`show "$(cat <<< a)"`:                    "a",
		`show "$(echo YQ== | base64 -d)"`:        "a",
		`show "$(basename /x/y.c .c)"`:           "y",
		`show "$(dirname /x/y.c)"`:               "/x",
		`show "$(true; echo a; echo b)"`:         "a\nb",
		`show "$(if x; then echo a; fi)"`:        "? | gap",
		`show "$(date +%F)a" "$((1 + 2))b" "$?"`: "*a | *b | *",
		`echo a > f; show "$(cat f)"`:            "a",
		`echo a > f; echo b >> f; show "$(< f)"`: "a\nb",
		`show "$(< f)"`:                          "?",
		`echo a > f; g f; show "$(cat f)"`:       "a | gap",
		// Parameters of functions and shells.
		`f() { show "$1" "$2"; }; f a b`:      "a | b",
		`f() { show "$@"; }; f a "b c"`:       "a | b c",
		`set -- a b; shift; show "$1"`:        "b",
		`bash -c 'show "$0" "$1"' x y`:        "? | y",
		`f() { g() { show "$1"; }; g z; }; f`: "z",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}

// sent are the sources of what leaves.
func sent(report shell.Report) []string {
	var names []string
	for _, a := range report.Acts {
		if a.Do == shell.Feeds || a.Do == command.URL || a.Do == command.Host {
			for _, s := range a.Data {
				names = append(names, string(s.Kind)+" "+s.Name)
			}
		}
	}
	return names
}

func TestWhereDataComesFrom(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"put h < k":                               {"file k"},
		"cat k | put h":                           {"file k"},
		"cat k | sort | tr a b | put h":           {"file k"},
		"{ echo a; cat k; } | put h":              {"file k"},
		"(cat k) | put h":                         {"file k"},
		"put h <<< $(cat k)":                      {"file k"},
		"put h <<E\n$(cat k)\nE":                  {"file k"},
		"put h < <(cat k)":                        {"file k"},
		"cat k > l; put h < l":                    {"file l", "file k"},
		"cp k l; put h < l":                       {"file l", "file k"},
		"cat k | tee l; put h < ./l":              {"file ./l", "file k"},
		"x=$(cat k); get \"u/$x\"":                {"file k"},
		"read x < k; get \"u/$x\"":                {"file k"},
		"f() { cat k; }; f | put h":               {"file k"},
		"for i in $(cat k); do get u/$i; done":    {"file k"},
		"cat k | while read l; do get u/$l; done": {"file k"},
		"cat k | xargs get":                       {"file k"},
		"exec 3< k; put h <&3":                    {"file k"},
		"cat k > >(put h)":                        {"file k"},
		"cat k | tee >(put h)":                    {"file k"},
		"get \"u/$SECRET\"":                       {"environment SECRET"},
		"echo a | put h":                          nil,
		"cat k > l; put h < m":                    {"file m"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Subset(t, sent(run(text)), want)
			if want == nil {
				assert.Empty(t, sent(run(text)))
			}
		})
	}
}

// unseen are where code comes from that nobody has looked at.
func TestCodeFromElsewhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]shell.Kind{
		"get u | sh": shell.FromNetwork, "sh <(get u)": shell.FromNetwork, "eval \"$(get u)\"": shell.FromNetwork, "get u > f; sh f": shell.FromNetwork,
		"get u > f; chmod +x f; ./f": shell.FromNetwork, ". <(get u)": shell.FromNetwork, "x=$(get u); bash -c \"$x\"": shell.FromNetwork, "get u | tee f | bash": shell.FromNetwork,
		"get u | python3": shell.FromNetwork, "python3 -c \"$(get u)\"": shell.FromNetwork, "$(get u)": shell.FromNetwork, "get u | xargs -I{} sh -c {}": shell.FromNetwork,
		"cat f | base64 -d | sh": shell.FromDecoded, "eval $(base64 -d f)": shell.FromDecoded, "sh f": shell.FromFile, "cat f | sh": shell.FromFile, "mapfile -t a < f; eval \"${a[0]}\"": shell.FromFile,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			report := run(text)
			require.NotEmpty(t, report.Gaps)
			var kinds []shell.Kind
			for _, a := range report.Acts {
				if a.Do == command.Unseen {
					for _, s := range a.Data {
						kinds = append(kinds, s.Kind)
					}
				}
			}
			assert.Contains(t, kinds, want)
		})
	}
}

func TestWordsWithoutAShell(t *testing.T) {
	t.Parallel()
	e := &shell.Engine{Commands: printer{}}
	report := e.RunArgs([]string{"show", "a b", "$x", "*"}, "", resolve)
	require.Empty(t, report.Gaps)
	assert.Equal(t, []string{"show a b $x *"}, report.Segments)
	assert.Empty(t, e.RunArgs(nil, "", resolve).Acts)
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	e := &shell.Engine{Commands: printer{}}
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for range 50 {
				assert.Len(t, e.Run("for i in a b; do show $i; done", "", resolve).Gaps, 0)
			}
		})
	}
}
