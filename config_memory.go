package supervisor

import "time"

// MemoryConfig says where decisions are kept and what is learnt from them.
type MemoryConfig struct {
	// URL is the address of flux7-memory.
	URL string `yaml:"url" default:"http://localhost:9070" format:"url"`
	// Token is sent to flux7-memory. Empty: what the environment variable
	// MEM7_TOKEN holds.
	Token Secret `yaml:"token"`
	// Enabled writes decisions on calls of the mesh to flux7-memory, beside what
	// store says.
	Enabled bool `yaml:"enabled"`
	// StoreDecisions says whether decisions are written to it; without it they are
	// only read at start.
	StoreDecisions bool `yaml:"store_decisions" default:"yes"`
	// RecallOnStart reads earlier decisions from it at start, unless store is sqlite.
	RecallOnStart bool `yaml:"recall_on_start" default:"yes"`
	// RecallLimit is how many earlier decisions are read.
	RecallLimit int `yaml:"recall_limit" default:"20" min:"1" max:"10000"`
	// Spool is the folder in which decisions wait for flux7-memory; ~ is expanded.
	Spool string `yaml:"spool" default:"sup7-spool" format:"line"`
	// Tags are given to what is written, and what is read has them.
	Tags []string `yaml:"tags" default:"supervisor,decision" format:"name"`
	// Store is where the supervisor itself keeps decisions. With mem7 all of them,
	// not only those on calls of the mesh, are in flux7-memory as well as in the process.
	Store string `yaml:"store" default:"process" enum:"process|sqlite|mem7" part:"store-*"`
	// Path is the file of store sqlite; ~ is expanded.
	Path string `yaml:"path" default:"sup7-memory.db" format:"line" part:"store-sqlite"`
	// People are globs of the resolvers that are persons.
	People []string `yaml:"people" default:"person:*" format:"glob" part:"people"`
	// MaxAge is after what time store sqlite forgets a decision. 0: never.
	MaxAge time.Duration `yaml:"max_age" default:"365d" min:"0s" max:"36500d" part:"store-sqlite"`
	// MaxCount is how many decisions are kept; the oldest go first. Stores process
	// and mem7 keep 10000 at most in the process.
	MaxCount int `yaml:"max_count" default:"100000" min:"1" max:"100000000" part:"store-process"`
	// Precedents let what people decided settle a like call.
	Precedents PrecedentsConfig `yaml:"precedents" part:"precedents"`
}

// atStart is what is read at the start only: where everything is kept.
func (m MemoryConfig) atStart() MemoryConfig {
	m.People, m.Precedents = nil, PrecedentsConfig{}
	return m
}

// PrecedentsConfig lets what people decided before settle a like call.
type PrecedentsConfig struct {
	// Enabled turns precedents on.
	Enabled bool `yaml:"enabled"`
	// Min is how many approvals by people a precedent takes.
	Min int `yaml:"min" default:"3" min:"1" max:"500"`
	// MaxAge is how old those approvals may be.
	MaxAge time.Duration `yaml:"max_age" default:"90d" min:"1m" max:"3650d"`
	// Writes lets precedents approve calls that write inside the project.
	Writes bool `yaml:"writes"`
}
