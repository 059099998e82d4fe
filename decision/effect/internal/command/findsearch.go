package command

import "strings"

// looksFor notes what a test shows that somebody is after: files that lend
// their owner's rights, and files of certain names, wherever they are.
func (f *finder) looksFor(test string, value Word) {
	switch strings.Replace(test, "-i", "-", 1) {
	case "-perm":
		if lendsRights(value.Text) {
			f.act(Act{Do: Doubts, What: "looks for programs with others' rights"})
		}
	case "-name", "-path", "-wholename":
		for _, start := range f.starts {
			if !strings.HasPrefix(start.Text, "/") {
				continue // where the program works, all names are its business
			}
			f.act(Act{Do: List, Word: anywhere(start.Text, value)})
		}
	}
}

// anywhere is the pattern of all files of a name below a directory.
func anywhere(dir string, name Word) Word {
	name.Glob = true
	name.Text = strings.TrimSuffix(dir, "/") + "/*/" + strings.TrimPrefix(name.Text, "/")
	return name
}

// lendsRights reports a mode of find(1) that asks for setuid or setgid.
func lendsRights(mode string) bool {
	mode = strings.TrimLeft(mode, "-/+")
	if strings.Trim(mode, "01234567") == "" {
		return len(mode) > 3 && strings.TrimLeft(mode, "0") != "" && mode[len(mode)-4] > '1'
	}
	return strings.Contains(mode, "s") || mode != "" && strings.Contains(mode, Unknown)
}
