package reviewer

// Entry, Description and TurnData are tested with any text.
var (
	Entry       = entry
	Description = description
	TurnData    = func(t Turn, withheld []string) (string, error) { return t.data(withheld) }
	ReadInput   = readInput
)

// Kept is what a review keeps of a turn.
func Kept(t Turn) Turn { return t.kept() }
