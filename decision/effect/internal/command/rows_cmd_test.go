package command_test

import "testing"

func TestWindowsCommands(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"copy a b", "gap"},
		{"reg add HKLM\\x", "persistence gap"},
		{"net user x y /add", "privilege disrupts:system settings gap"},
		{"schtasks /create /tn x", "privilege disrupts:system settings gap"},
		{"tasklist", "gap"},
		{"vssadmin delete shadows", "privilege disrupts:system settings gap"},
	})
}
