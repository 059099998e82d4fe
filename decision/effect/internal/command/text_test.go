package command_test

import "testing"

func TestText(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"cat a b", "read(a) read(b) >content"},
		{"cat", "<data >content"},
		{"cat - x", "read(x) <data >content"},
		{"/bin/cat --show-e x", "read(x) >content"},
		{"cat --output=x", "<data >content gap"},
		{"./cat a", "script(./cat a)"},
		{"cat ?u", "read(?) >content gap"},
		{"cat -- ?u", "read(?) >content"},
		{"cat src/?u", "read(src/?) >content"},
		{"cat --help", ""},
		{"echo -rf ?u", ">text"},
		{"nosuch", "gap"},
	})
}
