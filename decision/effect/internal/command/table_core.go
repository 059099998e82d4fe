package command

// coreRows are the rows of what comes with an operating system, a list of rows
// a theme.
func coreRows() [][]Row {
	return [][]Row{
		textRows, sortRows, fileRows, listRows, searchRows, archiveRows, editRows,
		wrapRows, processRows, shellRows, pageRows, codeRows, inspectRows,
	}
}
