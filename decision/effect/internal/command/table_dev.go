package command

// devRows are the rows of developers' tools, a list of rows a theme.
func devRows() [][]Row {
	return [][]Row{
		gitRows(),
		ghRows,
		glabRows,
		ciRows,
		netRows,
		goRows,
		nodeRows,
		nodeToolRows,
		pythonRows,
		rustRows,
		jvmRows,
		rubyRows,
		phpRows,
		dotnetRows,
		ccRows,
		lintRows,
		verifyRows,
		compileRows,
		docsRows,
		mediaRows,
		mlRows,
	}
}
