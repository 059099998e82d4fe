package command

// devRows are the rows of developers' tools, a list of rows a theme.
func devRows() [][]Row {
	return [][]Row{}
}
