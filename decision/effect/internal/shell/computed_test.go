package shell_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOutputThatIsComputed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`show "$(echo -n a)" "$(echo -ne b)" "$(echo -nE c)" "$(echo -x d)"`: "a | b | c | -x d",
		`show "$(dirname /)" "$(dirname //)" "$(dirname a)" "$(dirname /a)"`: "/ | .",
		`show "$(mktemp)" "$(mktemp -t a.XXX)"`:                              "/tmp/tmp.XXXXXXXXXX | /tmp/a.XXX",
		`show "$(mktemp -t a/b.XXX)"`:                                        "?",
		`show "$(mktemp a/b.XXX)"`:                                           "?",
		`show "$(date +%Y-%m-%d)" "$(date +%s)x" "$(date)" "$(date +..)"`:    "* | *x | ?",
		`show "$(date '+%F/x')"`:                                             "?",
		`show "$(wc -l < f)" "$(wc f)" "$(seq -s.. 1 2)" "$(uname -a)"`:      "* | ?",
		`show "$(cp -v a b)x" "$(cp a b)x"`:                                  "?x | x",
		`show "$(mkdir -pv a)"`:                                              "?",
		// Arithmetic evaluates the text of a name once more.
		`x=$(date +%s); : $((x)); show a`:         "a",
		`x=$(date +%F); : $((x)); show a`:         "a",
		`x=$(date +a%s); : $((x)); show a`:        "a | gap",
		`x=$(date '+a[b]'); : $((x)); show a`:     "a | gap",
		`x=$(whoami); : $((x)); show a`:           "a | gap",
		`x=$(uname -s); : $((x)); show a`:         "a | gap",
		`: $((OSTYPE)); show a`:                   "a | gap",
		`: $(($-)); show a`:                       "a | gap",
		`: $(($#)); : $((RANDOM)); show a`:        "a",
		`getopts ab x; : $((x)); show a`:          "a | gap",
		`x=$(seq -s'a[b]' 1 2); : $((x)); show a`: "a | gap",
		// An error of arithmetic ends the line, and no more.
		"x=a; : $((1/0)); y=b\nshow \"$x$y\"":      "ab | a? | ?b | ??",
		"x=a\n: $((1/0)); y=b\nshow \"$x\" \"$y\"": "a | b | ?",
		"x=a; : $((4/2)); y=b\nshow \"$x\" \"$y\"": "a | b",
		"x=a; : $((4/n)); y=b; show \"$x\" \"$y\"": "a | b | gap",
		"x=a; : $((08)); y=b\nshow \"$y\"":         "b | ?",
		// Tildes behind ":" and "=".
		`x=a:~/b; show "$x"`:                          "a:/home/me/b",
		`show of=~/b a:~/b --of=~/b of="~/b" c=a:~:d`: "of=/home/me/b | a:~/b | --of=~/b | of=~/b | c=a:/home/me:d",
		`export x=~/b:~/c; show "$x"`:                 "/home/me/b:/home/me/c | gap",
		// Braces are expanded before names and tildes are looked for.
		`x=a; show $x{b,c}`:             "ab | ac | gap",
		`x=a; show ${x}{b,c} $x{/b,/c}`: "ab | ac | a/b | a/c",
		`y=a; show {$,x}y`:              "$y | xy | gap",
		`x=a; show {$x,b}c`:             "ac | bc | gap",
		`show {~,x}root/y`:              "~root?/y | xroot/y",
		`show ~"a" ~$x ~'/a' ~/"a"`:     "~a | ~? | ~/a | /home/me/a",
		// Words that xargs makes.
		`echo a b | xargs show`:                 "a | b",
		`printf 'a b' | xargs -0 show`:          "?",
		`printf a,b | xargs -d, show`:           "?",
		`printf a,b | xargs -r -d , show`:       "?",
		`printf a,b | xargs --delimiter=, show`: "?",
		`ls /a | xargs show`:                    "* | /a",
		`ls | xargs show`:                       "*",
		// Content of files.
		`echo a > d/e/f; cp -r x/e d; show "$(cat d/e/f)"`: "?",
		`echo a > d/f; cp x/* d; show "$(cat d/f)"`:        "?",
		`echo a > d/f; cp x d; show "$(cat d/f)"`:          "a",
		// The first line of a script.
		"printf '#!/bin/bash\\nshow a\\n' > f; ./f":              "a",
		"printf '#!/bin/sh -eu\\nshow a\\n' > f; ./f":            "a",
		"printf '#!/usr/bin/env bash\\nshow a\\n' > f; ./f":      "a",
		"printf '#!/bin/bash g\\nshow a\\n' > f; ./f":            "gap",
		"printf '#!./bash\\nshow a\\n' > f; ./f":                 "gap",
		"printf '#!/usr/bin/env -S bash g\\nshow a\\n' > f; ./f": "gap",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, want, shown(text))
		})
	}
}
