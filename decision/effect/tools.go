package effect

import "github.com/flux7-go/supervisor/decision"

// kindOf is what a parameter must be to be understood.
type kindOf uint8

const (
	aPath    kindOf = iota + 1 // a text: the path that the call is about
	paths                      // a list of such texts
	aSource                    // a text: a path that something is taken from
	aDest                      // a text: a path that is written
	aRoot                      // a text: where a search starts; the working directory without it
	aGlob                      // a text: which files are meant
	globs                      // a list of such texts
	aContent                   // a text that is put into the file
	aPattern                   // a text that is looked for
	aPatch                     // a text: a patch
	aText                      // a text that decides nothing about where
	aCount                     // a number
	aFlag                      // true or false
	texts                      // a list of texts
	counts                     // a list of numbers
	edits                      // a list of objects, each with the parameters of oneEdit
)

// operation is what a family of file tools does, and every parameter that it
// may have. A parameter that is not listed makes the call opaque.
type operation struct {
	effect decision.EffectKind // to aPath; to aSource of a move
	params map[string]kindOf
	rooted bool // works in the working directory if no path is given
	writes bool // may change a file; worked out of the rest, see knownFileTools
}

// fileNamespaces are the prefixes under which file tools are found, beside the
// bare names of harnesses. A tool of any other namespace is not a file tool,
// whatever its verb.
var fileNamespaces = []string{"fs", "file", "files", "filesystem", "csv", "pdf", "excel", "xlsx", "docx"}

// operations is what the analyser knows. Names are written in lower case,
// without "_" and "-", and separated by blanks. Bare names are those of
// published harnesses and tool servers; a bare verb that could be about
// anything (create, list, get, open) counts in a file namespace only.
var operations = []struct {
	operation
	bare       string // with and without a namespace
	namespaced string // only in a namespace
}{
	{operation{effect: decision.Reads, params: readParams}, "read readfile readtextfile readmediafile viewfile notebookread", "get view readtext cat stat info getinfo exists extracttext gettext extract"},
	{operation{effect: decision.Reads, params: readManyParams}, "readmultiplefiles readfiles readmanyfiles", "readmultiple readmany"},
	{operation{effect: decision.Reads, params: listParams}, "ls listdirectory listdir listfiles directorytree listdirectorywithsizes getfileinfo", "list tree"},
	{operation{effect: decision.Reads, rooted: true}, "listalloweddirectories", "pwd"},
	{operation{effect: decision.Reads, params: searchParams, rooted: true}, "grep glob searchfiles searchfilecontent grepsearch filesearch globfiles findfiles codebasesearch searchcode", "search find"},
	{operation{effect: decision.Overwrites, params: writeParams}, "write writefile writetextfile writetofile", "writetext save append appendfile"},
	{operation{effect: decision.Creates, params: writeParams}, "createfile", "create"},
	{operation{effect: decision.Creates, params: makeDirParams}, "createdirectory mkdir makedirectory", "createdir"},
	{operation{effect: decision.Overwrites, params: editParams}, "edit multiedit editfile notebookedit strreplace strreplacebasededit strreplacebasededittool strreplaceeditor searchreplace replaceinfile", "replace patch"},
	{operation{effect: decision.Deletes, params: deleteParams}, "deletefile removefile deletedirectory removedirectory", "delete remove rm unlink deletedir rmdir trash"},
	{operation{effect: decision.Deletes, params: moveParams}, "movefile renamefile", "move rename mv movedirectory renamedirectory"},
	{operation{effect: decision.Reads, params: moveParams}, "copyfile", "copy cp copydirectory"},
	{operation{effect: decision.Overwrites, params: patchParams, rooted: true}, "applypatch applydiff", ""},
}

