package notify

// maxTold is how many waiting calls are remembered as told. Of a call that was
// forgotten people may be told a second time.
const maxTold = 4096

// told remembers of which calls people were told.
type told struct {
	known map[string]bool
	order []string // oldest first
}

func (t *told) has(key string) bool { return t.known[key] }

// add remembers a call; an empty key is none.
func (t *told) add(key string) {
	if key == "" || t.known[key] {
		return
	}
	if t.known == nil {
		t.known = map[string]bool{}
	}
	t.known[key] = true
	if t.order = append(t.order, key); len(t.order) > maxTold {
		delete(t.known, t.order[0])
		t.order = t.order[1:]
	}
}
