package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// harmless are variables that programs read and that decide nothing about
// what runs, where files are, or where data goes: environ(7), locale(7),
// https://no-color.org, and the documentation of the tools.
const harmless = " TZ LANG LANGUAGE NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI TERM COLORTERM COLUMNS LINES " +
	"RUST_BACKTRACE RUST_LOG NODE_ENV RAILS_ENV RACK_ENV APP_ENV MIX_ENV FLASK_ENV DJANGO_DEBUG " +
	"GOOS GOARCH GOARM CGO_ENABLED GO111MODULE GOMAXPROCS GOGC GOTRACEBACK " +
	"PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 " +
	"DEBUG VERBOSE LOG_LEVEL LOGLEVEL PORT DEBIAN_FRONTEND HOMEBREW_NO_AUTO_UPDATE SOURCE_DATE_EPOCH " +
	"GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_AUTHOR_DATE GIT_COMMITTER_DATE " +
	"GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL " +
	"CARGO_TERM_COLOR CARGO_INCREMENTAL NEXT_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT DO_NOT_TRACK OMP_NUM_THREADS " +
	"MAKEFLAGS_JOBS OLDPWD _ "

// decisive are variables that shells and programs obey even where nobody
// exports them, because they are in the environment already or the shell itself
// reads them: bash(1), ld.so(8), dyld(1).
const decisive = " PATH IFS ENV BASH_ENV SHELL SHELLOPTS BASHOPTS BASH_COMPAT PROMPT_COMMAND PS0 PS1 PS2 PS4 CDPATH GLOBIGNORE FIGNORE " +
	"HOME TMPDIR TMP TEMP PWD FPATH ZDOTDIR EDITOR VISUAL PAGER MANPAGER BROWSER LESS LESSOPEN LESSCLOSE MORE " +
	"HISTFILE HISTSIZE HISTFILESIZE HISTCONTROL HISTIGNORE FCEDIT INPUTRC TAPE RSH SUDO_ASKPASS SSH_ASKPASS MAIL MAILPATH " +
	"XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy NO_PROXY " +
	"POSIXLY_CORRECT EXECIGNORE COMPREPLY command_not_found_handle DIRSTACK FUNCNAME GROUPS SHELLOPTS "

// restless are variables that the shell gives other values as it goes on, or
// lets nobody set.
const restless = " _ OLDPWD RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME HISTCMD PIPESTATUS UID EUID PPID COLUMNS LINES "

// integers are variables of which the shell takes every value for arithmetic.
const integers = " RANDOM OPTIND "

// decisivePrefixes and decisiveEndings tell more of them.
var (
	decisivePrefixes = []string{
		"LD_", "DYLD_", "GIT_", "BASH_", "PYTHON", "PERL", "RUBY", "NODE_", "JAVA_", "_JAVA_", "JDK_", "GO", "CARGO_", "RUSTC", "RUSTFLAGS", "npm_config_", "NPM_CONFIG_",
		"PIP_", "UV_", "MAKE", "GCC_", "SSH_", "DOCKER_", "KUBE", "AWS_", "GOOGLE_", "AZURE_", "VAULT_", "PG", "MYSQL_", "CURL_", "WGET", "LESS", "MALLOC_", "GCONV_",
	}
	decisiveEndings = []string{"_OPTIONS", "_OPTS", "OPTS", "_FLAGS", "FLAGS", "_ARGS", "_PRELOAD", "_PATH", "PATH", "_HOME", "_COMMAND", "_CMD", "_PAGER", "_EDITOR", "_SHELL", "_PROXY", "_proxy", "_CONFIG"}
)

// isDecisive reports a variable that changes what runs.
func isDecisive(name string) bool {
	if strings.Contains(decisive, " "+name+" ") {
		return true
	}
	for _, p := range decisivePrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	for _, e := range decisiveEndings {
		if strings.HasSuffix(name, e) {
			return true
		}
	}
	return false
}

func isHarmless(name string) bool {
	return strings.HasPrefix(name, "LC_") || strings.Contains(harmless, " "+name+" ")
}

// assignment reads name=value. Before a command, and when exported, programs
// see it.
func (r *run) assignment(a *syntax.Assign, exported bool) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	if a.Index != nil {
		r.arithmetic(a.Index)
	}
	if a.Array != nil {
		r.array(a, name)
		return
	}
	w := r.assigned(a.Value)
	if a.Naked {
		if v := r.vars[name]; v != nil {
			v.exported = v.exported || exported
			r.checkEnvironment(name, exported)
		} else if exported && isDecisive(name) {
			r.checkEnvironment(name, true)
		}
		return
	}
	if a.Index != nil {
		w = hidden(w.from)
	}
	r.setFrom(name, w, a.Append, exported)
}

// setVariable gives a variable a value, as read and for do.
func (r *run) setVariable(name string, w word, more bool) { r.setFrom(name, w, more, false) }

func (r *run) setFrom(name string, w word, more, exported bool) {
	v := r.variable(name)
	v.exported = v.exported || exported
	r.assign(name, w, more)
	r.checkEnvironment(name, v.exported)
}

// setByShell is setVariable for the shell's own doing, such as ${x:=y} and
// {x}>file, which exports nothing.
func (r *run) setByShell(name string, w word) {
	r.assign(name, w, false)
	r.checkEnvironment(name, r.variable(name).exported)
}

// checkEnvironment notes a variable that changes what is read here, or that
// programs may obey.
func (r *run) checkEnvironment(name string, exported bool) {
	switch {
	case isHarmless(name):
	case isDecisive(name):
		r.oddSplit = r.oddSplit || name == "IFS"
		r.gap("sets " + cutName(name) + ", which changes what runs")
	case exported:
		r.gap("sets " + cutName(name) + ", which programs may obey")
	}
}

func cutName(name string) string { return name[:min(len(name), 40)] }

// array reads name=(a b c).
func (r *run) array(a *syntax.Assign, name string) {
	words := make([]*syntax.Word, 0, len(a.Array.Elems))
	plain := true
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			r.arithmetic(e.Index)
			plain = false
		}
		if e.Value != nil {
			words = append(words, e.Value)
		}
	}
	list := r.fields(words)
	v := r.variable(name)
	fresh := len(v.values) == 0 && v.list == nil
	for _, w := range list {
		r.assign(name, w, false)
	}
	r.makeDefinite(&v.definite)
	if fresh && plain && !a.Append && !spreads(list) {
		v.list = list
	} else {
		v.list = nil
	}
	r.checkEnvironment(name, v.exported)
}
