package disclosure_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
)

// TestParamsTellsWhatMasksHide tells a mask over a word from one over what may
// be a command.
func TestParamsTellsWhatMasksHide(t *testing.T) {
	t.Parallel()
	screen := disclosure.NewScreen([]string{"body"})
	command := func(text string) any { return map[string]any{"command": text} }
	for name, tt := range map[string]struct {
		params any
		hid    bool
	}{
		"nothing masked":         {command("ls; rm -rf ~ $(x)"), false},
		"a key":                  {command("push --key " + secret + " && ls"), false},
		"an assignment":          {command("export TOKEN=abc123def; make test"), false},
		"a word by its name":     {map[string]any{"password": "hunter2-hunter2"}, false},
		"withheld by name":       {map[string]any{"body": "rm -rf ~; ls"}, false},
		"escaped quotes":         {command(`echo password=\"; rm -rf ~; echo \"`), true},
		"lines of a private key": {command("echo -----BEGIN PRIVATE KEY-----; rm -rf ~; echo -----END PRIVATE KEY-----"), true},
		"in quotes":              {command(`echo --token "a$(reboot)"`), true},
		"a cookie":               {command("echo cookie: a=bcdefgh; rm -rf ~/x"), true},
		"a text by its name":     {map[string]any{"password": "x; rm -rf ~"}, true},
		"deep below a name":      {map[string]any{"secret": []any{map[string]any{"a": "x`reboot`"}}}, true},
		"in a name":              {map[string]any{`password="; rm -rf ~; "`: 1.0}, true},
		"names that are lengthened": {map[string]any{
			"c": `password="a;b"`, "token=aaaa1111": 1.0, "token=bbbb2222": 1.0, "token=cccc3333": 1.0, "token=dddd4444": 1.0,
		}, true},
	} {
		clean, hid, err := screen.Params(tt.params)
		require.NoError(t, err, name)
		assert.Equal(t, tt.hid, hid, "%s: %v", name, clean)
	}
}

func TestObjection(t *testing.T) {
	t.Parallel()
	one := func(e decision.Effect) decision.Effects {
		return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject}, e}}
	}
	for name, tt := range map[string]struct {
		effects decision.Effects
		routine bool
	}{
		"none":                  {decision.Effects{Covered: true}, true},
		"not covered":           {decision.Effects{}, false},
		"a gap":                 {decision.Effects{Covered: true, Gaps: []decision.Gap{{Reason: "x"}}}, false},
		"a file of the project": {one(decision.Effect{Kind: decision.Overwrites, Zone: decision.ZoneProject}), true},
		"a new file":            {one(decision.Effect{Kind: decision.Creates, Zone: decision.ZoneProject}), true},
		"the project's tests":   {one(decision.Effect{Kind: decision.ExecutesProject, Zone: decision.ZoneProject}), true},
		"a program":             {one(decision.Effect{Kind: decision.Executes, Zone: decision.ZoneSystem}), true},
		"this machine":          {one(decision.Effect{Kind: decision.Network, Zone: decision.ZoneNone}), true},
		"a file outside":        {one(decision.Effect{Kind: decision.Reads, Zone: decision.ZoneHome}), false},
		"a file nobody knows":   {one(decision.Effect{Kind: decision.Creates}), false},
		"a delete":              {one(decision.Effect{Kind: decision.Deletes, Zone: decision.ZoneProject}), false},
		"another machine":       {one(decision.Effect{Kind: decision.Executes, Zone: decision.ZoneRemote}), false},
		"the network":           {one(decision.Effect{Kind: decision.Network, Zone: decision.ZoneRemote}), false},
		"sending":               {one(decision.Effect{Kind: decision.Network, Zone: decision.ZoneNone, Sends: []string{"input"}}), false},
		"a concern":             {one(decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject, Concern: "odd"}), false},
		"mail":                  {one(decision.Effect{Kind: decision.External, Zone: decision.ZoneRemote}), false},
		"a secret":              {one(decision.Effect{Kind: decision.Secrets, Zone: decision.ZoneProject}), false},
		"an unknown kind":       {one(decision.Effect{Kind: "new", Zone: decision.ZoneProject}), false},
	} {
		assert.Equal(t, tt.routine, disclosure.Objection(tt.effects) == "", name)
	}
}
