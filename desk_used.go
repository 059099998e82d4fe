package supervisor

import "sync"

// maxUsed is how many approves are remembered as used up, the last ones.
const maxUsed = 4096

// usedUp remembers which approves were used, so that one is good for one run
// whoever gave it. A person's is used up in the store as well, for other processes
// and longer.
type usedUp struct {
	mu    sync.Mutex
	ids   map[string]bool
	order []string // oldest first
}

// take uses an approve up. It is false when somebody has done so before.
func (u *usedUp) take(id string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ids[id] {
		return false
	}
	if u.ids == nil {
		u.ids = map[string]bool{}
	}
	u.ids[id] = true
	if u.order = append(u.order, id); len(u.order) > maxUsed {
		delete(u.ids, u.order[0])
		u.order = u.order[1:]
	}
	return true
}
