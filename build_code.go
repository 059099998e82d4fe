package supervisor

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code"
)

// gates are those of the config: the write gate, as soon as there is a project
// directory that may come to have rules.
func (c *Config) gates(o Options, parts Parts, judge Provider) ([]Rule, error) {
	engines, err := c.codeEngines(parts)
	if err != nil {
		return nil, err
	}
	gate, err := code.NewGate(code.GateOptions{
		Scope: o.Scope, Analyzer: o.Analyzer, Dir: c.Code.Dir,
		Rules: code.Options{
			Engines: engines, Judge: codeJudge(judge), Logger: parts.Logger, Now: parts.Now,
			Edits:        map[string]code.Edits{"new": code.EditsNew}[c.Code.Edits],
			Suppressions: map[string]code.Suppressions{"allow": code.SuppressionsAllow, "report": code.SuppressionsReport}[c.Code.Suppressions],
			OnError:      map[string]code.OnError{"warn": code.OnErrorWarn}[c.Code.OnError],
		},
	})
	if err != nil {
		return nil, fmt.Errorf("code.dir: %w", err)
	}
	if len(o.Scope.ProjectDirs()) == 0 {
		return nil, nil
	}
	return []Rule{gate}, nil
}

// codeEngines are the engines that the config names and the program has. One that
// is named and missing is an error; of the default list those count that are
// there.
func (c *Config) codeEngines(parts Parts) ([]code.Engine, error) {
	field, _ := reflect.TypeFor[CodeConfig]().FieldByName("Engines")
	known := strings.Split(field.Tag.Get("enum"), "|")
	for name, engine := range parts.Engines {
		if !slices.Contains(known, name) || engine == nil {
			return nil, fmt.Errorf("build: Parts.Engines[%q] must be an engine, and its name one of %v", name, known)
		}
	}
	var list []code.Engine
	for i, name := range c.Code.Engines {
		if engine, linked := parts.Engines[name]; linked {
			list = append(list, engine)
		} else if key := fmt.Sprintf("code.engines[%d]", i); c.doc.Has(key) {
			return nil, &ConfigError{Faults: []ConfigFault{ConfigFault(c.doc.FaultAt(key, "is not linked into this program: give it in Parts.Engines, or remove it"))}}
		}
	}
	return list, nil
}

// codeJudge is the judge of semantic rules: the evaluator, by its text models or
// else its decision models. llm_model is that of another program; ours are in the
// config of the supervisor.
func codeJudge(judge Provider) func(string) (code.Judge, error) {
	return func(string) (code.Judge, error) {
		if model, ok := completerOf(judge); ok {
			return code.TextJudge(model), nil
		}
		if model, ok := askerOf(judge); ok {
			return code.TypedJudge(model, 0), nil
		}
		return nil, decision.Errorf(CauseUnavailable, "the evaluator has no model that judges semantic rules: %w", errors.ErrUnsupported)
	}
}

// completerOf finds a text model in a provider, or in a chain of them.
func completerOf(p Provider) (decision.Completer, bool) {
	if chain, ok := p.(interface {
		Completer() (decision.Completer, bool)
	}); ok {
		return chain.Completer()
	}
	model, ok := p.(decision.Completer)
	return model, ok
}

// askerOf finds a decision model in a provider, or in a chain of them. One that
// answers without a model knows no rules in plain words.
func askerOf(p Provider) (decision.Asker, bool) {
	if decision.IsOffline(p) {
		return nil, false
	}
	if chain, ok := p.(interface {
		Asker() (decision.Asker, bool)
	}); ok {
		return chain.Asker()
	}
	model, ok := p.(decision.Asker)
	return model, ok
}

// codeDirs are the directories of the write gate's rules where they have another
// name than the one that is protected anyway.
func (c *Config) codeDirs() []string {
	if c.Code.Dir == "" || c.Code.Dir == supervisorDir {
		return nil
	}
	var list []string
	for _, dir := range c.ProjectDirs {
		list = append(list, filepath.Join(expandTilde(dir, c.Home), c.Code.Dir))
	}
	return list
}
