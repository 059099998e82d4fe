package glob

import (
	"slices"
	"strings"
)

// maxEndings bounds the patterns that braces are spelt out to.
const maxEndings = 256

// MayEndIn reports whether a path that matches can have one of some extensions,
// given in lower case without the dot. It errs to true.
func (g *Glob) MayEndIn(extensions []string) bool {
	if strings.Contains(g.text, `\`) {
		return true
	}
	spelt, whole := spell([]string{g.text})
	return !whole || slices.ContainsFunc(spelt, func(text string) bool { return endsIn(text, extensions) })
}

func endsIn(text string, extensions []string) bool {
	name := text[strings.LastIndexByte(text, '/')+1:]
	i := strings.LastIndexAny(name, ".*?]")
	if i < 0 || name[i] == '.' {
		return i >= 0 && slices.Contains(extensions, strings.ToLower(name[i+1:]))
	}
	// A star may stand for all but the last characters: "*s", "*.t?".
	tail := strings.ToLower(name[i+1:])
	return slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(e, tail) })
}

// spell writes out the innermost braces until none are left. It reports false
// if that makes too many patterns.
func spell(list []string) (spelt []string, whole bool) {
	for len(list) > 0 {
		text := list[0]
		list = list[1:]
		shut := strings.IndexByte(text, '}')
		open := strings.LastIndexByte(text[:max(0, shut)], '{')
		if shut < 0 || open < 0 {
			spelt = append(spelt, text)
			continue
		}
		for _, one := range strings.Split(text[open+1:shut], ",") {
			list = append(list, text[:open]+one+text[shut+1:])
		}
		if len(list)+len(spelt) > maxEndings {
			return nil, false
		}
	}
	return spelt, true
}
