package oneliner_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/oneliner"
)

func TestWrites(t *testing.T) {
	t.Parallel()
	type writes = []oneliner.Write
	known := func(path, content string) writes { return writes{{Path: path, Content: content, Known: true}} }
	anywhere := writes{{}}
	tests := []struct {
		language, code string
		want           writes
	}{
		{"python", `print(1)`, nil},
		{"python", `import json, sys; print(json.load(sys.stdin)["a"].replace("x", "y"))`, nil},
		{"python", `print(open("a").read())`, nil},
		{"python", `print(open("a", "rb").read())`, nil},
		{"python", `import sys; sys.stdout.write("x")`, nil},
		{"python", `# open("a", "w")`, nil},
		{"python", `print('open("a", "w")')`, nil},
		{"python", `import pathlib; pathlib.Path("t.txt").write_text("x")`, known("t.txt", "x")},
		{"python", `from pathlib import Path; Path('t').write_bytes(b"a\n")`, known("t", "a\n")},
		{"python", `open("t","w").write("a" 'b')`, known("t", "ab")},
		{"python", `open("t", mode="w", encoding="utf-8").write(r"\d")`, known("t", `\d`)},
		{"python", `open("t", "a").write("x")`, writes{{Path: "t", Content: "x", Known: true, Append: true}}},
		{"python", "with open('t', 'w') as f:\n    f.write('a')\n    f.write('''b\nc''')", known("t", "ab\nc")},
		{"python", "f = open('t', 'w'); f.write('a'); f.close()", known("t", "a")},
		{"python", "with open('t', 'w') as f:\n  for i in range(3): f.write('a')", writes{{Path: "t"}, {}}},
		{"python", "f = open('t', 'w'); print('x', file=f)", writes{{Path: "t"}, {}}},
		{"python", `open("t","w").write("x" + y)`, writes{{Path: "t"}, {}}},
		{"python", `open("t","w").write(f"{x}")`, writes{{Path: "t"}, {}}},
		{"python", `open("t","r+")`, writes{{Path: "t"}}},
		{"python", `open(p,"w").write("x")`, writes{{Content: "x", Known: true}}},
		{"python", `open("ui/" + "x","w").write("x")`, writes{{Content: "x", Known: true}}},
		{"python", `import os; os.system("x")`, anywhere},
		{"python", `import mine`, anywhere},
		{"python", `from os import path, replace`, anywhere},
		{"python", `import os; os.replace("a", "b")`, anywhere},
		{"python", `Path("a").replace("b")`, anywhere},
		{"python", `Path("a").open("w")`, anywhere},
		{"python", `getattr(x, "wri" + "te")()`, anywhere},
		{"python", `exec("x")`, anywhere},
		{"python", "print(\"a\nb\")", anywhere},
		{"javascript", `console.log(process.argv[2])`, nil},
		{"javascript", `require("fs").writeFileSync("t", "x")`, known("t", "x")},
		{"javascript", "const fs = require('node:fs'); fs.writeFileSync(`t`, `x`, 'utf8')", known("t", "x")},
		{"javascript", `require("fs").appendFileSync("t", "x")`, writes{{Path: "t", Content: "x", Known: true, Append: true}}},
		{"javascript", "require('fs').writeFileSync('t', `${x}`)", writes{{Path: "t"}}},
		{"javascript", `require("fs").writeFileSync("t", "x", {flag: "a"})`, writes{{Path: "t"}}},
		{"javascript", `require("fs")["writeFile" + "Sync"]("t", "x")`, anywhere},
		{"javascript", `require("./mine")`, anywhere},
		{"javascript", `/"/.test(x); require("fs").writeFileSync("t", "x")`, anywhere},
		{"javascript", `f\u0073.x()`, anywhere},
		{"ruby", `puts 1`, nil},
		{"ruby", `File.write("t", "x")`, known("t", "x")},
		{"ruby", `File.write("t", "#{x}")`, writes{{Path: "t"}}},
		{"ruby", `File.write "t", "x"`, anywhere},
		{"ruby", `File.open("t", "w")`, anywhere},
		{"php", `file_put_contents('t', 'x');`, known("t", "x")},
		{"php", `file_put_contents("t", "$x");`, writes{{Path: "t"}}},
		{"php", `fopen("t", "w");`, anywhere},
		{"perl", `print 1`, anywhere},
		{"", ``, anywhere},
	}
	for _, test := range tests {
		t.Run(test.language+" "+test.code, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, oneliner.Writes(test.language, test.code))
		})
	}
}

// FuzzWrites shows that no program makes the reader fail, and that one which
// calls open for writing is never taken for one that writes nothing.
func FuzzWrites(f *testing.F) {
	f.Add("python", `open("t", "w").write("a")`)
	f.Add("javascript", "fs.writeFileSync(`t`, \"\\x41\")")
	f.Add("ruby", `File.write("t", '\'')`)
	f.Add("php", `file_put_contents("t", <<<E)`)
	f.Fuzz(func(t *testing.T, language, code string) {
		oneliner.Writes(language, code)
		if language == "python" {
			assert.NotEmpty(t, oneliner.Writes(language, "open('t', 'w').write(x)\n"+code))
		}
	})
}
