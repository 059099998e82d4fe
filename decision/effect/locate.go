package effect

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

// MaxPathBytes bounds a path. Linux takes no longer one.
const MaxPathBytes = 4096

var (
	errEmpty       = errors.New("path is empty")
	errLong        = fmt.Errorf("path is longer than %d bytes", MaxPathBytes)
	errCharacter   = errors.New("path holds a control or invalid character")
	errMargin      = errors.New("path starts or ends with a blank or a quote")
	errBackslash   = errors.New("path holds a backslash")
	errURL         = errors.New("path is a url")
	errVariable    = errors.New("path starts with a variable")
	errForeignHome = errors.New("path starts in the home of another user")
	errNoHome      = errors.New("path starts with ~ and the home directory is not known")
	errUnknown     = errors.New("path is not known")
	errClimbs      = errors.New("pattern may lead out of its directory")
	errAmbiguous   = errors.New("path leaves a symbolic link by .., which programs read in two ways")
)

// ErrRelative is the Location.Err of a relative path when the working directory
// is not known.
var ErrRelative = errors.New("path is relative and the working directory is not known")

// Location is where a path leads.
type Location struct {
	Path string        // absolute, clean, free of symbolic links; empty with Err
	Zone decision.Zone // [decision.ZoneUnknown] with Err
	// Assumed says that the path is relative and was taken from a working
	// directory that nobody stated. It is good enough to tell where a read
	// goes, not to delete or overwrite.
	Assumed bool
	// Err says why the path does not resolve. It quotes no part of the path.
	Err error

	exists bool
}

// Locate finds out where a path of a call leads. A relative path starts in
// workingDir, the call's, else in that of the scope.
//
// "~" and "~/" are expanded. Symbolic links of the part that exists are
// followed in order, so that ".." behind a link means what the kernel makes of
// it; where a program that tidies paths as text would go elsewhere, the path
// does not resolve. Neither does an empty path, one over [MaxPathBytes], one
// through a directory that cannot be read, a loop of links, a URL, the home of
// another user, a leading variable, a link of /proc, nor a text that programs
// read in more than one way: control and invisible characters, blanks or quotes
// at its ends, backslashes.
//
// The answer is true when it is given: a link that changes afterwards is not
// seen.
func (s *Scope) Locate(text, workingDir string) Location { return s.locate(text, workingDir, nil) }

func (s *Scope) locate(text, workingDir string, seen *sightings) Location {
	absolute, assumed, err := s.anchor(text, workingDir)
	if err != nil {
		return Location{Err: err}
	}
	return s.anchored(absolute, assumed, seen)
}

// anchored is locate for what [Scope.anchor] returned.
func (s *Scope) anchored(absolute string, assumed bool, seen *sightings) Location {
	real, err := seen.resolve(absolute)
	if err != nil {
		return Location{Err: err}
	}
	if strings.Contains(absolute, "..") {
		if tidied, err := seen.resolve(path.Clean(absolute)); err != nil || tidied.path != real.path {
			return Location{Err: errAmbiguous}
		}
	}
	return Location{Path: real.path, Zone: s.zone(real.path), Assumed: assumed, exists: real.exists}
}

// LocateFor is Locate for a path of a call that is judged. What was seen of the
// file system for the same call is not looked at again, so that everybody who
// asks about a path of a call gets one answer, and no other call does.
func (s *Scope) LocateFor(c *decision.Call, path string) Location {
	absolute, assumed, err := s.anchor(path, c.WorkingDir)
	if err != nil {
		return Location{Err: err}
	}
	return s.anchored(absolute, assumed, sightingsOf(c))
}

// Missing reports a path that resolves, and at which there is nothing.
func (l Location) Missing() bool { return l.Err == nil && !l.exists }

// Within reports whether path lies in dir, or is dir, after both are resolved
// as by [Scope.Locate]. It is false when either does not resolve.
func (s *Scope) Within(dir, path, workingDir string) bool {
	return s.Locate(path, workingDir).In(s.Locate(dir, workingDir))
}

// In reports whether l is dir or lies in it. It is false when either does not
// resolve.
func (l Location) In(dir Location) bool {
	return l.Err == nil && dir.Err == nil && within(dir.Path, l.Path)
}

// anchor makes text absolute without tidying it.
func (s *Scope) anchor(text, workingDir string) (absolute string, assumed bool, err error) {
	if err := checkText(text); err != nil {
		return "", false, err
	}
	text, err = s.expandHome(text)
	if err != nil || path.IsAbs(text) {
		return text, false, err
	}
	if strings.HasPrefix(text, "$") || strings.HasPrefix(text, "%") {
		return "", false, errVariable
	}
	if workingDir == "" {
		workingDir, assumed = s.workingDir, s.assumed
	} else if workingDir, err = s.absolute(workingDir); err != nil {
		return "", false, fmt.Errorf("working directory: %w", err)
	}
	if workingDir == "" {
		return "", false, ErrRelative
	}
	return workingDir + "/" + text, assumed, nil
}

// checkText refuses what two programs could take for two paths.
func checkText(text string) error {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case text == "":
		return errEmpty
	case len(text) > MaxPathBytes:
		return errLong
	case !isShown(text):
		return errCharacter
	case margin(first) || margin(last):
		return errMargin
	case strings.Contains(text, `\`):
		return errBackslash
	case isURL(text):
		return errURL
	}
	return nil
}

// isShown reports a text of which every character is valid and shown.
func isShown(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' { // what follows is slow, and rare
			return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl) && !strings.ContainsFunc(text, isIgnorable)
		}
	}
	return true
}

// isIgnorable reports a character that is not shown, and that some file systems
// leave out of names: HFS+ takes ".g<U+200D>it" for ".git".
func isIgnorable(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

func margin(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`", r) }

// isURL reports whether text starts with a scheme: file:/x, any://x, C:/x.
func isURL(text string) bool {
	scheme, rest, found := strings.Cut(text, ":")
	if !found || scheme == "" || strings.ContainsAny(scheme, "/.") {
		return false
	}
	return strings.EqualFold(scheme, "file") || strings.HasPrefix(rest, "/")
}
