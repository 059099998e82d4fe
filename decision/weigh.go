package decision

// Thresholds are the limits that the answers of a decision model are held
// against. All lie between 0 and 1.
type Thresholds struct {
	InjectionMax   float64 `json:"injection_max"`     // of manipulation questions without a threshold of their own; above it a person decides
	DenyMin        float64 `json:"deny_min"`          // the highest counted danger at or above it may deny
	DestructiveMax float64 `json:"destructive_max"`   // of dangers without a threshold of their own; above it nothing is approved
	InScopeMin     float64 `json:"in_scope_min"`      // scope at or above it may approve
	DenyInScopeMax float64 `json:"deny_in_scope_max"` // scope below it may deny
	ProjectMin     float64 `json:"project_min"`       // the probability that ignore_when needs by default
}

// DefaultThresholds are those of the reference.
func DefaultThresholds() Thresholds {
	return Thresholds{
		InjectionMax: 0.5, DenyMin: 0.9, DestructiveMax: 0.2,
		InScopeMin: 0.7, DenyInScopeMax: 0.7, ProjectMin: 0.7,
	}
}
