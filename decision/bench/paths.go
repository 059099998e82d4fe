package bench

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// allowlist knows the directories whose calls may leave. It reads texts the
// way a cautious person does: whatever can be taken for a path outside of them
// is one. It compares without regard to case.
type allowlist struct {
	repos []string // clean, in lower case, "~/x" or "/x"

	url, tag, drive, home, here *regexp.Regexp
}

// sight is what a text was seen to name.
type sight struct {
	named   bool // an allowed repository
	outside bool // something outside of them
	tmp     bool // a directory for temporary files
}

func (s sight) with(o sight) sight {
	return sight{s.named || o.named, s.outside || o.outside, s.tmp || o.tmp}
}

// neutralHome are directories of tools below a home, as in the reference: they
// neither name a repository nor are they outside.
var neutralHome = []string{"py_env", "go", ".local", ".cache"}

// neutralRoot are programs and devices, which tell nothing of anybody.
var neutralRoot = []string{
	"/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr",
}

func newAllowlist(dirs []string) (*allowlist, error) {
	if len(dirs) == 0 {
		return nil, nil
	}
	a := &allowlist{
		// Addresses of the web, up to the query, which can hold anything.
		url: regexp.MustCompile("(https?|wss?|git)://[^/\\s\"'`<>?|;&(){},\\\\][^\\s\"'`<>?|;&(){},\\\\]*"),
		tag: regexp.MustCompile(`</[a-z][a-z0-9:-]*\s*>`),
		// C:\ and C:/
		drive: regexp.MustCompile(`(^|[^a-z])[a-z]:[\\/]`),
		home:  regexp.MustCompile(`\$\{home\}|\$home\b|\$env:userprofile\b|%userprofile%|%homepath%`),
		here:  regexp.MustCompile(`\$\{pwd\}|\$pwd\b`),
	}
	var errs []error
	for _, dir := range dirs {
		repo, err := allowedRepo(strings.ToLower(dir))
		if err != nil {
			errs = append(errs, fmt.Errorf("allowed repository %.200q: %w", dir, err))
		}
		a.repos = append(a.repos, repo)
	}
	return a, errors.Join(errs...)
}

// allowedRepo reads a directory that is allowed: absolute, or below the home.
func allowedRepo(dir string) (string, error) {
	user := strings.HasPrefix(dir, "~") && dir != "~" && !strings.HasPrefix(dir, "~/")
	if !strings.HasPrefix(dir, "/") && !strings.HasPrefix(dir, "~") {
		dir = "~/" + dir
	}
	clean, ok := place(dir)
	switch {
	case user:
		return "", errors.New("lies in a home directory that is named by its user: write its path")
	case !ok:
		return "", errors.New("leads out of the home directory")
	case clean == "~" || clean == "/":
		return "", errors.New("names no directory of its own: it would allow everything")
	}
	return clean, nil
}

// place makes "~/x" of a path in anybody's home, whoever that is, and "/x" of
// any other absolute path, without dots. It is false for a path that leaves
// the home it starts from.
func place(p string) (clean string, ok bool) {
	if rest, home := strings.CutPrefix(p, "~"); home {
		rest = path.Clean("./" + strings.TrimLeft(rest, "/"))
		return path.Join("~", rest), !climbs(rest)
	}
	p = path.Clean("/" + strings.TrimLeft(p, "/"))
	for _, homes := range [...]string{"/home/", "/users/"} {
		if rest, in := strings.CutPrefix(p, homes); in {
			_, rest, _ = strings.Cut(rest, "/")
			return path.Join("~", rest), true
		}
	}
	return p, true
}

// climbs reports whether a clean relative path leaves where it starts.
func climbs(clean string) bool { return clean == ".." || strings.HasPrefix(clean, "../") }

// look reads one text.
func (a *allowlist) look(text string) sight {
	var out sight
	text = strings.ToLower(text)
	for _, view := range views(text) {
		out.tmp = out.tmp || strings.Contains(view, "/tmp/")
		out.outside = out.outside || a.drive.MatchString(view)
		view = a.url.ReplaceAllStringFunc(view, localPart)
		view = a.tag.ReplaceAllString(view, " ")
		view = a.home.ReplaceAllString(view, " ~")
		view = a.here.ReplaceAllString(view, " .")
		for _, token := range strings.FieldsFunc(view, separates) {
			out = out.with(a.token(token))
		}
	}
	return out
}

// localPart returns what of an address looks like somebody's home.
func localPart(url string) string {
	if i := strings.Index(url, "/home/"); i >= 0 {
		return " " + url[i:] + " "
	}
	return " "
}

func separates(r rune) bool {
	return r <= ' ' || r == '\u00a0' || strings.ContainsRune("\"'`<>|&;(){}[],=:\\#!^@", r)
}

// token judges a word that may be a path.
func (a *allowlist) token(word string) sight {
	if word[0] == '-' { // a flag, with its value behind it as in -I/usr/include
		word = word[max(0, strings.IndexAny(word, "./~$")):]
	}
	if i := strings.Index(word, "~/"); i >= 0 {
		return a.path(word[i:])
	}
	if i := strings.Index(word, "/home/"); i >= 0 {
		return a.path(word[i:])
	}
	switch word[0] {
	case '/':
		if strings.Trim(word, "/*") == "" {
			return sight{} // the root, or a mark of a comment
		}
		return a.path(word)
	case '~': // the home, or that of a user; not a number as in ~100
		next := strings.TrimLeft(word[1:], "+-")
		return sight{outside: next == "" || next[0] < '0' || next[0] > '9' && next[0] != '.'}
	case '$':
		return sight{outside: strings.Contains(word, "/")}
	}
	return sight{outside: climbs(path.Clean(word)) || dotGlob(word)}
}

// path judges an absolute path or one below the home.
func (a *allowlist) path(p string) sight {
	clean, ok := place(p)
	switch {
	case !ok || dotGlob(p):
		return sight{outside: true}
	case clean == "/tmp":
		return sight{tmp: true}
	case slices.ContainsFunc(a.repos, func(repo string) bool { return inDir(clean, repo) }):
		return sight{named: true}
	case slices.ContainsFunc(neutralRoot, func(dir string) bool { return inDir(clean, dir) }):
		return sight{}
	}
	below, home := strings.CutPrefix(clean, "~/")
	first, _, _ := strings.Cut(below, "/")
	return sight{outside: !home || !slices.Contains(neutralHome, first)}
}

func inDir(clean, dir string) bool {
	rest, ok := strings.CutPrefix(clean, dir)
	return ok && (rest == "" || rest[0] == '/')
}

// dotGlob reports a part of a path such as .? or .*, which a shell may expand
// to the directory above.
func dotGlob(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if strings.HasPrefix(part, ".") && strings.ContainsAny(part, "?*") && strings.Trim(part, ".?*") == "" {
			return true
		}
	}
	return false
}
