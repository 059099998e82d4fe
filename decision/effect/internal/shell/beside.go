package shell

import "maps"

// While a command runs beside others, a file that it reads may be another one
// by then. Only files that this command line wrote count: of all others the
// content is not known anyway.

// background reads f as something that goes on beside all that follows.
func (r *run) background(f func() Data) Data {
	r.beside++
	defer func() { r.beside-- }()
	return r.subshell(f)
}

// readBeside notes that a file is read that may change meanwhile.
func (r *run) readBeside(w word) {
	key, ok := r.key(w)
	if !ok {
		return
	}
	if r.reading == nil {
		r.reading = map[string]int{}
	}
	r.reading[key]++
}

// meanwhile reads f, and forgets what was read beside others in it.
func (r *run) meanwhile(f func() Data) Data {
	if r.beside > 0 {
		return f()
	}
	saved := maps.Clone(r.reading)
	out := f()
	r.reading = saved
	return out
}

// whileRead reads the script that is in a file: a shell reads on in it while
// it runs.
func (r *run) whileRead(w word, f func() Data) Data {
	key, ok := r.key(w)
	if !ok {
		return f()
	}
	if r.reading == nil {
		r.reading = map[string]int{}
	}
	r.reading[key]++
	out := f()
	if r.beside == 0 {
		r.reading[key]--
	}
	return out
}
