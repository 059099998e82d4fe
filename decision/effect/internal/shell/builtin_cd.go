package shell

import (
	"strings"
)

// cd changes the directory. Whether it does, is not known.
func (r *run) cd(words []word, _ Data) Data {
	args := words[1:]
	for len(args) > 0 && args[0].certain() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		if args[0].Text == "--" {
			args = args[1:]
			break
		}
		if strings.Trim(args[0].Text, "LPe@q-") != "" { // pushd +n is no directory either
			r.move(NoDir)
			return Data{}
		}
		args = args[1:]
	}
	switch {
	case len(args) == 0 && words[0].Text != "pushd":
		if home := r.named("HOME"); home.certain() {
			r.move(home.Text)
			return Data{}
		}
		r.move(NoDir)
	case len(args) == 1 && args[0].certain() && args[0].Text != "-" && args[0].Text != "" && r.vars["CDPATH"] == nil:
		r.move(args[0].Text)
	default:
		r.move(NoDir)
	}
	return Data{}
}

func (r *run) popd([]word, Data) Data {
	r.move(NoDir)
	return Data{}
}

// move makes dir the directory of the shell, counted from where it may be.
func (r *run) move(dir string) {
	r.moves++
	before := r.dirs
	r.failed = append(r.failed, before...)
	if dir == NoDir || strings.HasPrefix(dir, "/") {
		r.dirs = []string{dir}
		return
	}
	r.dirs = make([]string, len(before))
	for i, from := range before {
		r.dirs[i] = below(from, dir)
	}
}

// below puts a relative path behind the directory that it counts from.
func below(dir, path string) string {
	switch {
	case strings.HasPrefix(path, "/"), dir == "":
		return path
	case dir == NoDir:
		return NoDir
	}
	return strings.TrimSuffix(dir, "/") + "/" + path
}
