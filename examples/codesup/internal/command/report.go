package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/flux7-go/supervisor/rules/code"
)

// report is what JSON says of a file.
type report struct {
	Path       string           `json:"path,omitempty"` // of several
	Passed     bool             `json:"passed"`
	Violations []violation      `json:"violations"`
	More       int              `json:"more,omitempty"` // violations that are left out
	Unchecked  []code.Unchecked `json:"unchecked,omitempty"`
	Notes      []string         `json:"notes,omitempty"`
}

// violation is a place where a file breaks a rule. Lines and columns count from
// 1; 0 is the file as a whole.
type violation struct {
	Rule      string `json:"rule"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Severity  string `json:"severity"`
	Message   string `json:"message"`
	Tier      int    `json:"tier"`
}

func newReport(r code.Result) report {
	made := report{Passed: r.Passed, Violations: []violation{}, More: r.More, Unchecked: r.Unchecked, Notes: r.Notes}
	for _, v := range r.Violations {
		made.Violations = append(made.Violations, violation{v.Rule, v.Line, v.Column, v.EndLine, v.EndColumn, v.Severity, v.Message, v.Tier})
	}
	return made
}

// printResults prints results and returns what the command ends with.
func (a *app) printResults(results []code.Result, remarks []string) error {
	ends := exitClean
	for _, r := range results {
		ends = worse(ends, exitOf(r))
		if len(r.Unchecked) == 0 {
			continue
		}
		for _, remark := range remarks {
			fmt.Fprintln(a.Err, "codesup:", remark)
		}
		remarks = nil
	}
	if err := a.printReports(results); err != nil {
		return err
	}
	if ends != exitClean {
		return exitCode(ends)
	}
	return nil
}

// exitOf is the exit code of one file. What breaks a rule is said even where
// another rule could not be checked: correcting it comes first.
func exitOf(r code.Result) int {
	if r.Passed {
		return exitClean
	}
	for _, v := range r.Violations {
		if v.Severity == string(code.SeverityError) {
			return exitBroken
		}
	}
	return exitFailed
}

// worse is the code of two files together: that something failed outweighs all.
func worse(a, b int) int { return max(a, b) }

func (a *app) printReports(results []code.Result) error {
	if !a.asJSON {
		for _, r := range results {
			printText(a.Out, r)
		}
		return nil
	}
	if len(results) == 1 {
		return printJSON(a.Out, newReport(results[0]))
	}
	reports := make([]report, 0, len(results))
	for _, r := range results {
		made := newReport(r)
		made.Path = r.Path
		reports = append(reports, made)
	}
	return printJSON(a.Out, reports)
}

func printJSON(out io.Writer, value any) error {
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// printText prints a line for each thing, in the form that editors jump to.
func printText(out io.Writer, r code.Result) {
	path := printable(r.Path)
	for _, v := range r.Violations {
		at := path
		if v.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", path, v.Line, v.Column)
		}
		fmt.Fprintf(out, "%s: %s [%s] %s\n", at, v.Severity, v.Rule, v.Message)
		if v.Advice != "" {
			fmt.Fprintf(out, "    → %s\n", v.Advice)
		}
	}
	if r.More > 0 {
		fmt.Fprintf(out, "%s: and %d more\n", path, r.More)
	}
	for _, u := range r.Unchecked {
		fmt.Fprintf(out, "%s: not checked: %s\n", path, u)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(out, "%s: note: %s\n", path, note)
	}
}

// printable quotes a path that would steer a terminal.
func printable(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}
