package command

// textRows are programs that print, cut and compare text.
var textRows = []Row{
	{
		Name:  "cat",
		Flags: "-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting -l",
		Args:  "read*", Out: "content", In: "data?", Style: "gnu", Source: "cat(1) coreutils 9.4, macOS",
	},
	{Name: "echo", Args: "inert*", Out: "text", Style: "bare", Source: "echo(1) coreutils 9.4"},
}
