// Package starter writes the rules that a project begins with.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

//go:embed files
var files embed.FS

// MaxEntries bounds the files and directories that are looked at to find the
// languages of a project. What lies behind it is not seen.
const MaxEntries = 200_000

// languages are those that there are rules for.
func languages() []string {
	return []string{"bash", "go", "java", "javascript", "python", "rust", "tsx", "typescript"}
}

// Config is the text of config.yml.
func Config() (string, error) { return read("config.yml") }

// Rules is the text of the rule file for a language, and false if there are no
// rules for it.
func Rules(language string) (string, bool, error) {
	if !slices.Contains(languages(), language) {
		return "", false, nil
	}
	switch language {
	case "javascript", "typescript", "tsx":
	default:
		text, err := read(language + ".yml")
		return text, true, err
	}
	text, err := read("script.yml")
	if err != nil {
		return "", false, err
	}
	text = strings.ReplaceAll(text, "LANGUAGE", language)
	if language != "tsx" {
		return text, true, nil
	}
	more, err := read("tsx.yml")
	return text + more, true, err
}

func read(name string) (string, error) {
	text, err := files.ReadFile("files/" + name)
	return string(text), err
}

// Languages finds the languages of a project's files, in order. It does not look
// into what others wrote: hidden directories, and those of packages and builds.
func Languages(root string) ([]string, error) {
	seen, entries := map[string]bool{}, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if entries++; entries > MaxEntries {
			return fs.SkipAll
		}
		switch {
		case err != nil && path == root:
			return err
		case err != nil: // a directory that may not be read is not ours
			return fs.SkipDir
		case d.IsDir() && path != root && foreign(d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular():
			if l, known := astrule.LanguageOf(path); known {
				seen[l.Name] = true
			}
		}
		return nil
	})
	var found []string
	for _, l := range astrule.Languages() {
		if seen[l.Name] {
			found = append(found, l.Name)
		}
	}
	return found, err
}

func foreign(dir string) bool {
	switch dir {
	case "node_modules", "vendor", "target", "dist", "build", "venv", "__pycache__":
		return true
	}
	return strings.HasPrefix(dir, ".")
}

// Written says what became of a file.
type Written struct {
	Path string
	Kept bool // it was there, and stays as it is
}

// Write writes the rules for some languages into a directory .supervisor. A file
// that is there stays as it is.
func Write(dir string, languages []string) ([]Written, error) {
	if err := os.MkdirAll(filepath.Join(dir, "rules"), 0o755); err != nil {
		return nil, err
	}
	config, err := Config()
	if err != nil {
		return nil, err
	}
	written, err := create(nil, filepath.Join(dir, "config.yml"), config)
	for _, language := range languages {
		if err != nil {
			break
		}
		text, has, readErr := Rules(language)
		if !has || readErr != nil {
			err = readErr
			continue
		}
		written, err = create(written, filepath.Join(dir, "rules", language+".yml"), text)
	}
	return written, err
}

// create writes a new file.
func create(written []Written, path, text string) ([]Written, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return append(written, Written{path, true}), nil
	}
	if err != nil {
		return written, err
	}
	if _, err := file.WriteString(text); err != nil {
		return written, fmt.Errorf("%s: %w", path, errors.Join(err, file.Close()))
	}
	return append(written, Written{path, false}), file.Close()
}
