// Package code is the write gate: it holds content that an agent is about to
// write against the rules of a project, before it reaches the disk.
//
// A project keeps its rules in a directory .supervisor: config.yml with pattern,
// import and semantic rules, and rules/*.yml with rules in the language of
// ast-grep. Docs/code-gate.md describes both.
//
//	project, err := code.Load("/home/dev/app/.supervisor", code.Options{})
//	result := project.Validate(ctx, "packages/ui/Button.tsx", content)
//	if !result.Passed {
//		return errors.New(result.Rejection())
//	}
//
// Rules run in three tiers. Tier 1 matches syntax trees, by an [Engine]; tier 2
// matches regular expressions and imports. Both are reported together, so that
// an agent corrects everything in one go. Tier 3 asks a [Judge] about rules in
// plain words, only when the other two pass.
//
// [Gate] is all of it as a gate of a supervisor: it looks at calls of file
// tools, and at whatever else writes, and denies, escalates or passes.
package code
