package supervisor

import (
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// OwnProvider stands for the evaluator's own provider where a link of its chain
// is meant.
const OwnProvider = -1

// AskingLinks lists the links that ask typed questions: indices of
// evaluator.chain, or [OwnProvider] alone when there is no chain.
func (c *Config) AskingLinks() []int {
	if len(c.Evaluator.Chain) == 0 {
		if c.Evaluator.asks() {
			return []int{OwnProvider}
		}
		return nil
	}
	var links []int
	for i := range c.Evaluator.Chain {
		if c.Evaluator.Chain[i].asks() {
			links = append(links, i)
		}
	}
	return links
}

// asks reports whether a provider asks typed questions.
func (p *ProviderConfig) asks() bool { return p.Provider == "jev" || p.Provider == "structural" }

// QuestionSet reads the packs of a link, an index of evaluator.chain or
// [OwnProvider], and combines them with the base pack unless its base is off.
// The caller should tell what is replaced and doubtful. A fault in a pack is a
// [*question.Error] that places every one of them.
func (c *Config) QuestionSet(link int) (question.Combined, error) {
	path, provider := c.link(link)
	if provider == nil {
		return question.Combined{}, fmt.Errorf("evaluator.chain has no link %d: it has %d", link, len(c.Evaluator.Chain))
	}
	combined, err := provider.Jev.questionSet(c)
	if err != nil {
		return question.Combined{}, fmt.Errorf("the questions of %s.jev cannot be used:\n%w", path, err)
	}
	return combined, nil
}

// link returns the provider of a link and the path of its keys; nil if there is
// no such link.
func (c *Config) link(link int) (path string, provider *ProviderConfig) {
	if link == OwnProvider {
		return "evaluator", &c.Evaluator.ProviderConfig
	}
	if link < 0 || link >= len(c.Evaluator.Chain) {
		return "", nil
	}
	return fmt.Sprintf("evaluator.chain[%d]", link), &c.Evaluator.Chain[link].ProviderConfig
}

// QuestionPaths lists the paths and globs of all packs that the config names,
// each once, with ~ expanded.
func (c *Config) QuestionPaths() []string {
	var paths []string
	for _, link := range c.AskingLinks() {
		_, provider := c.link(link)
		for _, path := range provider.Jev.Questions {
			if path = expandTilde(path, c.Home); !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

func (j *JevConfig) questionSet(c *Config) (question.Combined, error) {
	paths := make([]string, len(j.Questions))
	for i, path := range j.Questions {
		paths[i] = expandTilde(path, c.Home)
	}
	return question.Loader{Edits: c.Edits}.LoadSet(j.Base, paths...)
}

// Thresholds are the limits that the answers are held against.
func (j *JevConfig) Thresholds() decision.Thresholds {
	return decision.Thresholds{
		InjectionMax: j.InjectionMax, DenyMin: j.DenyMin, DestructiveMax: j.DestructiveMax,
		InScopeMin: j.InScopeMin, DenyInScopeMax: j.DenyInScopeMax, ProjectMin: j.ProjectMin,
	}
}
