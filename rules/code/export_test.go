package code

// ParseProject is Load of a config that is in no file.
func ParseProject(config string) (*Project, error) {
	p := &Project{Options: Options{}.withDefaults(), root: "/project"}
	l := &loader{}
	set := readConfig("config.yml", []byte(config), false, &l.findings)
	set.checkIDs(&l.findings)
	p.checked.Store(p.Now().UnixNano())
	p.live.Store(&state{ruleSet: set})
	return p, l.err()
}
