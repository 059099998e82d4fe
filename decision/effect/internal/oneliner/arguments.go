package oneliner

// argument is one argument of a call.
type argument struct {
	text    string
	literal bool // the argument is this text and nothing else
}

// arguments reads the arguments behind an opening bracket and returns the
// index behind the closing one. A mode that is given by name counts as the
// second; other named ones do not count.
func (r *reader) arguments(open int) (args []argument, next int) {
	depth, start := 0, open+1
	for i := open; i < len(r.tokens); i++ {
		switch t := r.text(i); {
		case t == "(" || t == "[" || t == "{":
			depth++
		case t == ")" || t == "]" || t == "}":
			if depth--; depth == 0 {
				return r.argument(args, start, i), i + 1
			}
		case t == "," && depth == 1:
			args, start = r.argument(args, start, i), i+1
		}
	}
	return nil, len(r.tokens)
}

// argument adds the argument that is between two tokens.
func (r *reader) argument(args []argument, from, to int) []argument {
	if from >= to {
		return args
	}
	if to-from >= 2 && r.tokens[from].kind == name && r.text(from+1) == "=" {
		if r.tokens[from].text != "mode" {
			return args
		}
		from += 2
		for len(args) < 1 {
			args = append(args, argument{})
		}
	}
	a := argument{literal: from < to}
	for i := from; i < to; i++ { // texts side by side are one
		a.text += r.tokens[i].text
		a.literal = a.literal && r.tokens[i].kind == literal && (r.joins || to-from == 1)
	}
	return append(args, a)
}
