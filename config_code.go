package supervisor

import "time"

// CodeConfig is the write gate. It is at work in each project directory that has
// the directory of rules.
type CodeConfig struct {
	// Dir is the directory of the rules, in each project directory.
	Dir string `yaml:"dir" default:".supervisor" format:"line"`
	// Engines match syntax trees; the first that knows the language is used. Of
	// the default, those that the program has.
	Engines []string `yaml:"engines" default:"treesitter,astgrep" enum:"treesitter|astgrep"`
	// Edits says what an edit answers for: all of the file that results, or
	// what is new in it.
	Edits string `yaml:"edits" default:"all" enum:"all|new"`
	// Suppressions says what a comment that turns a rule off does.
	Suppressions string `yaml:"suppressions" default:"off" enum:"off|allow|report"`
	// OnError says what happens when a rule cannot be checked: a judge or an
	// engine that fails or is missing. "reject" leaves the call to a person.
	OnError string `yaml:"on_error" default:"reject" enum:"reject|warn"`
}

// ReviewerConfig is the reviewer that looks at a turn after it is finished.
// Which model it uses is said for each agent.
type ReviewerConfig struct {
	// Skills is the directory with the skills that it can read; ~ is expanded.
	Skills string `yaml:"skills" format:"line"`
	// Persona is the directory with the persona and the memory that it appends
	// to; ~ is expanded.
	Persona string `yaml:"persona" format:"line"`
	// Timeout bounds one review.
	Timeout time.Duration `yaml:"timeout" default:"2m" min:"1s" max:"1h"`
}
