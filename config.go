package supervisor

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// DefaultConfigFile is the config that programs look for in the working
// directory.
const DefaultConfigFile = "sup7.yaml"

// Config is everything that a config file says, parsed and checked, with
// defaults filled in and secrets resolved; nothing is built from it yet. It
// comes from [LoadConfig] or [ParseConfig]. A program may change values before
// it calls [Build], without the checks of loading, and none afterwards. Reading
// it is safe from several goroutines.
//
// Paths are as written. Those that start with ~ are expanded where they are
// used, by Home.
type Config struct {
	// Mode says whether decisions are sent. "observe" decides and records, and
	// leaves every call to a person; a reload may change it.
	Mode string `yaml:"mode" default:"enforce" enum:"enforce|observe" part:"observe"`
	// Home is what ~ stands for, and the zone "home" of effects. Empty: the
	// home directory of the user who runs the supervisor.
	Home string `yaml:"home"`
	// WorkingDir is where relative paths of a call start that does not say so
	// itself. Empty: the first of ProjectDirs; an assumed working directory
	// never approves a delete or an overwrite.
	WorkingDir string `yaml:"working_dir"`
	// ProjectDirs are the directories that the agents work on: absolute, or
	// starting with ~. They are what project_dir stands for in a condition.
	ProjectDirs []string `yaml:"project_dirs" format:"line"`
	// TrustProjectCode lets build, test and lint tools run the project's own
	// code. Off: such a call is opaque.
	TrustProjectCode bool `yaml:"trust_project_code" default:"yes" part:"effects"`
	// Opaque says what a decision model may do with a call that could not be
	// seen whole: judge it, or leave it to a person.
	Opaque string `yaml:"opaque" default:"judge" enum:"judge|escalate"`
	// Scope tells what is known and internal.
	Scope ScopeConfig `yaml:"scope" part:"effects"`

	// Mesh is where calls come from and decisions go.
	Mesh MeshConfig `yaml:"mesh"`
	// Poll says how calls are fetched from the mesh.
	Poll PollConfig `yaml:"poll"`
	// Rules are tried in order; the first that matches decides. A last one
	// without a condition is appended where it is missing: it escalates.
	Rules []RuleConfig `yaml:"rules"`
	// Evaluator says who judges what no rule settles.
	Evaluator EvaluatorConfig `yaml:"evaluator"`
	// Journal is the decision log.
	Journal JournalConfig `yaml:"journal"`
	// DecisionLog is the reference's name of journal.path. Giving both is a
	// fault; after loading, the fields of both hold the one that was given.
	DecisionLog string `yaml:"decision_log" default:"sup7-decisions.jsonl" format:"line"`
	// Memory says where decisions are kept.
	Memory MemoryConfig `yaml:"memory" part:"memory"`
	// Approvals has escalations of POST /evaluate wait for a person in the
	// supervisor's own store. The section, or memory.store, turns it on.
	Approvals ApprovalsConfig `yaml:"approvals" part:"approvals"`
	// Admin is the admin API.
	Admin AdminConfig `yaml:"admin" part:"admin"`
	// MCPServer is the MCP server for a reviewer.
	MCPServer MCPServerConfig `yaml:"mcp_server" part:"mcp"`
	// Bench is about measuring.
	Bench BenchConfig `yaml:"bench" part:"bench"`
	// Code is the write gate.
	Code CodeConfig `yaml:"code" part:"code"`
	// Agents say how single agents are treated. An agent that none names is
	// supervised.
	Agents []AgentConfig `yaml:"agents" part:"agents"`
	// Reviewer is the reviewer that looks at a turn after it is finished.
	Reviewer ReviewerConfig `yaml:"reviewer" part:"reviewer"`
	// Notify are the webhooks that tell people of escalations.
	Notify []NotifyConfig `yaml:"notify" part:"notify"`

	// Path is the absolute path of the file; empty if parsed from memory.
	Path string `yaml:"-"`
	// RealPath is where the symbolic links of Path led when the file was read by
	// [LoadConfig]. What edits the config edits that: a link that is put there later
	// leads nowhere.
	RealPath string `yaml:"-"`
	// Edits are contents that count instead of what is in files that the config
	// names, by clean absolute path: edits that are tried before they are saved.
	// Question packs are read with them.
	Edits map[string][]byte `yaml:"-"`
	// Warnings are what is doubtful in the file but no fault, by line.
	Warnings []ConfigFault `yaml:"-"`

	doc       *yamlpos.Document
	secretEnv []string // see SecretEnv
}

