package supervisor_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// update makes the tests rewrite the files that they would compare.
var update = flag.Bool("update", false, "rewrite generated documents")

const (
	configDocument = "docs/configuration.md"
	tableBegins    = "<!-- keys: written by go test -run TestDocsConfiguration -update -->\n"
	tableEnds      = "<!-- end of keys -->\n"
)

// TestDocsConfiguration holds the table of keys against the schema: every
// key with its type, default and range, and none that does not exist.
func TestDocsConfiguration(t *testing.T) {
	t.Parallel()
	keys, err := supervisor.SchemaKeys()
	require.NoError(t, err)
	want := tableBegins + "\n" + keyTables(t, keys, withKeyNames(keys, fieldComments(t))) + tableEnds

	data, err := os.ReadFile(configDocument)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(data), tableBegins)
	require.True(t, found, "%s has lost its mark %s", configDocument, tableBegins)
	table, after, found := strings.Cut(rest, tableEnds)
	require.True(t, found, "%s has lost its mark %s", configDocument, tableEnds)
	if *update {
		require.NoError(t, os.WriteFile(configDocument, []byte(before+want+after), 0o644))
		return
	}
	assert.Equal(t, want, tableBegins+table+tableEnds, "run: go test -run TestDocsConfiguration -update .")
}

// keyTables writes one table for each section. Keys that are one Go field,
// such as those that a link shares with the evaluator, share a row.
func keyTables(t *testing.T, keys []supervisor.SchemaKey, comments map[string]string) string {
	t.Helper()
	var sections []string
	rows := map[string][]supervisor.SchemaKey{} // by section
	paths := map[string][]string{}              // by Go field
	for _, key := range keys {
		field := key.Owner + "." + key.Field
		if paths[field] = append(paths[field], key.Path); len(paths[field]) > 1 {
			continue
		}
		section := sectionOf(key.Path)
		if rows[section] == nil {
			sections = append(sections, section)
		}
		rows[section] = append(rows[section], key)
	}
	var b strings.Builder
	for _, section := range sections {
		fmt.Fprintf(&b, "### %s\n\n| key | type | default | range | part | meaning |\n|---|---|---|---|---|---|\n", section)
		for _, key := range rows[section] {
			field := key.Owner + "." + key.Field
			require.NotEmpty(t, comments[field], "%s has no comment", field)
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", strings.Join(paths[field], "`<br>`"), key.Type,
				code(key.Default), key.Range, code(key.Part), strings.ReplaceAll(comments[field], "|", `\|`))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// sectionOf is the heading under which a key stands.
func sectionOf(path string) string {
	section, _, nested := strings.Cut(path, ".")
	if !nested && !strings.HasPrefix(path, "rules") && !strings.HasPrefix(path, "agents") && !strings.HasPrefix(path, "notify") {
		return "top level"
	}
	return strings.TrimSuffix(section, "[]")
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

// fieldComments reads the doc comments of the config's structs: what they say
// of a field is what the document says of its key.
func fieldComments(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("config*.go")
	require.NoError(t, err)
	comments := map[string]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if fields, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range fields.Fields.List {
					for _, name := range f.Names {
						comments[spec.Name.Name+"."+name.Name] = meaning(f.Doc.Text(), name.Name)
					}
				}
			}
			return true
		})
	}
	return comments
}

// withKeyNames writes key names for the Go names of fields of the same struct.
func withKeyNames(keys []supervisor.SchemaKey, comments map[string]string) map[string]string {
	named := map[string]string{}
	for _, about := range keys {
		text := comments[about.Owner+"."+about.Field]
		for _, key := range keys {
			if key.Owner == about.Owner {
				name := key.Path[strings.LastIndex(key.Path, ".")+1:]
				text = regexp.MustCompile(`([a-z;,] )`+key.Field+`\b`).ReplaceAllString(text, "$1`"+name+"`")
			}
		}
		named[about.Owner+"."+about.Field] = text
	}
	return named
}

// meaning makes a sentence about a key of a comment about a Go field.
func meaning(comment, field string) string {
	text := strings.Join(strings.Fields(comment), " ")
	for _, lead := range []string{" is ", " are ", " says ", " names ", " bounds ", " means "} {
		if rest, ok := strings.CutPrefix(text, field+lead); ok {
			verb := strings.TrimSpace(lead)
			if verb == "is" || verb == "are" {
				verb = ""
			}
			text = strings.TrimSpace(verb + " " + rest)
			break
		}
	}
	text = strings.TrimPrefix(text, field+" ")
	return strings.ToUpper(cmp.Or(text, " ")[:1]) + cmp.Or(text, " ")[1:]
}

// TestDocsShowConfigsThatLoad reads every config in the documents.
func TestDocsShowConfigsThatLoad(t *testing.T) {
	t.Parallel()
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```")
	read := 0
	for _, file := range []string{"README.md", configDocument} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range block.FindAllStringSubmatch(string(text), -1) {
			_, err := supervisor.ParseConfig(file, []byte(m[1]))
			require.NoError(t, err)
			read++
		}
	}
	assert.GreaterOrEqual(t, read, 4)
}
