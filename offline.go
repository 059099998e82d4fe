package supervisor

// Offline reports whether to judge costs nothing: no provider is asked that has
// to be paid or waited for.
func (s *Supervisor) Offline() bool {
	chain := asChain(s.snapshot.Load().Provider)
	return chain == nil || chain.Offline()
}
