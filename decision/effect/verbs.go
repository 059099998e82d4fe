package effect

import (
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// verb is what a word in the name of a tool says that the tool does.
type verb struct {
	name  string
	words string
	// strong words are no nouns: they count wherever they stand in a name.
	strong       string
	kind         decision.EffectKind
	irreversible bool
	sends        bool // the parameters are local data that leaves
	by           string
}

// verbs are ordered by gravity: the first that a name holds counts.
var verbs = []verb{
	{name: "run", strong: "exec execute eval evaluate invoke", words: "run terminal shell", kind: decision.ExecutesUnseen, by: "tool that runs something"},
	{
		name: "spend", strong: "pay transfer buy purchase refund withdraw donate subscribe tip", words: "order orders payment payments checkout charge deposit trade bid reserve book reservation booking invest swap stake",
		kind: decision.External, irreversible: true, by: "payment",
	},
	{
		name: "delete", strong: "delete remove destroy purge wipe erase truncate unlink uninstall terminate unsubscribe deprovision", words: "drop clear trash empty cleanup prune expire discard del rm",
		kind: decision.Deletes, irreversible: true, by: "deletion",
	},
	{
		name: "rights", strong: "grant authorize authorise impersonate assume escalate elevate revoke enroll", words: "permission permissions role roles collaborator collaborators member members policy policies protection firewall ingress group groups admin sudo whitelist allowlist attach password mfa login credential credentials",
		kind: decision.Privilege, by: "rights",
	},
	{name: "disrupt", strong: "shutdown reboot kill disable suspend quarantine", words: "stop restart pause scale drain cordon cancel abort rollback evict lock block", kind: decision.Disrupts, by: "disruption"},
	{
		name: "send", strong: "send publish tweet invite notify forward broadcast unfollow dm sms", words: "post reply share message call comment email mail submit upload push sync export announce dispatch emit respond gist",
		kind: decision.External, sends: true, by: "message",
	},
	{
		name: "deploy", strong: "deploy promote provision", words: "merge approve release rollout apply trigger start launch rerun build redeploy install upgrade import migrate restore",
		kind: decision.External, by: "deployment",
	},
	{
		name: "change", strong: "create update edit modify insert upsert rename write set append overwrite unstar upvote downvote", words: "star follow like watch vote mute unwatch unmute ban kick join leave accept decline confirm activate deactivate rotate reset renew flush mint connect disconnect pair unpair sign unarchive add new put change patch move assign close reopen resolve complete mark archive pin react toggle save store remember schedule register draft make copy clone link label open enable configure control adjust generate replace redirect manage handle apply",
		kind: decision.External, sends: true, by: "change",
	},
}

// readWords say that a tool only looks.
var readWords = wordList(`get list search find read fetch query describe show view lookup count check status logs browse retrieve inspect stat summarize
	summary compare preview info details forecast analyze predict autocomplete suggest recommend explain validate calculate convert estimate current latest exists ping health look around nearby recall filter`)

// fillWords say nothing by themselves.
var fillWords = wordList("the a an of for to by in on with from or and my all one many items item data api tool manager system service client server v1 v2 v3 mcp via id ids name names google microsoft apple amazon atlassian")

// wordList splits a list of words when it is first asked for.
func wordList(list string) func() []string {
	return sync.OnceValue(func() []string { return strings.Fields(list) })
}

// verbsWords are the words of verbs, split.
var verbsWords = sync.OnceValue(func() [][2][]string {
	split := make([][2][]string, len(verbs))
	for i, v := range verbs {
		split[i] = [2][]string{strings.Fields(v.strong), strings.Fields(v.words)}
	}
	return split
})

// joiningWords stand between two verbs of one name: find_and_book.
var joiningWords = []string{"and", "or", "then"}

// verbOf finds what the words of a name say that a tool does, nil if it only
// looks or says nothing. A name that starts with a word of looking goes on with
// nouns: get_release, list_orders; only strong words count in it, up to a word
// after which another verb may follow.
func verbOf(action []string) *verb {
	looks := len(action) > 0 && slices.Contains(readWords(), action[0])
	joined := slices.IndexFunc(action, func(w string) bool { return slices.Contains(joiningWords, w) })
	for i, words := range verbsWords() {
		for k, w := range action {
			noun := looks && (joined < 0 || k < joined)
			if slices.Contains(words[0], w) || !noun && slices.Contains(words[1], w) {
				return &verbs[i]
			}
		}
	}
	return nil
}
