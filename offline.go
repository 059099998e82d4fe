package supervisor

// Offline reports whether to judge costs nothing: no provider is asked that has
// to be paid or waited for.
func (s *Supervisor) Offline() bool {
	snap := s.snapshot.Load()
	for _, own := range append([]*snapshot{snap}, snap.agents.snapshots...) {
		if chain := asChain(own.Provider); chain != nil && !chain.Offline() {
			return false
		}
	}
	return true
}
