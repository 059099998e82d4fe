package reviewer

import (
	"context"
	"strings"

	"github.com/flux7-go/supervisor/internal/oneline"
)

const (
	// SkillFile is the file that makes a directory a skill.
	SkillFile = "SKILL.md"
	// MaxSkills is how many skills are listed, by name; the others can be read by
	// who knows their names.
	MaxSkills = 200
	// MaxSkillFiles is how many files of a skill are listed.
	MaxSkillFiles = 100
	// maxDescriptionBytes bounds the description of a skill in the list.
	maxDescriptionBytes = 300
)

// SkillDir is a directory with a directory for each skill, which has a
// [SkillFile]. Its description is the value of description in the front matter,
// on one line, or else the first line of prose. The zero SkillDir has none.
//
// Paths stay inside the directory, links are refused, hidden files are not read.
// Nothing is kept open or cached. It is safe for concurrent use.
type SkillDir struct{ dir string }

var _ Skills = SkillDir{}

// NewSkillDir returns the skills of a directory. It need not exist yet.
func NewSkillDir(dir string) SkillDir { return SkillDir{dir} }

// List implements [Skills].
func (d SkillDir) List(ctx context.Context) ([]Skill, error) {
	root, err := openRoot(d.dir, "skills")
	if err != nil {
		return nil, err
	}
	defer root.Close()
	found, err := entries(root, ".")
	if err != nil {
		return nil, err
	}
	list := []Skill{}
	for _, e := range found {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !e.IsDir() || len(list) == MaxSkills {
			continue
		}
		if text, err := readFile(root, e.Name()+"/"+SkillFile); err == nil { // else it is none
			list = append(list, Skill{Name: e.Name(), Description: description(text)})
		}
	}
	return list, nil
}

// Get implements [Skills].
func (d SkillDir) Get(_ context.Context, name string) (Skill, error) {
	if err := checkName(name); err != nil {
		return Skill{}, err
	}
	root, err := openRoot(d.dir, "skills")
	if err != nil {
		return Skill{}, err
	}
	defer root.Close()
	text, err := readFile(root, name+"/"+SkillFile)
	if err != nil {
		return Skill{}, err
	}
	return Skill{Name: name, Description: description(text), Text: text, Files: files(root, name, MaxSkillFiles)}, nil
}

// ReadFile implements [Skills].
func (d SkillDir) ReadFile(_ context.Context, name, file string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if err := checkPath(file); err != nil {
		return "", err
	}
	root, err := openRoot(d.dir, "skills")
	if err != nil {
		return "", err
	}
	defer root.Close()
	return readFile(root, name+"/"+file)
}

// checkName wants a name of a skill, not a path.
func checkName(name string) error {
	if err := checkPath(name); err != nil {
		return err
	}
	if strings.Contains(name, "/") {
		return refusedf("a skill is named without a path")
	}
	return nil
}

// description is what a skill says that it is for, on one line.
func description(text string) string {
	text = strings.TrimPrefix(text, "\uFEFF")
	first := ""
	matter := false
	number := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		number++
		switch {
		case line == "---" && number == 1:
			matter = true
		case line == "---" && matter:
			matter = false
		case matter:
			if value, ok := strings.CutPrefix(line, "description:"); ok {
				return oneline.Clean(strings.Trim(strings.TrimSpace(value), `"'`), maxDescriptionBytes)
			}
		case first == "" && line != "" && line[0] != '#':
			first = line
		}
	}
	return oneline.Clean(first, maxDescriptionBytes)
}
