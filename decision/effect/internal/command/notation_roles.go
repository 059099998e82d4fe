package command

import (
	"fmt"
	"slices"
	"strings"
)

// quantifiers are the suffixes of an operand role, the longer first.
var quantifiers = []struct {
	suffix string
	many   many
}{{"*.", orHere}, {"*", any0}, {"+", several}, {"?", maybe}}

// plainRoles are the roles without a text in parentheses.
var plainRoles = []Do{
	inert, plainText, Read, List, Write, Append, Edit, Create, Delete, Move, Dest, Tree, Link, Props, chdir, env, Join, Script,
	Host, Remote, Payload, data, form, header, Upload, Secret, Task, Project, archive, repo, farDest, suffix, place, sedScript, awkScript, jqFilter, mode, variable, condition, param, sought,
}

// fileRoles are what local may hold.
var fileRoles = []Do{Read, Write, Edit}

// takesRest reports a role that takes all the words that are left.
func (r role) takesRest() bool {
	switch r.do {
	case Exec, tool, env, Join, condition:
		return true
	}
	return false
}

// pathRoles are about a path, so that they can be acts on a fixed one.
var pathRoles = []Do{Read, List, Write, Append, Edit, Create, Delete, Tree, Props, Upload, Project}

func parseRole(word string) (role, error) {
	var r role
	text, outer := strings.CutPrefix(word, "^")
	r.outer = outer
	name, inside, given, err := parenthesis(text)
	if err != nil {
		return r, err
	}
	r.do, r.what = Do(name), inside
	switch {
	case r.do == oneOf || r.do == noneOf || r.do == tool:
		r.list, r.what = strings.Split(inside, ","), ""
		if !given || inside == "" {
			return r, fmt.Errorf("lists no text: %q", word)
		}
	case r.do == Code || r.do == SQL:
		if inside == "" {
			return r, fmt.Errorf("names no language: %q", word)
		}
	case r.do == URL:
	case (r.do == Remote || r.do == farDest) && inside == store:
	case r.do == local && slices.Contains(fileRoles, Do(inside)):
	case r.do == Exec || r.do == Shell:
		if !slices.Contains([]string{"", "remote", "container"}, inside) {
			return r, fmt.Errorf("runs at an unknown place: %q", word)
		}
	case given || !slices.Contains(plainRoles, r.do):
		return r, fmt.Errorf("is not a role: %q", word)
	}
	return r, nil
}

// parseRoles reads the roles of operands.
func parseRoles(text string) ([]role, error) {
	words, err := fields(text)
	if err != nil {
		return nil, err
	}
	roles := make([]role, 0, len(words))
	unbounded := 0
	for i, word := range words {
		amount := once
		for _, q := range quantifiers {
			if bare, found := strings.CutSuffix(word, q.suffix); found {
				word, amount = bare, q.many
				break
			}
		}
		r, err := parseRole(word)
		if err != nil {
			return nil, err
		}
		r.many = amount
		if amount > maybe {
			unbounded++
		}
		if r.takesRest() {
			unbounded++
			if i != len(words)-1 {
				return nil, fmt.Errorf("has a role after one that takes all words: %q", text)
			}
		}
		roles = append(roles, r)
	}
	if unbounded > 1 {
		return nil, fmt.Errorf("has two roles that take any number of words: %q", text)
	}
	return roles, nil
}
