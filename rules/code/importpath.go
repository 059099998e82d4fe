package code

import (
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/rules/code/internal/imports"
)

// importingFile is the file whose imports are looked at.
type importingFile struct {
	path   string // relative to the project
	syntax imports.Syntax
}

// denied is an entry of deny_imports.
type denied struct {
	text string
	// ups is how many directories it climbs; -1 if it is not relative.
	ups  int
	rest string // behind the climbing
}

// newDenied reads an entry.
func newDenied(text string) (denied, error) {
	for _, s := range schemes {
		text = strings.TrimPrefix(text, s)
	}
	text = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(text, "/**"), "/*"), "/")
	switch {
	case text == "" || text == "." || text == "..":
		return denied{}, errors.New("must name a module or a directory")
	case strings.ContainsAny(text, "*?"):
		return denied{}, errors.New("is no pattern: name a module, and what is below it is meant as well")
	}
	d := denied{text: text, ups: -1, rest: text}
	if isRelative(text) {
		d.ups, d.rest = climb(text)
	}
	return d, nil
}

func isRelative(text string) bool {
	return text == "." || text == ".." || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../")
}

// climb tidies a relative path and counts the directories that it climbs.
func climb(text string) (ups int, rest string) {
	rest = path.Clean(text)
	for rest == ".." || strings.HasPrefix(rest, "../") {
		ups++
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, ".."), "/")
	}
	return ups, rest
}

// place finds out what an import may be known as.
func (f importingFile) place(one imports.Import) imported {
	made := imported{Import: one, ups: -1}
	switch f.syntax {
	case imports.JavaScript, imports.TypeScript:
		f.placeScript(&made)
	case imports.Python:
		f.placePython(&made)
	case imports.Rust:
		f.placeRust(&made)
	case imports.C, imports.Ruby, imports.PHP:
		f.placePath(&made, made.Path)
	default:
		made.written = f.split(made.Path)
	}
	return made
}

// placePath is a path of a file, with its ending or without.
func (f importingFile) placePath(one *imported, text string) {
	one.written = f.split(text)
	if !isRelative(text) && f.syntax != imports.C { // C looks beside the file first
		return
	}
	one.ups, _ = climb(text)
	one.resolved = f.split(path.Join(path.Dir(f.path), text))
}

// schemes may stand before the name of a module.
var schemes = []string{"node:", "npm:", "jsr:", "bun:", "file:"}

// placeScript is a module of JavaScript, written as bundlers and runtimes allow:
// with a scheme, a loader, a query or escapes, which all lead to the same file.
func (f importingFile) placeScript(one *imported) {
	text := one.Path
	if i := strings.LastIndexByte(text, '!'); i >= 0 {
		text = text[i+1:]
	}
	if i := strings.IndexAny(text, "?"); i >= 0 {
		text = text[:i]
	}
	if i := strings.IndexByte(text, '#'); i > 0 {
		text = text[:i]
	}
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	for _, s := range schemes {
		text = strings.TrimPrefix(text, s)
	}
	f.placePath(one, text)
}

// placePython is a module with dots; those before it climb.
func (f importingFile) placePython(one *imported) {
	name := strings.TrimLeft(one.Path, ".")
	one.written = f.split(one.Path)
	if dots := len(one.Path) - len(name); dots > 0 {
		one.ups = dots - 1
		base := path.Dir(f.path)
		for range dots - 1 {
			base = path.Dir(base)
		}
		one.resolved = f.split(path.Join(base, strings.ReplaceAll(name, ".", "/")))
	}
}

// placeRust is a path of modules; self and super are told from the file's place
// below src.
func (f importingFile) placeRust(one *imported) {
	parts := f.split(one.Path)
	module := f.rustModule()
	switch {
	case len(parts) == 0:
	case parts[0] == "self":
		parts = append(module, parts[1:]...)
	case parts[0] == "super":
		for len(parts) > 0 && parts[0] == "super" {
			parts, module = parts[1:], module[:max(1, len(module)-1)]
		}
		parts = append(module, parts...)
	}
	one.written = parts
	if len(parts) > 1 && parts[0] == "crate" {
		one.resolved = slices.Concat(f.split(path.Dir(f.path))[:f.source()], parts[1:])
	}
}

