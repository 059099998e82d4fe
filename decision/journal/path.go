package journal

// Path returns the path that [Open] was given. A supervisor that writes to the
// journal keeps agents away from it.
func (j *Journal) Path() string { return j.path }