// ScopeConfig tells the analysis of effects what is known and internal.
type ScopeConfig struct {
	// Hosts are the network hosts that project data may go to; a leading *.
	// stands for every host below.
	Hosts []string `yaml:"hosts" format:"name"`
	// Domains are the mail domains that are internal.
	Domains []string `yaml:"domains" format:"name"`
	// Wrappers are further commands that run the command given to them and
	// change nothing else, as nice does.
	Wrappers []string `yaml:"wrappers" format:"name"`
	// Commands are files with what further programs do.
	Commands []string `yaml:"commands" format:"line"`
}

// ApprovalsConfig is about escalations that wait for a person in the
// supervisor's own store.
type ApprovalsConfig struct {
	// Timeout is how long one waits for a person, or less when the call says so;
	// then it counts as denied.
	Timeout time.Duration `yaml:"timeout" default:"5m" min:"1s" max:"7d"`
}

// BenchConfig is about measuring.
type BenchConfig struct {
	// Dir holds case sets and runs; ~ is expanded.
	Dir string `yaml:"dir" default:"~/.sup7/bench"`
}

// LoadConfig reads a config file; a leading ~ of path is expanded. A file that
// is not as it should be gives a [*ConfigError] with all its faults. What is
// only doubtful is in Config.Warnings. Nothing is built, no peer is asked.
func LoadConfig(path string) (*Config, error) {
	given, err := filepath.Abs(expandTilde(path, ""))
	if err != nil {
		return nil, fmt.Errorf("cannot tell where the config is: %w", err)
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		real = given // what is no file has no such name: a pipe, or what reading it will say
	}
	data, err := readConfigFile(real)
	if err != nil {
		return nil, fmt.Errorf("cannot read the config: %w", err)
	}
	c, err := parseConfig(path, data, os.LookupEnv)
	if err != nil {
		return nil, err
	}
	c.Path, c.RealPath = given, real
	return c, nil
}

// readConfigFile reads one byte more than is allowed at most, so that the
// parser can say that the file is too large.
func readConfigFile(path string) ([]byte, error) {
	// A pipe that nobody writes to must not hang the program.
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, yamlpos.MaxBytes+1))
}

// ParseConfig is [LoadConfig] for a text in memory. The name stands in faults
// for that of the file.
func ParseConfig(name string, data []byte) (*Config, error) {
	return parseConfig(name, data, os.LookupEnv)
}

// wrapperKey may stand around the whole config, as in the reference.
const wrapperKey = "supervisor"

func parseConfig(name string, data []byte, lookup lookupEnv) (*Config, error) {
	doc, err := yamlpos.Parse(cmp.Or(name, DefaultConfigFile), data)
	if err != nil {
		return nil, configError(err)
	}
	doc.Select(wrapperKey)
	c := &Config{doc: doc}
	if err := doc.Decode(c); err != nil {
		return nil, err
	}
	c.placeRules()
	c.chooseJournal()
	c.chooseDefaults()
	c.resolveSecrets(lookup)
	c.check()
	if err := doc.Err(); err != nil {
		return nil, configError(err)
	}
	c.appendCatchAll()
	for _, warning := range doc.Warnings() {
		c.Warnings = append(c.Warnings, ConfigFault(warning))
	}
	for _, finding := range c.LintRules(nil) {
		if !finding.Info {
			c.Warnings = append(c.Warnings, finding.ConfigFault)
		}
	}
	return c, nil
}

// ConfigFault is one thing that is wrong, or doubtful, in a config file.
type ConfigFault struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1; 0 when the whole file is meant
	Column int    `json:"column"` // in characters, from 1
	Key    string `json:"key"`    // such as evaluator.chain[0].timeout; may be empty
	Msg    string `json:"message"`
	// Snippet is the source line with a caret below. Secrets in it are masked.
	Snippet string `json:"snippet"`
}

// String writes file:line:column, key, message, and below it the source line
// with a caret.
func (f ConfigFault) String() string { return yamlpos.Fault(f).String() }

// ConfigError is all that is wrong with a config.
type ConfigError struct {
	Faults []ConfigFault // in the order of their lines, at most 1,000
	More   int           // how many more there were
}

// Error prints all faults. No value of a key that names a secret is shown.
func (e *ConfigError) Error() string { return yamlpos.List(e.Faults, e.More) }

func configError(err error) error {
	var faults *yamlpos.Faults
	if !errors.As(err, &faults) {
		return err
	}
	made := &ConfigError{More: faults.More}
	for _, fault := range faults.List {
		made.Faults = append(made.Faults, ConfigFault(fault))
	}
	return made
}
