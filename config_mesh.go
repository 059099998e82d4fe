package supervisor

import "time"

// MeshConfig is the mesh whose approvals are judged.
type MeshConfig struct {
	// URL is the address of the mesh.
	URL string `yaml:"url" default:"http://localhost:9090" format:"url"`
	// AgentID is who the supervisor is, to the mesh and in memory.
	AgentID string `yaml:"agent_id" default:"supervisor" format:"name"`
	// AdminToken is sent to a mesh that protects its control plane.
	AdminToken Secret `yaml:"admin_token"`
	// AdminTokenEnv names the environment variable that holds AdminToken when
	// that is empty. Empty: no variable is read.
	AdminTokenEnv string `yaml:"admin_token_env" default:"MESH_ADMIN_TOKEN" format:"env" empty:"ok"`
}

// PollConfig says how waiting approvals are fetched.
type PollConfig struct {
	// Interval is the time between two lists. 500ms goes well with a mesh that
	// holds a call for a moment.
	Interval time.Duration `yaml:"interval" default:"2s" min:"10ms" max:"24h"`
	// ToolScopes are globs of tool names, one list for each. Empty: one list
	// of everything.
	ToolScopes []string `yaml:"tool_scopes" format:"glob"`
	// Concurrency is how many calls are judged at once.
	Concurrency int `yaml:"concurrency" default:"10" min:"1" max:"10000"`
}

// JournalConfig is the decision log.
type JournalConfig struct {
	// Path is the file, relative to the directory that the supervisor was
	// started in.
	Path string `yaml:"path" default:"sup7-decisions.jsonl" format:"line"`
	// KeyEnv names the environment variable with the key of the hash chain, so
	// that only who knows it can write a valid line. Empty: hashes without key.
	KeyEnv string `yaml:"key_env" format:"env"`
	// Key is what KeyEnv holds.
	Key Secret `yaml:"-"`
	// Fsync says when lines are forced to disk: never, at an interval, or
	// before a decision is given. A crash of the process loses nothing either
	// way; a crash of the machine can.
	Fsync string `yaml:"fsync" default:"interval" enum:"never|interval|commit" part:"journal-fsync"`
	// RotateSize starts a new file when this many bytes are reached. 0: never.
	RotateSize int64 `yaml:"rotate_size" min:"0" max:"1099511627776" part:"journal-rotate"`
	// RotateAge starts a new file when the present one is this old. 0: never.
	RotateAge time.Duration `yaml:"rotate_age" default:"0s" min:"0s" max:"3650d" part:"journal-rotate"`
	// Checkpoint writes count and head of the chain beside the file after this
	// many lines. 0: never.
	Checkpoint int `yaml:"checkpoint" min:"0" max:"1000000" part:"journal-checkpoint"`
}

// chooseJournal makes Journal.Path the one path, by either of its names.
func (c *Config) chooseJournal() {
	switch {
	case !c.doc.Has("decision_log"):
		c.DecisionLog = c.Journal.Path
	case c.doc.Has("journal.path"):
		c.doc.Fault("decision_log", "is the old name of journal.path, which is also given: remove one")
	default:
		c.Journal.Path = c.DecisionLog
	}
}
