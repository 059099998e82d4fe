package adminhttp

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/internal/atomicfile"
	"github.com/flux7-go/supervisor/internal/yamlmask"
)

// edit is a file that is to be replaced.
type edit struct {
	set        *fileSet
	file       *file
	by         string
	body       []byte // as it came
	ifMatch    []string
	dry        bool // only tell what it would do
	acceptDisk bool // put also in force what else the config on the disk says

	before []byte // nil: there is no such file
	text   []byte // the body with its secrets
	config *supervisor.Config
	change *supervisor.Change
	also   []string // sections of the config on the disk that are not in force

	asking sync.Once // of same
	same   bool      // providers would answer as they do now
}

// edited is the answer to an edit.
type edited struct {
	File            string   `json:"file"`
	Path            string   `json:"path"`
	Before          *string  `json:"sha_before"` // null: there was none
	After           string   `json:"sha_after"`
	Backup          *string  `json:"backup"` // null: there was nothing to keep
	Reloaded        bool     `json:"reloaded"`
	RestartRequired []string `json:"restart_required"`
	AlsoApplied     []string `json:"also_applied"`
}

// apply checks an edit, writes it, and puts it in force. The file is written
// only when all that it leads to is built.
func (h *Handler) apply(ctx context.Context, e *edit) (*edited, error) {
	if err := e.compare(); err != nil {
		return nil, err
	}
	if err := e.prepare(h.sup); err != nil {
		return nil, e.refused(err)
	}
	if len(e.also) > 0 && !e.acceptDisk {
		f := fail(http.StatusConflict, "the config on the disk says more than the one in force, in %s: "+
			"reload or edit the config first, or put it in force with this by ?accept_disk=1", strings.Join(e.also, ", "))
		f.detail = map[string]any{"also_applied": e.also}
		return nil, f
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	backup, err := saving{now: h.opts.Now, write: atomicfile.Write}.save(e)
	if err != nil {
		return nil, err
	}
	done := &edited{
		File: e.file.id, Path: e.file.path, Before: e.shaBefore(), After: fingerprint(e.text), Backup: backup,
		Reloaded: true, RestartRequired: e.change.RestartRequired(), AlsoApplied: e.also,
	}
	e.config.Edits = nil // they are on the disk
	// What is written must be put in force, also for a client that went away.
	e.change.Apply(context.WithoutCancel(ctx), e.by, map[string]any{
		"file": done.File, "path": done.Path, "sha_before": done.Before, "sha_after": done.After, "backup": done.Backup, "also_applied": done.AlsoApplied,
	})
	return done, nil
}

func (e *edit) shaBefore() *string {
	if e.before == nil {
		return nil
	}
	sha := fingerprint(e.before)
	return &sha
}

// compare reads the file, and holds what the client has read against it.
func (e *edit) compare() error {
	var err error
	if e.before, err = e.file.read(); err != nil && !errors.Is(err, errNoFile) {
		return err
	}
	if e.before == nil && err == nil {
		e.before = []byte{} // empty, not missing
	}
	tag := matchTag(e.ifMatch)
	switch {
	case e.dry && tag == "":
		return nil
	case e.before == nil && (tag == "" || tag == "new"):
		return nil
	case e.before == nil:
		return fail(http.StatusConflict, "the file is not there: create it with If-Match: new")
	case tag == "":
		return fail(http.StatusConflict, "If-Match is missing: give the fingerprint of the text that was read")
	case tag != fingerprint(e.before):
		f := fail(http.StatusConflict, "the file has changed since it was read: read it again")
		f.detail = map[string]any{"sha": fingerprint(e.before)}
		return f
	}
	return nil
}

// matchTag is the tag of an If-Match header, bare, quoted or weak. Several
// headers have none that fits.
func matchTag(headers []string) string {
	if len(headers) != 1 {
		return strings.Join(headers, ",")
	}
	tag := strings.TrimSpace(headers[0])
	if quoted, ok := strings.CutPrefix(strings.TrimPrefix(tag, "W/"), `"`); ok && strings.HasSuffix(quoted, `"`) {
		return strings.TrimSuffix(quoted, `"`)
	}
	return tag
}

// prepare builds all that the edit leads to, from the config as it is on the
// disk, or as it is to be.
func (e *edit) prepare(sup *supervisor.Supervisor) error {
	if err := e.restore(); err != nil {
		return err
	}
	text := e.text
	if e.file.kind != kindConfig {
		var err error
		if text, err = e.set.config().read(); err != nil {
			return err
		}
	}
	cfg, err := supervisor.ParseConfig(e.set.config().path, text)
	if err != nil {
		return err
	}
	cfg.Path, cfg.RealPath, e.config = e.set.configPath, e.set.config().path, cfg
	if e.file.kind != kindConfig {
		cfg.Edits = map[string][]byte{e.file.path: e.text}
		e.also = differences(sup.Config(), cfg)
	}
	if err := checkPacks(cfg); err != nil {
		return err
	}
	e.change, err = sup.Prepare(cfg)
	return err
}

// restore puts the secrets of the file into the text.
func (e *edit) restore() error {
	e.text = e.body
	if e.file.kind != kindConfig || e.before == nil {
		return nil
	}
	current, err := yamlmask.Parse(e.before)
	if err != nil {
		if strings.Contains(string(e.body), yamlmask.Mask) {
			return fail(http.StatusBadRequest, "the config on the disk cannot be read, so that its secrets cannot be put back: type them")
		}
		return nil
	}
	e.text, err = current.Restore(e.body)
	return err
}

// checkPacks reads the packs of every link, and returns the faults of all.
func checkPacks(cfg *supervisor.Config) error {
	var errs []error
	for _, link := range cfg.AskingLinks() {
		if _, err := cfg.QuestionSet(link); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// differences lists the sections in which two configs differ.
func differences(a, b *supervisor.Config) []string {
	list := []string{}
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		name := x.Type().Field(i).Tag.Get("yaml")
		if name == "" || name == "-" {
			continue
		}
		if name == "rules" {
			if !reflect.DeepEqual(unplaced(a.Rules), unplaced(b.Rules)) {
				list = append(list, name)
			}
			continue
		}
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			list = append(list, name)
		}
	}
	return list
}

// unplaced are rules without where they stand.
func unplaced(rules []supervisor.RuleConfig) []supervisor.RuleConfig {
	rules = slices.Clone(rules)
	for i := range rules {
		rules[i].Line, rules[i].Column = 0, 0
	}
	return rules
}
