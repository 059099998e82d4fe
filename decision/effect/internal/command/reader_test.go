package command_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// notation is a file of rows that use all of the notation.
const notation = `
commands:
  - name: plain
    flags: -a,--all -n,--lines= -o,--output=write --color[=] -i[=suffix]!edits -v!privilege -# --dry-run!does() -l!out(names) --x!alone -Q!in(shell) -e=!shift
    args: inert read+ write?
    does: network(api)
    out: content
    in: data?
  - {name: closed, flags: "--verbose --version-sort --output=write", args: read*, style: gnu}
  - {name: early, flags: "-u= -x", args: exec, style: first}
  - {name: golike, flags: "-run= -o=write -v", args: project*, style: single}
  - {name: cclike, flags: "-I=list -o=write -std= -c -D= -f* @*!opaque(options from a file)", args: read+, style: cc}
  - {name: tarlike, flags: "-c!archive(write)!args(read*) -x!does(tree(.)) -f=^archive -C=chdir e!secrets(environment)", args: inert*, style: dashless}
  - {name: risky, flags: "--run=shell", args: read*}
  - {name: lessrisky, flags: "--pre=exec", args: read*}
  - {name: pairs, flags: "if=read of=write bs=", style: key}
  - {name: ways, flags: "-X=one(GET,HEAD) -X=one(DELETE)!remotedelete(thing) -X=!external(request)", args: url}
  - {name: sendsto, flags: "-d=data -F=form -H=header -u=secret", args: url(POST), does: external(request)}
  - {name: copies, args: remote+ remotedest}
  - {name: fetches, args: repo, flags: "--!discards(work)"}
  - {name: maker, flags: "-f=project -C=chdir", args: task*, does: project}
  - {name: runner, args: "tool(tsc,eslint)", style: first}
  - {name: far, args: host exec(remote), style: first}
  - {name: query, flags: "-c=sql(postgresql)", in: "sql(postgresql)?"}
  - name: deep
    flags: -g=
    shared: -R,--repo=
    sub:
      - {name: a b, args: inert, flags: -x}
      - name: c
        shared: -S
        sub:
          - {name: d, does: external(d)}
          - {name: d/e, does: external(de)}
  - name: either
    args: script inert*
    style: first
    sub: [{name: build, does: project}, {name: "-m/mod", args: read}]
`