// source is how many directories lead to the sources of the crate.
func (f importingFile) source() int {
	dirs := strings.Split(path.Dir(f.path), "/")
	if i := slices.Index(dirs, "src"); i >= 0 {
		return i + 1
	}
	return 0
}

// rustModule is the module that a file is.
func (f importingFile) rustModule() []string {
	parts := strings.Split(strings.TrimSuffix(f.path, path.Ext(f.path)), "/")[f.source():]
	if last := parts[len(parts)-1]; last == "mod" || last == "lib" || last == "main" {
		parts = parts[:len(parts)-1]
	}
	return append([]string{"crate"}, parts...)
}

// split takes a name apart at what separates parts in the file's language.
func (f importingFile) split(name string) []string {
	marks := "/"
	switch f.syntax {
	case imports.Python:
		marks = "./"
	case imports.Java, imports.Kotlin, imports.Scala, imports.CSharp:
		marks = "./"
	case imports.Rust:
		marks = ":/"
	case imports.PHP:
		marks = `\/`
	}
	if strings.Contains(name, "/") {
		name = path.Clean(name)
	}
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(marks, r) })
}

// forbids reports whether the entry means an import: it is the same, or stands
// before it, part by part. Relative ones mean the same file however they are
// written.
func (d denied) forbids(one imported, file importingFile) bool {
	d = d.in(file)
	deny := file.split(d.text)
	if d.ups < 0 {
		return starts(one.written, deny) || one.resolved != nil && (starts(one.resolved, deny) || starts(belowSource(one.resolved), deny))
	}
	rest := file.split(d.rest)
	meant := file.split(path.Join(path.Dir(file.path), d.text))
	switch {
	case one.resolved == nil:
		return starts(one.written, meant) // spelt from the project's root
	case starts(one.resolved, meant):
		return true
	}
	// A file further down climbs further to the same place.
	return one.ups > d.ups && d.ups > 0 && starts(climbed(one.written), rest)
}

// in reads the dots before a module of Python as the climbing that they are.
func (d denied) in(file importingFile) denied {
	name := strings.TrimLeft(d.text, ".")
	dots := len(d.text) - len(name)
	if file.syntax != imports.Python || dots == 0 || d.ups >= 0 {
		return d
	}
	rest := strings.ReplaceAll(name, ".", "/")
	return denied{text: "./" + strings.Repeat("../", dots-1) + rest, ups: dots - 1, rest: rest}
}

// climbed is a relative path without its climbing.
func climbed(parts []string) []string {
	for len(parts) > 0 && parts[0] == ".." {
		parts = parts[1:]
	}
	return parts
}

// sourceDirs are directories that many projects have around their packages and
// that no import names.
var sourceDirs = []string{"src", "lib", "python"}

func belowSource(parts []string) []string {
	if len(parts) > 1 && slices.Contains(sourceDirs, parts[0]) {
		return parts[1:]
	}
	return nil
}

// starts reports whether parts begin with those of a prefix. The ending of a
// file's name does not count in the last.
func starts(parts, prefix []string) bool {
	last := len(prefix) - 1
	if last < 0 || len(parts) < len(prefix) || !slices.Equal(parts[:last], prefix[:last]) {
		return false
	}
	return parts[last] == prefix[last] || bare(parts[last]) == bare(prefix[last])
}

// endings are those of files that an import may leave out.
var endings = []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".d.ts", ".json", ".vue", ".svelte", ".h", ".hpp", ".hh", ".rb", ".php"}

// bare is a name without an ending.
func bare(name string) string {
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(name, e); ok && stem != "" {
			return stem
		}
	}
	return name
}
