package supervisor

// Stage is a part of judging that a [Trial] may be limited to.
type Stage uint8

// The stages, in the order in which a call meets them.
const (
	StageGuards   Stage = 1 << iota // expired, the supervisor's own files
	StageGates                      // Options.Gates
	StageRules                      // Options.Rules
	StageProvider                   // Options.Provider
)

const allStages = StageGuards | StageGates | StageRules | StageProvider

func (s Stage) has(stage Stage) bool { return s&stage != 0 }
