package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// output is what the program prints.
func (p *process) output() Data {
	name := p.words[0].Text[strings.LastIndexByte(p.words[0].Text, '/')+1:]
	if p.runs {
		out := p.inner
		if p.plan.Out != "" {
			out = either(out, unknown.with(merge(p.in.From, sourcesOf(p.words))))
		}
		return out
	}
	if len(p.plan.Gaps) == 0 {
		if out, ok := p.computed(name); ok {
			return out
		}
	}
	all := merge(sourcesOf(p.words), merge(p.read.From, p.in.From))
	switch p.plan.Out {
	case command.OutNames:
		if !listsPlainly(name, p.words[1:]) {
			return Data{Inexact: true, From: all}
		}
		return Data{Inexact: true, Names: p.names(), From: sourcesOf(p.words)}
	case command.OutText:
		return Data{Inexact: true, From: all}
	case command.OutNetwork:
		return Data{Inexact: true, From: merge(p.fetched(), all)}
	case command.OutDecoded:
		return Data{Inexact: true, From: merge([]Source{{Kind: FromDecoded, Name: name}}, all)}
	case command.OutSecret:
		return Data{Inexact: true, From: merge([]Source{{Kind: FromSecret, Name: p.plan.By}}, all)}
	}
	if len(all) > 0 {
		return Data{Inexact: true, From: all}
	}
	return program(name)
}
