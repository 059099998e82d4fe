package adminhttp

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/internal/yamlpos"
	"github.com/flux7-go/supervisor/question"
)

// The kinds of file.
const (
	kindConfig    = "config"
	kindQuestions = "questions"
)

// configID is the id of the config; those of packs begin with packPrefix.
const (
	configID   = "config"
	packPrefix = "questions/"
)

// file is one that may be edited. Its path is absolute; of the config it is
// where symbolic links led when it was read.
type file struct{ id, kind, path string }

// fileSet are the files that the config in force names, and itself.
type fileSet struct {
	configPath string // as it was given
	files      []file // the config first
	patterns   []string
}

// config is the file of the config.
func (s *fileSet) config() *file { return &s.files[0] }

// files finds the files that may be edited now.
func (h *Handler) files() (*fileSet, error) {
	cfg := h.sup.Config()
	if cfg == nil || cfg.Path == "" {
		return nil, fail(http.StatusConflict, "the supervisor was started without a config file: there is nothing to edit")
	}
	set := &fileSet{configPath: cfg.Path}
	set.files = []file{{configID, kindConfig, h.realPath(cfg)}}
	var packs []string
	for _, written := range cfg.QuestionPaths() {
		pattern, err := filepath.Abs(written)
		if err != nil {
			return nil, fmt.Errorf("finding the packs %s: %w", written, err)
		}
		set.patterns = append(set.patterns, pattern)
		matches, err := question.Loader{}.Files(pattern)
		if err != nil {
			continue // a glob that cannot be read names none
		}
		for _, match := range matches {
			if !slices.Contains(packs, match) {
				packs = append(packs, match)
			}
		}
	}
	set.addPacks(packs)
	return set, nil
}

// realPath is where the file of a config really is. A config that was not read by
// [supervisor.LoadConfig] does not say: its links are then followed once.
func (h *Handler) realPath(cfg *supervisor.Config) string {
	if cfg.RealPath != "" {
		return cfg.RealPath
	}
	real, err := filepath.EvalSymlinks(cfg.Path)
	if err != nil {
		real = cfg.Path // it is gone, which reading it will say
	}
	kept, _ := h.realPaths.LoadOrStore(cfg.Path, real)
	return kept.(string)
}

// addPacks names the packs. Those whose file names are the same are told apart
// by their directories.
func (s *fileSet) addPacks(paths []string) {
	times := map[string]int{}
	for _, path := range paths {
		times[filepath.Base(path)]++
	}
	for _, path := range paths {
		id := packPrefix + filepath.Base(path)
		if times[filepath.Base(path)] > 1 {
			id = longID(path)
		}
		s.files = append(s.files, file{id, kindQuestions, path})
	}
}

// longID is the id of a pack that its directory is part of.
func longID(path string) string {
	dir := sha256.Sum256([]byte(filepath.Dir(path)))
	return packPrefix + hex.EncodeToString(dir[:4]) + "~" + filepath.Base(path)
}

// find returns the file with an id.
func (s *fileSet) find(id string) (*file, error) {
	var found []*file
	var choices []string
	for i := range s.files {
		f := &s.files[i]
		switch {
		case f.id == id || f.kind == kindQuestions && longID(f.path) == id:
			found = append(found, f)
		case f.kind == kindQuestions && packPrefix+filepath.Base(f.path) == id:
			choices = append(choices, f.id)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found)+len(choices) > 0:
		return nil, fail(http.StatusConflict, "there are several packs of this file name: take %s", strings.Join(choices, " or "))
	}
	return nil, fail(http.StatusNotFound, "there is no file of this id: GET files lists them")
}

// packName is how the name of a new pack may be, behind the part that tells its
// directory.
var packName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9a-f]{8}~)?([a-z0-9][a-z0-9_-]{0,63}\.ya?ml)$`)
})

// findOrCreate is find, where an unknown id of a pack is that of a new one.
func (s *fileSet) findOrCreate(id string) (*file, error) {
	f, err := s.find(id)
	var missing *failure
	name, isPack := strings.CutPrefix(id, packPrefix)
	if !errors.As(err, &missing) || missing.status != http.StatusNotFound || !isPack {
		return f, err
	}
	match := packName().FindStringSubmatch(name)
	if match == nil {
		return nil, fail(http.StatusBadRequest,
			"a new pack is named with small letters, digits, _ and -, at most 64 of them, a letter or digit first, and .yaml or .yml behind")
	}
	for _, pattern := range s.patterns {
		path := filepath.Join(filepath.Dir(pattern), match[1])
		if s.takes(pattern, path) && (name == match[1] || id == longID(path)) {
			return &file{id, kindQuestions, path}, nil
		}
	}
	return nil, fail(http.StatusBadRequest, "no glob under questions in the config would read a pack of this name")
}

// takes reports whether a pattern would read a file at path, if one were there.
func (s *fileSet) takes(pattern, path string) bool {
	if strings.ContainsAny(filepath.Dir(pattern), "*?[") {
		return false // which of its directories is meant cannot be told
	}
	return reads(pattern, path)
}

func reads(pattern, path string) bool {
	files, err := question.Loader{Edits: map[string][]byte{path: nil}}.Files(pattern)
	return err == nil && slices.Contains(files, path)
}

// Failures of reading a file.
var (
	errNoFile  = fail(http.StatusNotFound, "the file is not there any more")
	errNotText = fail(http.StatusConflict, "this is no regular file: only those are shown and edited")
	errLink    = fail(http.StatusConflict, "this is a symbolic link: edit the file that it leads to, or name that in the config")
	errLarge   = fail(http.StatusConflict, "the file is larger than %d bytes", yamlpos.MaxBytes)
)

// read returns the content of the file, and errNoFile if there is none. A
// symbolic link is not followed: whoever may write beside the packs could show
// any file with one.
func (f *file) read() ([]byte, error) {
	if f.kind == kindConfig {
		if err := realDir(f.path); err != nil {
			return nil, err
		}
	}
	info, err := os.Lstat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, errNoFile
	case err != nil:
		return nil, errFile("looking at", f, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errLink
	case !info.Mode().IsRegular():
		return nil, errNotText
	}
	opened, err := os.OpenFile(f.path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, errFile("opening", f, err)
	}
	defer func() { _ = opened.Close() }()
	if now, err := opened.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errLink // it was put in the place of what was looked at
	}
	text, err := io.ReadAll(io.LimitReader(opened, yamlpos.MaxBytes+1))
	if err != nil {
		return nil, errFile("reading", f, err)
	}
	if len(text) > yamlpos.MaxBytes {
		return nil, errLarge
	}
	return text, nil
}

// realDir refuses a path whose directory is not there, or leads through a symbolic
// link: it did not when the config was read.
func realDir(path string) error {
	dir := filepath.Dir(path)
	switch real, err := filepath.EvalSymlinks(dir); {
	case err != nil:
		return errNoFile
	case real != dir:
		return errLink
	}
	return nil
}

// fingerprint is the reference's: the first twelve hexadecimal digits of the
// SHA-256 of a file's text.
func fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
