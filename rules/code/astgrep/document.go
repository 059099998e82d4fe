package astgrep

import (
	"errors"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

const (
	// maxInline bounds the bytes of rules on a command line. Linux takes 128 KiB
	// in one argument.
	maxInline = 96 << 10
	// brokenID names the rule that finds what the grammar cannot read.
	brokenID = "broken"
)

// kept are the keys of a rule that say what it finds. Which files it is about is
// not for the program to say, nor what would be changed in them.
func kept(key string) bool {
	switch key {
	case "rule", "constraints", "utils", "message":
		return true
	}
	return false
}

// inline writes rule i for the command line. Its id is its number.
func inline(i int, r *astrule.Rule) (string, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(r.Text), &doc); err != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return "", errors.New("cannot be written for ast-grep: begin its keys at the left margin")
	}
	made := &yaml.Node{Kind: yaml.MappingNode}
	add := func(key string, value *yaml.Node) {
		made.Content = append(made.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
	}
	add("id", text(number(i)))
	add("language", text(r.Language))
	add("severity", text("error")) // one that runs whatever the flags; ours is in the rule
	for old := doc.Content[0].Content; len(old) >= 2; old = old[2:] {
		if kept(old[0].Value) {
			add(old[0].Value, old[1])
		}
	}
	out, err := yaml.Marshal(made)
	if err != nil {
		return "", errors.New("cannot be written for ast-grep: repeat what an alias stands for")
	}
	if len(out) > maxInline {
		return "", fmt.Errorf("is longer than the %d bytes that a command line takes", maxInline)
	}
	return string(out), nil
}

func text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: value}
}

func number(i int) string { return fmt.Sprintf("r%d", i) }

// batches puts rules together for as few runs as the length of a command line
// allows. The first also looks for what cannot be read.
func batches(language string, docs []string) []string {
	var list []string
	batch := fmt.Sprintf("id: %s\nlanguage: %s\nseverity: error\nrule: {kind: ERROR}\n", brokenID, language)
	for _, doc := range docs {
		const mark = "---\n"
		if len(batch)+len(mark)+len(doc) > maxInline {
			list = append(list, batch)
			batch = doc
			continue
		}
		batch = strings.Join([]string{batch, doc}, mark)
	}
	return append(list, batch)
}
