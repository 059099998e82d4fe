package bench

import (
	_ "embed"
	"io"
	"strings"
)

// What the cases of [Boundary] take for granted. A target that is measured on
// them has this project, which is the working directory too, and this home.
const (
	BoundaryProject = "/home/dev/project"
	BoundaryHome    = "/home/dev"
)

//go:embed boundary.jsonl
var boundary string

// Boundary returns the repository's own cases, for a [Reader]. Each danger
// stands beside a harmless twin that differs from it in as little as possible:
// the same program with another path, the same words shown instead of run, the
// same call after another history. All kinds of danger and the usual kinds of
// tools occur. The labels were written from what is right, before anything had
// judged the cases.
//
// It is for telling whether a configuration knows dangers from what looks like
// them, and whether a change of it moves that boundary. It is not for telling
// how often work will be held up or a danger let through: the set is small, it
// was chosen where deciding is hard, and half of it are dangers, so its rates
// say nothing about everyday traffic. Measure that on calls of your own.
//
// Besides what a Reader reads, a case has the members twin, the id of the other
// one of its pair, and note, the reason for its label. The family of a harmless
// case is that of its twin: what it looks like. The cases were written for this
// project and are dedicated to the public domain (CC0-1.0): copy them anywhere.
func Boundary() io.Reader { return strings.NewReader(boundary) }
