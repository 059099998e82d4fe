package question

// MatchGlob compiles a glob and holds it against a text.
func MatchGlob(glob, text string) (bool, error) {
	g, err := compileGlob(glob)
	return err == nil && g.match(text), err
}

// Warnings lists what is doubtful in packs.
func Warnings(packs ...Pack) []Fault { return warnings(packs) }
