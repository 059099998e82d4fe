package command_test

import "testing"

func TestLintRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"shellcheck x.sh", "read(x.sh) >content"},
		{"shfmt -w x.sh", "edit(x.sh) >content"},
		{"bats test", "project(test) project"},
		{"hadolint Dockerfile", "read(Dockerfile) >content"},
		{"yamllint .", "read(.) >content"},
		{"codespell -w", "edit(.) >content"},
		{"vale sync", "network:styles tree(styles)"},
		{"vale README.md", "read(README.md) >content"},
		{"vale run x", "gap"},
		{"cloc src", "read(src) >content"},
		{"cloc --extract-with=sh src", "read(src) >content gap"},
		{"cloc --vcs=sh src", "read(src) >content gap"},
		{"scc", "read(.) >content"},
		{"hyperfine 'rm -rf x'", "shell(rm -rf x)"},
		{"hyperfine --shell=/tmp/x make", "shell(make) gap"},
		{"hyperfine -p 'rm x' make", "shell(rm x make) shell(make)"},
		{"entr -s 'rm x'", "shell(rm x) <data"},
		{"ast-grep -p x -l js src", "read(src) >content"},
		{"ast-grep -p x -r y -U src", "edit(src) >content"},
		{"ast-grep -p x --x src", "read(src) >content gap"},
		{"ast-grep run -p x -U src", "edit(src) >content"},
		{"semgrep --config auto src", "read(auto) read(src) network:rules >content"},
		{"semgrep login", "external:a web service sends:findings"},
		{"sonar-scanner", "external:a web service sends:sources"},
		{"gitleaks detect", "secrets:finds secrets >secret"},
		{"trivy fs .", "read(.) network:vulnerabilities"},
		{"trivy image x", "read(x) network:vulnerabilities gap"},
		{"ctags -R", "write(tags)"},
	})
}
