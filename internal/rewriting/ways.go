package rewriting

// groups put the line among others, or into a compound command. The first nine
// change nothing of it.
func groups() []Way {
	return each(
		"( LINE\n)", "{ LINE\n}", "true && { LINE\n}", "{ LINE\n} 2>/dev/null", "LINE\n# a comment", "cd . && { LINE\n}", "set -e; LINE", "X=1; LINE", "time { LINE\n}",
		"echo a; LINE", "echo a\nLINE\necho b", "false || { LINE\n}", "{ LINE\n} &", "! { LINE\n}", "{ LINE\n} > /dev/null 2>&1",
		"{ LINE\n} | cat", "cat README.md | { LINE\n}", "coproc { LINE\n}",
		"if true; then LINE\nfi", "if false; then :; else LINE\nfi", "case x in y) ;; *) LINE\n;; esac",
		"for i in 1 2; do LINE\ndone", "for ((i=0; i<2; i++)); do LINE\ndone", "while read -r l; do LINE\ndone < list.txt", "until { LINE\n}; do :; done",
		"f() { LINE\n}; f", "function g { LINE\n}; g a b", "f() ( LINE\n); f", "f() { LINE\n}; g() { f; }; g",
	)
}

// shells hand the line to a shell as a word.
func shells() []Way {
	return each(
		"bash -c QUOTED", "sh -c QUOTED", "zsh -lc QUOTED", "dash -ec QUOTED", "/bin/bash -c QUOTED", "bash --norc -c QUOTED", "bash -c 'bash -c \"$0\"' QUOTED",
		"eval QUOTED", "eval -- QUOTED", "builtin eval QUOTED", "trap QUOTED EXIT", "shopt -s expand_aliases\nalias z=QUOTED\nz",
	)
}

// streams hand the line to a shell as its input, or run it for its output.
func streams() []Way {
	return each(
		"bash <<'X_END'\nLINE\nX_END", "sh <<-'X_END'\nLINE\nX_END", "bash -s <<'X_END'\nLINE\nX_END", "bash <<< QUOTED", "cat <<'X_END' | bash\nLINE\nX_END",
		"printf '%s\\n' QUOTED | bash", "echo QUOTED | sh", "echo QUOTED | tee /dev/null | sh", "echo CODED | base64 -d | bash", "base64 -d <<< CODED | sh",
		"source /dev/stdin <<'X_END'\nLINE\nX_END", "exec 3<<'X_END'\nLINE\nX_END\nsource /dev/fd/3", "source <(cat <<'X_END'\nLINE\nX_END\n)", "bash <(echo QUOTED)",
		"eval \"$(echo CODED | base64 --decode)\"", "eval \"$(printf %s QUOTED)\"",
		"echo $(LINE\n)", "echo \"$(LINE\n)\"", "x=$(LINE\n)", "cat <(LINE\n)", "[[ -n $(LINE\n) ]]", "echo $(( $(LINE\n) ))", ": ${x:-$(LINE\n)}", "cat <<X_OUT\n$(LINE\n)\nX_OUT",
	)
}

// files write the line to a file and run that.
func files() []Way {
	return each(
		"cat > /tmp/s.sh <<'X_END'\nLINE\nX_END\nbash /tmp/s.sh", "cat > s.sh <<'X_END'\nLINE\nX_END\nchmod +x s.sh; ./s.sh", "cat > s.sh <<'X_END'\nLINE\nX_END\n. ./s.sh",
		"tee /tmp/s.sh <<'X_END' >/dev/null\nLINE\nX_END\nsh /tmp/s.sh", "echo QUOTED > a && cp a b.sh && sh b.sh", "echo QUOTED > a; mv a b; bash < b", "echo CODED > c; base64 -d c > d; sh d",
	)
}

// variables keep the line in a variable before it is run.
func variables() []Way {
	return each(
		"X=QUOTED; eval \"$X\"", "declare X=QUOTED; bash -c \"$X\"", "X=QUOTED bash -c 'eval \"$X\"'", "export X=QUOTED; sh -c \"$X\"", "X=ESCAPED; eval \"$X\"",
		"read -r -d '' X <<'X_END'\nLINE\nX_END\neval \"$X\"", "mapfile -t X <<'X_END'\nLINE\nX_END\neval \"${X[0]}\"", "set -- QUOTED; eval \"$1\"", "f() { eval \"$1\"; }; f QUOTED",
		"X=(QUOTED); eval \"${X[@]}\"", "unset X; eval ${X:-QUOTED}", "unset X; : ${X:=QUOTED}; eval \"$X\"", "printf -v X %s QUOTED; eval \"$X\"", "X=QUOTED; Y=X; eval \"${!Y}\"",
	)
}

// wrappers have another program run a shell with the line.
func wrappers() []Way {
	return each(
		"env bash -c QUOTED", "env -i X=1 sh -c QUOTED", "timeout 10 bash -c QUOTED", "nice -n 5 bash -c QUOTED", "nohup sh -c QUOTED", "setsid bash -c QUOTED", "stdbuf -oL bash -c QUOTED",
		"sudo sh -c QUOTED", "busybox sh -c QUOTED", "command bash -c QUOTED", "exec bash -c QUOTED", "flock /tmp/l sh -c QUOTED", "time -p bash -c QUOTED", "ionice -c3 sh -c QUOTED",
		"find . -maxdepth 0 -exec sh -c QUOTED \\;", "watch -n1 QUOTED", "script -qc QUOTED /dev/null",
	)
}

// names write the name of the program in another way.
func names() []Way {
	return []Way{
		first("'name'", Quote), first(`"name"`, func(w string) string { return `"` + w + `"` }), first(`\name`, func(w string) string { return `\` + w }),
		first(`n""ame`, func(w string) string { return w[:1] + `""` + w[1:] }), first("$'name'", escape), first("{name,}", func(w string) string { return "{" + w + ",}" }),
		first("n=name; $n", func(w string) string { return "n=" + w + "; $n" }), first("a=n b=ame; $a$b", func(w string) string { return "a=" + w[:1] + "; b=" + w[1:] + "; $a$b" }),
		first("n=namex; ${n%x}", func(w string) string { return "n=" + w + "x; ${n%x}" }), first("${q:-name}", func(w string) string { return "unset q; ${q:-" + w + "}" }),
		first("$(echo name)", func(w string) string { return "$(echo " + w + ")" }), first("name \\", func(w string) string { return w + " \\\n" }),
		first("command name", func(w string) string { return "command " + w }), first("env name", func(w string) string { return "env " + w }),
		first("V=1 name", func(w string) string { return "TZ=UTC " + w }), first("timeout name", func(w string) string { return "timeout 5 " + w }),
	}
}
