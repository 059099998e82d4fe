package code

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/flux7-go/supervisor/internal/yamlpos"
	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// MaxRuleFiles bounds the files in the directory rules. The largest public
// collection has a few hundred.
const MaxRuleFiles = 1_000

// loader reads the rules of a project.
type loader struct {
	Options
	findings
	dir  string
	fold bool
}

// load reads everything. The set is nil with an error, except where config.yml
// could be read: its mode then counts.
func (l *loader) load() (*ruleSet, error) {
	config := filepath.Join(l.dir, configFile)
	data, err := readFile(config)
	if err != nil {
		l.fault(Fault{File: config, Message: "cannot be read: " + reason(err) + "; it begins with version: 1"})
		return &ruleSet{mode: ModeEnforce}, l.err()
	}
	set := readConfig(config, data, l.fold, &l.findings)
	set.trees = l.readTreeRules(l.sources())
	set.checkIDs(&l.findings)
	l.warnings = sortedFaults(l.warnings)
	return set, l.err()
}

// sources reads the rule files.
func (l *loader) sources() []astrule.Source {
	dir := filepath.Join(l.dir, rulesDir)
	names, err := ruleFiles(dir)
	if err != nil {
		l.fault(Fault{File: dir, Message: "cannot be read: " + reason(err)})
	}
	if len(names) > MaxRuleFiles {
		l.fault(Fault{File: dir, Message: fmt.Sprintf("holds more than %d rule files: put several rules in one, with --- between them", MaxRuleFiles)})
		names = names[:MaxRuleFiles]
	}
	var list []astrule.Source
	for _, name := range names {
		file := filepath.Join(dir, name)
		data, err := readFile(file)
		if err != nil {
			l.fault(Fault{File: file, Message: "cannot be read: " + reason(err)})
			continue
		}
		list = append(list, astrule.Source{File: file, Data: data})
	}
	return list
}

// ruleFiles are the names of the rule files, sorted. No directory is no rules.
func ruleFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if ext := strings.ToLower(filepath.Ext(e.Name())); (ext == ".yml" || ext == ".yaml") && !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, err
}

// readFile reads one byte more than a parser takes at most.
func readFile(path string) ([]byte, error) {
	// A pipe that nobody writes to must not hang the program.
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, yamlpos.MaxBytes+1))
}

// reason is an error of the file system without the path, which is said before.
func reason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

// foldsCase reports whether the file system that holds an existing path takes
// capitals for small letters.
func foldsCase(path string) bool {
	base := filepath.Base(path)
	other := strings.ToUpper(base)
	if other == base {
		other = strings.ToLower(base)
	}
	own, err := os.Stat(path)
	if err != nil || other == base {
		return false
	}
	same, err := os.Stat(filepath.Join(filepath.Dir(path), other))
	return err == nil && os.SameFile(own, same)
}

// stamp is the state of the files of the rules: when it is another, they are
// read again.
func (l *loader) stamp() string {
	var b strings.Builder
	add := func(path string) {
		info, err := os.Stat(path)
		if err != nil {
			fmt.Fprintf(&b, "%s -;", filepath.Base(path))
			return
		}
		fmt.Fprintf(&b, "%s %d %d;", filepath.Base(path), info.Size(), info.ModTime().UnixNano())
	}
	add(filepath.Join(l.dir, configFile))
	dir := filepath.Join(l.dir, rulesDir)
	names, _ := ruleFiles(dir) // what cannot be listed is said when it is read
	for _, name := range names[:min(len(names), MaxRuleFiles+1)] {
		add(filepath.Join(dir, name))
	}
	return b.String()
}
