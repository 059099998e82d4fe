package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/hook"
)

// hookCloseTimeout bounds closing: the answer is out, and the host waits for the
// process to end.
const hookCloseTimeout = 2 * time.Second

// hookJudge judges what a host asks about, by a peer or in this process. It is
// built when it is first asked, so that a config that cannot be used is answered
// like anything else that fails, and in time.
type hookJudge struct {
	app   *app
	flags hookFlags
	log   *slog.Logger
	fault error // why it judges nothing

	opening sync.Mutex
	judge   hook.Judge
	sup     *supervisor.Supervisor // nil: a peer judges
	people  bool                   // another process can answer what waits in the store
}

// What of a hook cannot be used, in the words that its host shows.
const (
	whyUsage  = "the hook's command line has a fault: install it again"
	whyConfig = "the hook's config cannot be used"
	whyPeer   = "the hook's --server or --token-env cannot be used"
)

func unjudged(why string, err error) error { return &hook.Unjudged{Why: why, Err: err} }

// Evaluate implements [hook.Judge].
func (j *hookJudge) Evaluate(ctx context.Context, c supervisor.Call) (supervisor.Decision, error) {
	if err := j.open(&c); err != nil {
		return supervisor.Decision{}, err
	}
	d, err := j.judge.Evaluate(ctx, c)
	if j.sup != nil && !j.people {
		d.Approval = "" // it waits in a memory that ends with this process
	}
	return d, err
}

// Wait implements [hook.Waiter].
func (j *hookJudge) Wait(ctx context.Context, id string) (supervisor.Resolution, error) {
	w, ok := j.judge.(hook.Waiter)
	if !ok {
		return supervisor.Resolution{}, errors.New("nobody can be waited for")
	}
	return w.Wait(ctx, id)
}

// open makes the judge, once. A failure is tried again: with the next event of a
// server it may be over.
func (j *hookJudge) open(c *supervisor.Call) error {
	j.opening.Lock()
	defer j.opening.Unlock()
	switch {
	case j.fault != nil:
		return unjudged(whyUsage, j.fault)
	case j.judge != nil:
		return nil
	case j.flags.server != "":
		if j.app.configPath != "" {
			return unjudged(whyUsage, errors.New("give -c or --server, not both: the supervisor of --server has its own config"))
		}
		peer, err := j.peer()
		if err != nil {
			return unjudged(whyPeer, err)
		}
		j.judge = peer
		return nil
	}
	cfg, parts, err := j.config(c)
	if err != nil {
		return unjudged(whyConfig, err)
	}
	if err := protectProgram(&parts); err != nil {
		return err
	}
	sup, err := supervisor.Build(cfg, parts)
	if err != nil {
		return unjudged(whyConfig, err)
	}
	j.judge, j.sup, j.people = sup, sup, cfg.Memory.Store == "sqlite"
	return nil
}

func (j *hookJudge) peer() (*hook.Peer, error) {
	token := os.Getenv(j.flags.tokenEnv)
	if j.flags.tokenEnv != "" && token == "" {
		return nil, fmt.Errorf("the variable %s of --token-env is not set", j.flags.tokenEnv)
	}
	return hook.NewPeer(hook.PeerOptions{URL: j.flags.server, Token: token})
}

// config is the file of -c, by its absolute path, else the built-in config. A
// relative path would be one in a directory that the agent chooses. So would
// relative paths in the file: they start beside it.
func (j *hookJudge) config(c *supervisor.Call) (*supervisor.Config, supervisor.Parts, error) {
	path := j.app.configPath
	if path == "" {
		project, err := j.flags.projectOf(c)
		if err != nil {
			return nil, supervisor.Parts{}, err
		}
		return builtIn(project, j.log)
	}
	if !filepath.IsAbs(path) {
		return nil, supervisor.Parts{}, errors.New("-c must be an absolute path: the host starts the hook in a directory that the agent chooses")
	}
	if err := j.app.chdir(filepath.Dir(path)); err != nil {
		return nil, supervisor.Parts{}, fmt.Errorf("going to the directory of the config: %w", err)
	}
	cfg, err := supervisor.LoadConfig(path)
	return cfg, linked(j.log), err
}

// projectOf is the project of the built-in config: what --project says, else where
// the host was started, else the git top around where the agent is. The last of
// them an agent can choose, by going into another repository; see docs/hooks.md.
func (f *hookFlags) projectOf(c *supervisor.Call) (string, error) {
	project := f.project
	if project == "" {
		project = os.Getenv("CLAUDE_PROJECT_DIR")
	}
	if project == "" && c.WorkingDir != "" {
		project, _ = gitTop(c.WorkingDir) // none: there is no project
	}
	home, err := os.UserHomeDir()
	switch {
	case project == "":
		return "", nil
	case !filepath.IsAbs(project):
		return "", errors.New("the project directory (--project, CLAUDE_PROJECT_DIR) must be an absolute path")
	case project == filepath.Dir(project) || err == nil && holds(filepath.Clean(project), home):
		return "", nil // not everything that somebody has is a project
	}
	return filepath.Clean(project), nil
}

// close ends what was built, unless a call that was left behind is still at it.
func (j *hookJudge) close(ctx context.Context) {
	if !j.opening.TryLock() {
		return
	}
	defer j.opening.Unlock()
	if peer, ok := j.judge.(*hook.Peer); ok {
		peer.CloseIdleConnections()
	}
	if j.sup == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, hookCloseTimeout)
	defer cancel()
	if err := j.sup.Close(ctx); err != nil {
		j.log.Warn("closing the supervisor", "error", err)
	}
}
