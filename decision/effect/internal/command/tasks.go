package command

import (
	"slices"
	"strings"
	"unicode"
)

// OutwardTask reports whether the name of a project's task says that it acts
// on the outside world or destroys something, and which word says so:
// "deploy:prod", "db-drop", "publishPlugins". More are further words to look
// for, in lower case. It is policy rather than knowledge: a name promises
// nothing, so a name without such a word is not safe by that.
//
// "Release" and "production" are what many builds make, so they count only in
// a name that does not begin with a word of building: "release", but not
// "assembleRelease" or "build:prod".
func OutwardTask(name string, more ...string) (word string, outward bool) {
	words := nameWords(name)
	builds := len(words) > 0 && buildWord(words[0])
	for _, w := range words {
		if outwardWord(w) || slices.Contains(more, w) || stageWord(w) && !builds {
			return w, true
		}
	}
	return "", false
}

// nameWords cuts a name at everything that is no letter or digit, and before
// capitals, and puts the words in lower case.
func nameWords(name string) []string {
	var cut strings.Builder
	lower := false
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			c = ' '
		case unicode.IsUpper(c) && lower:
			cut.WriteByte(' ')
		}
		lower = unicode.IsLower(c)
		cut.WriteRune(unicode.ToLower(c))
	}
	return strings.Fields(cut.String())
}

func outwardWord(word string) bool {
	switch word {
	case "deploy", "deploys", "deployment", "redeploy", "undeploy", "publish", "unpublish", "push", "ship", "upload", "submit", "promote",
		"rollout", "rollback", "provision", "apply", "sync", "announce", "notify", "email", "mail", "send", "tweet", "invite", "pay", "charge",
		"drop", "destroy", "delete", "remove", "wipe", "purge", "nuke", "truncate", "flush", "reset", "teardown", "terminate", "kill",
		"migrate", "migration", "migrations", "seed", "restore", "backfill", "failover", "install", "uninstall", "yank", "sudo", "ssh":
		return true
	}
	return false
}

func stageWord(word string) bool {
	switch word {
	case "release", "prod", "production", "live", "prd", "staging":
		return true
	}
	return false
}

func buildWord(word string) bool {
	switch word {
	case "build", "assemble", "bundle", "compile", "test", "tests", "lint", "check", "package", "pack", "watch", "clean", "format", "typecheck", "preview":
		return true
	}
	return false
}