// The parameters. Each list was put together from the published schemas of
// Claude Code, Codex, Cursor, Gemini CLI and the reference MCP file server.
var (
	readParams = pathParams(map[string]kindOf{
		"offset": aCount, "limit": aCount, "head": aCount, "tail": aCount, "pages": aText,
		"start_line": aCount, "end_line": aCount, "start_line_one_indexed": aCount,
		"end_line_one_indexed_inclusive": aCount, "should_read_entire_file": aFlag,
		"view_range": counts, "encoding": aText, "explanation": aText, "description": aText,
	})
	readManyParams = map[string]kindOf{"paths": paths, "files": paths, "file_paths": paths}
	listParams     = pathParams(map[string]kindOf{
		"dir": aPath, "directory": aPath, "dir_path": aPath, "target_directory": aPath,
		"recursive": aFlag, "depth": aCount, "max_depth": aCount, "offset": aCount, "limit": aCount,
		"show_hidden": aFlag, "ignore": texts, "excludePatterns": texts, "sortBy": aText,
		"respect_git_ignore": aFlag, "explanation": aText, "description": aText,
	})
	searchParams = map[string]kindOf{
		"path": aRoot, "dir": aRoot, "directory": aRoot, "dir_path": aRoot, "root": aRoot, "target_directories": paths, "paths": paths,
		"pattern": aPattern, "query": aPattern, "regex": aPattern, "text": aPattern, "term": aPattern,
		"glob": aGlob, "glob_pattern": aGlob, "include": aGlob, "include_pattern": aGlob, "file_pattern": aGlob, "exclude": aGlob, "exclude_pattern": aGlob,
		"excludePatterns": texts, "ignore": texts, "exclude_patterns": texts, "include_patterns": globs,
		"type": aText, "output_mode": aText, "-A": aCount, "-B": aCount, "-C": aCount, "-n": aFlag, "-i": aFlag, "context": aCount,
		"head_limit": aCount, "limit": aCount, "max_results": aCount, "offset": aCount, "multiline": aFlag, "case_sensitive": aFlag,
		"recursive": aFlag, "is_regex": aFlag, "no_ignore": aFlag, "respect_git_ignore": aFlag, "explanation": aText, "description": aText,
	}
	writeParams = pathParams(map[string]kindOf{
		"content": aContent, "contents": aContent, "text": aContent, "file_text": aContent,
		"overwrite": aFlag, "append": aFlag, "create_dirs": aFlag, "encoding": aText, "explanation": aText, "description": aText,
	})
	makeDirParams = pathParams(map[string]kindOf{"recursive": aFlag, "parents": aFlag, "dir": aPath, "directory": aPath})
	editParams    = pathParams(map[string]kindOf{
		"old_string": aText, "new_string": aContent, "old_str": aText, "new_str": aContent,
		"old_text": aText, "new_text": aContent, "oldText": aText, "newText": aContent, "insert_text": aContent, "insert_line": aCount,
		"replace_all": aFlag, "expected_replacements": aCount, "dryRun": aFlag, "edits": edits,
		"instructions": aText, "instruction": aText, "code_edit": aContent, "explanation": aText, "description": aText,
		"new_source": aContent, "cell_id": aText, "cell_number": aCount, "cell_type": aText, "edit_mode": aText,
	})
	deleteParams = pathParams(map[string]kindOf{
		"paths": paths, "files": paths, "dir": aPath, "directory": aPath, "recursive": aFlag, "force": aFlag, "explanation": aText, "description": aText,
	})
	moveParams = map[string]kindOf{
		"source": aSource, "src": aSource, "from": aSource, "source_path": aSource, "old_path": aSource, "oldPath": aSource, "path": aSource, "from_path": aSource,
		"destination": aDest, "dest": aDest, "dst": aDest, "to": aDest, "destination_path": aDest, "new_path": aDest, "newPath": aDest, "to_path": aDest, "target": aDest,
		"overwrite": aFlag, "recursive": aFlag, "description": aText, "explanation": aText,
	}
	patchParams = map[string]kindOf{"input": aPatch, "patch": aPatch, "diff": aPatch, "patch_text": aPatch, "patchText": aPatch, "explanation": aText, "description": aText}
	// oneEdit is an element of "edits".
	oneEdit = map[string]kindOf{
		"old_string": aText, "new_string": aContent, "old_str": aText, "new_str": aContent,
		"old_text": aText, "new_text": aContent, "oldText": aText, "newText": aContent, "replace_all": aFlag,
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
