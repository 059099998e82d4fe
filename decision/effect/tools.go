package effect

import "github.com/flux7-go/supervisor/decision"

// kindOf is what a parameter must be to be understood.
type kindOf uint8

const (
	aPath  kindOf = iota + 1 // a text: the path that the call is about
	paths                    // a list of such texts
	aText                    // a text that decides nothing about where
	aCount                   // a number
	aFlag                    // true or false
	texts                    // a list of texts
	counts                   // a list of numbers
	edits                    // a list of objects, each with the parameters of editParams
)

// operation is what a family of file tools does, and every parameter that it
// may have. A parameter that is not listed makes the call opaque.
type operation struct {
	effect decision.EffectKind
	params map[string]kindOf
}

// fileNamespaces are the prefixes under which file tools are found, beside the
// bare names of harnesses. A tool of any other namespace is not a file tool,
// whatever its verb.
var fileNamespaces = []string{"fs", "file", "files", "filesystem"}

// operations is what the analyser knows. Names are written in lower case and
// without "_" and "-". Bare names are those of published harnesses and tool
// servers; a bare verb that could be about anything (create, list, get, open)
// counts in a file namespace only.
var operations = []struct {
	operation
	bare       []string // with and without a namespace
	namespaced []string // only in a namespace
}{
	{
		operation:  operation{decision.Reads, readParams},
		bare:       []string{"read", "readfile", "readtextfile", "readmediafile", "viewfile", "notebookread"},
		namespaced: []string{"get", "view", "readtext"},
	},
	{
		operation:  operation{decision.Reads, readManyParams},
		bare:       []string{"readmultiplefiles", "readfiles"},
		namespaced: []string{"readmultiple", "readmany"},
	},
	{
		operation:  operation{decision.Reads, listParams},
		bare:       []string{"ls", "listdirectory", "listdir", "listfiles", "directorytree", "listdirectorywithsizes"},
		namespaced: []string{"list"},
	},
	{
		operation:  operation{decision.Overwrites, writeParams},
		bare:       []string{"write", "writefile", "writetextfile", "writetofile"},
		namespaced: []string{"writetext", "save"},
	},
	{
		operation:  operation{decision.Creates, writeParams},
		bare:       []string{"createfile"},
		namespaced: []string{"create"},
	},
	{
		operation:  operation{decision.Creates, makeDirParams},
		bare:       []string{"createdirectory"},
		namespaced: []string{"mkdir"},
	},
	{
		operation: operation{decision.Overwrites, editParams},
		bare:      []string{"edit", "multiedit", "editfile", "notebookedit", "strreplace"},
	},
}

// The parameters. Each list was put together from the published schemas of
// Claude Code, Cursor, Gemini CLI and the reference MCP file server.
var (
	readParams = pathParams(map[string]kindOf{
		"offset": aCount, "limit": aCount, "head": aCount, "tail": aCount, "pages": aText,
		"start_line": aCount, "end_line": aCount, "start_line_one_indexed": aCount,
		"end_line_one_indexed_inclusive": aCount, "should_read_entire_file": aFlag,
		"view_range": counts, "encoding": aText, "explanation": aText,
	})
	readManyParams = map[string]kindOf{"paths": paths, "files": paths}
	listParams     = pathParams(map[string]kindOf{
		"dir": aPath, "directory": aPath, "dir_path": aPath, "target_directory": aPath,
		"recursive": aFlag, "depth": aCount, "max_depth": aCount, "offset": aCount, "limit": aCount,
		"show_hidden": aFlag, "ignore": texts, "excludePatterns": texts, "sortBy": aText,
		"respect_git_ignore": aFlag, "explanation": aText,
	})
	writeParams = pathParams(map[string]kindOf{
		"content": aText, "contents": aText, "text": aText, "file_text": aText,
		"overwrite": aFlag, "append": aFlag, "create_dirs": aFlag, "encoding": aText, "explanation": aText,
	})
	makeDirParams = pathParams(map[string]kindOf{"recursive": aFlag, "parents": aFlag})
	editParams    = pathParams(map[string]kindOf{
		"old_string": aText, "new_string": aText, "old_str": aText, "new_str": aText,
		"old_text": aText, "new_text": aText, "oldText": aText, "newText": aText,
		"replace_all": aFlag, "expected_replacements": aCount, "dryRun": aFlag, "edits": edits,
		"instructions": aText, "instruction": aText, "code_edit": aText, "explanation": aText,
		"new_source": aText, "cell_id": aText, "cell_number": aCount, "cell_type": aText, "edit_mode": aText,
	})
	// oneEdit is an element of "edits".
	oneEdit = map[string]kindOf{
		"old_string": aText, "new_string": aText, "old_str": aText, "new_str": aText,
		"old_text": aText, "new_text": aText, "oldText": aText, "newText": aText, "replace_all": aFlag,
	}
)

// pathParams adds the names under which tools take their one path.
func pathParams(params map[string]kindOf) map[string]kindOf {
	for _, name := range []string{
		"path", "file_path", "filepath", "filePath", "file", "filename", "absolute_path", "notebook_path", "target_file",
	} {
		params[name] = aPath
	}
	return params
}
