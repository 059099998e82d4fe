package yamlpos

// ItemPath is the path of an item of a list, as faults name it.
func ItemPath(path string, i int) string { return itemPath(path, i) }