func TestReader(t *testing.T) {
	t.Parallel()
	rows, err := command.Parse("rows.yaml", []byte(notation))
	require.NoError(t, err)
	table := command.Core().With(rows)
	for line, want := range map[string]string{
		"plain p a":              "read(a) network:api >content",
		"plain p a b":            "read(a) read(b) network:api >content",
		"plain -an5 p a":         "read(a) network:api >content",
		"plain -an 5 p a":        "read(a) network:api >content",
		"plain p -oout a":        "write(out) read(a) network:api >content",
		"plain p a --output=out": "write(out) read(a) network:api >content",
		"plain --output":         "network:api <data >content gap",
		"plain -5 p a":           "read(a) network:api >content",
		"plain --all=x p a":      "read(a) network:api >content gap",
		"plain --color p a":      "read(a) network:api >content",
		"plain --color=?u p a":   "read(a) network:api >content",
		"plain --outp=x p a":     "write(x) read(a) network:api >content gap",
		"plain -i p a":           "edit(a) network:api >content",
		"plain -i.b p a":         "edit(a) network:api >content",
		"plain -i../b p a":       "edit(a) network:api >content gap",
		"plain -v p a":           "privilege read(a) network:api >content",
		"plain --dry-run p a":    "read(a) >content",
		"plain -lQ p a":          "read(a) network:api <shell >names",
		"plain --x":              "",
		"plain --x p a":          "read(a) network:api >content gap",
		"plain -e p a":           "read(a) network:api >content",
		"plain -e p -e q a":      "read(a) network:api >content",
		"plain p -":              "network:api <data >content",
		"plain -o - p a":         "read(a) network:api >content",
		"plain -- -o a":          "read(a) network:api >content",
		"plain p":                "network:api <data >content gap",
		"plain -z p a":           "read(a) network:api >content gap",
		"plain -n * p a":         "read(a) network:api >content gap",
		"plain ?s a":             "read(a) network:api >content gap",
		"closed --out=x a":       "write(x) read(a)",
		"closed --ver a":         "read(a) gap",
		"closed --verb a":        "read(a)",
		"risky *.go":             "read(*.go) gap",
		"risky a*":               "read(a*)",
		"risky -- *":             "read(*)",
		"lessrisky *.go":         "read(*.go)",
		"lessrisky *":            "read(*) gap",
		"plain p a?s":            "read(a?) network:api >content gap",
		"early x?s":              "exec(x?) gap",
		"early -u x -x rm -rf y": "exec(rm -rf y)",
		"early -x -- rm -x":      "exec(rm -x)",
		"early ?s":               "exec(?) gap",
		"golike -run=X -v a":     "project(a)",
		"golike --run X a -o b":  "write(b) project(a)",
		"golike -vrun X":         "project(X) gap",
		"cclike -Iinc -I inc2 -oout -c -DX=1 -std=c99 -fPIC a.c": "list(inc) list(inc2) write(out) read(a.c)",
		"cclike @x a.c":                   "read(a.c) gap",
		"cclike -co out":                  "read(out) gap",
		"tarlike cf a b":                  "write(a) read(b)",
		"tarlike -cfa b":                  "write(a) read(b)",
		"tarlike xfC a d":                 "read(a) tree(.) dir=d",
		"tarlike xe":                      "secrets:environment tree(.)",
		"tarlike xz":                      "gap",
		"tarlike -e":                      "gap",
		"tarlike -cf - b":                 "read(b) >content",
		"tarlike -xf -":                   "tree(.) <data",
		"tarlike -x -C a -C b":            "tree(.) dir=a/b",
		"pairs if=a of=b bs=1":            "read(a) write(b)",
		"pairs a":                         "gap",
		"pairs ?u":                        "gap",
		"ways -X GET h":                   "url(h)",
		"ways -XDELETE h":                 "remotedelete:thing url(h)",
		"ways -X PATCH h":                 "external:request url(h)",
		"ways -X ?u h":                    "external:request url(h) gap",
		"sendsto -d x h":                  "payload(x) url:POST(h) external:request",
		"sendsto -d @f h":                 "upload(f) url:POST(h) external:request",
		"sendsto -d @- h":                 "url:POST(h) external:request <sends",
		"sendsto -d ?u h":                 "payload(?) url:POST(h) external:request gap",
		"sendsto -F a=@f;type=x h":        "upload(f) url:POST(h) external:request",
		"sendsto -F a=b h":                "payload(b) url:POST(h) external:request",
		"sendsto -F a=<f h":               "upload(f) url:POST(h) external:request",
		"sendsto -H 'Authorization: x' h": "secret(Authorization: x) url:POST(h) external:request",
		"sendsto -H 'Accept: x' h":        "payload(Accept: x) url:POST(h) external:request",
		"sendsto -H ?u h":                 "secret(?) url:POST(h) external:request",
		"copies a b":                      "remote(a) dest(b a)",
		"copies a h:b":                    "remote(a) host(h:b) external:copies to another machine upload(a)",
		"copies h:a b":                    "remote(h:a) dest(b h:a)",
		"fetches origin":                  "",
		"fetches https://x/y":             "url(https://x/y)",
		"fetches git@x:y":                 "host(git@x:y)",
		"fetches ../y":                    "read(../y)",
		"fetches 'ext::sh -c x'":          "gap",
		"fetches ?u":                      "gap",
		"fetches -- origin":               "discards:work",
		"maker deploy":                    "task(deploy) project",
		"maker CC=sh":                     "task(CC=sh) project gap",
		"maker -C /x -f y":                "project(y) project dir=/x",
		"runner tsc -p .":                 "exec(tsc -p .)",
		"runner sh -c x":                  "exec(sh -c x) gap",
		"far h rm x":                      "host(h) exec:remote(rm x)",
		"query -c 'drop table t'":         "sql:postgresql(drop table t)",
		"deep -g x -R y a p":              "",
		"deep b -R y -x p":                "",
		"deep a -g x p":                   "list(p) gap",
		"deep c d":                        "external:d",
		"deep c -S d -R y -S e":           "list(e) external:d gap",
		"deep c d e -S":                   "external:de",
		"deep c":                          "",
		"deep z":                          "gap",
		"deep ?u":                         "gap",
		"either build":                    "project",
		"either x y":                      "script(x y)",
		"either -m mod f":                 "read(f)",
		"either -m other f":               "script(other f) gap",
	} {
		assert.Equal(t, strings.TrimSpace(want), shown(table.Interpret(split(line))), line)
	}
}

func TestPlanHandsOnRefsAndPlaces(t *testing.T) {
	t.Parallel()
	words := []command.Word{{Text: "cp", Ref: 1}, {Text: "-r", Ref: 2}, {Text: "a", Ref: 3}, {Text: "b", Ref: 4}}
	plan := command.Core().Interpret(words)
	require.Len(t, plan.Acts, 2)
	assert.Equal(t, "cp", plan.By)
	assert.EqualValues(t, 3, plan.Acts[0].Word.Ref)
	assert.Equal(t, []command.Word{words[2]}, plan.Acts[1].Words)

	plan = command.Core().Interpret(split("xargs -I% mv % %.bak"))
	assert.Equal(t, "%", plan.Acts[0].Place)

	plan = command.Core().Interpret(split("tar -f a -C d -x"))
	assert.True(t, plan.Acts[0].Outer, "the archive counts from where tar starts")
	assert.True(t, plan.Acts[1].Fixed)

	plan = command.Core().Interpret(split("cat -z x ?s"))
	assert.Equal(t, []int{1, 3}, []int{plan.Gaps[0].Word, plan.Gaps[1].Word})
	assert.Equal(t, "python3 -m json.tool", command.Core().Interpret(split("python3 -m json.tool")).By)
	assert.Equal(t, command.Plan{}, command.Core().Interpret(nil))
	assert.NotEmpty(t, command.Core().Interpret([]command.Word{{Text: "c*t", Glob: true}}).Gaps)
	assert.True(t, command.Core().Lookup("/opt/homebrew/bin/cat"))
	assert.False(t, command.Core().Lookup("bin/cat"))
	assert.True(t, command.Literal("x").Known())
	assert.False(t, command.Word{Spread: true}.Known())
}
