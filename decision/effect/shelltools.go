package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// shellTools are the names under which harnesses and tool servers run a command
// line, in lower case and without "_" and "-": Claude Code, Codex, Gemini CLI,
// Cursor, Windsurf, Cline, OpenCode, Goose, and common tool servers.
var shellTools = []string{
	"bash", "shell", "sh", "zsh", "terminal", "console",
	"runcommand", "runshellcommand", "executecommand", "executeshellcommand", "runterminalcmd", "runterminalcommand", "runinterminal",
	"executebash", "runbash", "shellexec", "execshell", "shellexecute", "execcommand", "localshell", "shellcommand", "cmd", "command",
	"bashtool", "shelltool", "launchprocess", "runinshell", "exec",
}

// shellNamespaces are prefixes under which a bare verb runs a command line.
var (
	shellNamespaces = []string{"shell", "bash", "terminal", "sh", "exec", "process", "os", "system", "command", "cmd", "desktopcommander", "container", "codex"}
	shellVerbs      = []string{"run", "exec", "execute", "command", "shell", "bash", "start", "startprocess"}
)

// shellParams are the parameters of shell tools. Any other is a gap.
var shellParams = map[string]kindOf{
	"command": aCommand, "cmd": aCommand, "script": aCommand, "commandline": aCommand, "shellcommand": aCommand, "args": theArgs, "arguments": theArgs,
	"cwd": aDir, "workdir": aDir, "workingdir": aDir, "workingdirectory": aDir, "directory": aDir, "dir": aDir,
	"description": aText, "explanation": aText, "justification": aText, "reason": aText, "title": aText,
	"timeout": aCount, "timeoutms": aCount, "timeoutseconds": aCount, "timeoutsec": aCount, "yieldtimems": aCount, "maxoutputtokens": aCount, "maxoutputlength": aCount,
	"runinbackground": aFlag, "isbackground": aFlag, "background": aFlag, "blocking": aFlag, "requireuserapproval": aFlag, "requiresapproval": aFlag,
}

// Kinds of parameters of shell tools, after those of file tools.
const (
	aCommand kindOf = iota + 100 // a command line, or a list of words
	theArgs                      // a list of words behind the command
	aDir                         // where it runs
)

// isShellTool recognises a tool that runs command lines by its name.
func isShellTool(tool string) bool {
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok {
		namespace, verb, found := strings.Cut(rest, "__")
		if !found {
			return false
		}
		return isShellVerb(namespace, plainName(verb))
	}
	for _, separator := range []string{".", "/", ":"} {
		if namespace, verb, found := strings.Cut(tool, separator); found {
			return isShellVerb(namespace, plainName(verb))
		}
	}
	return slices.Contains(shellTools, plainName(tool))
}

func isShellVerb(namespace, verb string) bool {
	return slices.Contains(shellTools, verb) && verb != "command" && verb != "exec" ||
		slices.Contains(shellNamespaces, plainName(namespace)) && slices.Contains(shellVerbs, verb)
}

// commandLine is what a shell tool is asked to run.
type commandLine struct {
	text  string   // for a shell
	words []string // or without one
	dir   string
	gaps  []decision.Gap
}

// readCommandLine holds the parameters of a shell tool against the list.
func readCommandLine(params map[string]any) commandLine {
	var line commandLine
	gap := func(reason, name string) {
		line.gaps = append(line.gaps, decision.Gap{Reason: reason, Segment: cut(name)})
	}
	var commands []any
	var args []string
	for _, name := range sortedKeys(params) {
		value := params[name]
		kind, ok := shellParams[plainName(name)]
		switch {
		case !ok:
			gap("unknown parameter", name)
		case kind == aCommand:
			commands = append(commands, value)
		case kind == theArgs && every(value, aText.fits):
			args = textList(value)
		case kind == aDir && aText.fits(value):
			if line.dir != "" {
				gap("more than one parameter names the directory", name)
			}
			line.dir = value.(string)
		case kind != aDir && kind != theArgs && (kind.fits(value) || value == nil || kind == aCount && aText.fits(value) && isDuration(value.(string))):
		default:
			gap("parameter is not of the expected type", name)
		}
	}
	switch {
	case len(commands) == 0:
		gap("no parameter holds a command line", "")
	case len(commands) > 1:
		gap("more than one parameter holds a command line", "")
	default:
		line.take(commands[0], args, gap)
	}
	return line
}

// take reads the command: a text for a shell, or words.
func (l *commandLine) take(value any, args []string, gap func(reason, name string)) {
	switch {
	case aText.fits(value) && args == nil:
		l.text = value.(string)
	case aText.fits(value):
		l.words = append([]string{value.(string)}, args...)
		if strings.ContainsAny(l.words[0], " \t\n;|&<>()$`\"'\\") {
			l.text, l.words = l.words[0], nil
			gap("a command line and words behind it", "args")
		}
	case every(value, aText.fits) && args == nil:
		l.words = textList(value)
	default:
		gap("parameter is not of the expected type", "command")
	}
}

func textList(value any) []string {
	list := value.([]any)
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = v.(string)
	}
	return out
}

func isDuration(s string) bool {
	return s != "" && len(s) < 12 && strings.Trim(strings.TrimSuffix(strings.TrimSuffix(s, "s"), "m"), "0123456789") == ""
}
