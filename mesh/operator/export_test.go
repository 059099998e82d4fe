package operator

// ParseList returns what the text of approval.pending says, "id tool agent" an
// entry, and with a mark where several begin alike.
func ParseList(text string) ([]string, error) {
	list, err := parseList(text)
	lines := []string{}
	for _, e := range list {
		line := e.short + " " + e.tool + " " + e.agent
		if e.doubled {
			line += " (doubled)"
		}
		lines = append(lines, line)
	}
	return lines, err
}
