package decision

// Violation is a place where content that a call would write breaks a rule of
// its project; see package rules/code.
type Violation struct {
	Rule      string `json:"rule"`
	Line      int    `json:"line"` // from 1; 0: the content as a whole
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"` // of the character behind it
	Severity  string `json:"severity"`   // error, warning, info, hint
	Message   string `json:"message"`
	Tier      int    `json:"tier"`             // 1 syntax tree, 2 text and imports, 3 judge
	Path      string `json:"path,omitempty"`   // relative to the project
	Advice    string `json:"advice,omitempty"` // what to do instead
}
