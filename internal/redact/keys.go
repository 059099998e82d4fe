package redact

import "strings"

// keyFormat is a kind of key that can be told by how it starts.
type keyFormat struct {
	prefix string
	body   *charset // what follows the prefix
	min    int      // how many of them at least
	gate   func(body string) bool
}

// keyFormats lists prefixes and alphabets from the providers' own documents on
// token formats. Minimum lengths are a little below the documented ones, so
// that a key that was cut short is masked too.
var keyFormats = []keyFormat{
	// AWS access key ids, permanent and temporary.
	{prefix: "AKIA", body: upperAlnum, min: 16},
	{prefix: "ASIA", body: upperAlnum, min: 16},
	// GitHub: personal, OAuth, user, server, refresh, fine-grained.
	{prefix: "ghp_", body: word, min: 20},
	{prefix: "gho_", body: word, min: 20},
	{prefix: "ghu_", body: word, min: 20},
	{prefix: "ghs_", body: word, min: 20},
	{prefix: "ghr_", body: word, min: 20},
	{prefix: "github_pat_", body: word, min: 20},
	// GitLab: personal, trigger, deploy, runner, job.
	{prefix: "glpat-", body: dotted, min: 20},
	{prefix: "glptt-", body: dotted, min: 20},
	{prefix: "gldt-", body: dotted, min: 20},
	{prefix: "glrt-", body: dotted, min: 20},
	{prefix: "glcbt-", body: dotted, min: 20},
	// Slack: bot, user, app, refresh, legacy; incoming webhooks.
	{prefix: "xoxa-", body: base64url, min: 10},
	{prefix: "xoxb-", body: base64url, min: 10},
	{prefix: "xoxc-", body: base64url, min: 10},
	{prefix: "xoxd-", body: base64url, min: 10},
	{prefix: "xoxe-", body: base64url, min: 10},
	{prefix: "xoxe.", body: dotted, min: 10},
	{prefix: "xoxo-", body: base64url, min: 10},
	{prefix: "xoxp-", body: base64url, min: 10},
	{prefix: "xoxr-", body: base64url, min: 10},
	{prefix: "xoxs-", body: base64url, min: 10},
	{prefix: "xapp-", body: base64url, min: 20, gate: looksRandom},
	{prefix: "hooks.slack.com/services/", body: slashed, min: 20},
	// Discord webhooks.
	{prefix: "discord.com/api/webhooks/", body: slashed, min: 30},
	// Stripe: secret, restricted, webhook.
	{prefix: "sk_live_", body: alnum, min: 16},
	{prefix: "rk_live_", body: alnum, min: 16},
	{prefix: "sk_test_", body: alnum, min: 16},
	{prefix: "rk_test_", body: alnum, min: 16},
	{prefix: "whsec_", body: bearerSet, min: 20, gate: looksRandom},
	// OpenAI, Anthropic, OpenRouter and all that followed them.
	{prefix: "sk-", body: base64url, min: 16, gate: looksRandom},
	{prefix: "pk-", body: base64url, min: 16, gate: looksRandom},
	{prefix: "rk-", body: base64url, min: 16, gate: looksRandom},
	{prefix: "gsk_", body: alnum, min: 32},
	{prefix: "xai-", body: base64url, min: 32, gate: looksRandom},
	{prefix: "pplx-", body: base64url, min: 32, gate: looksRandom},
	{prefix: "hf_", body: alnum, min: 30},
	// Google: API keys, OAuth access tokens, OAuth client secrets.
	{prefix: "AIza", body: base64url, min: 30},
	{prefix: "ya29.", body: dotted, min: 20},
	{prefix: "GOCSPX-", body: base64url, min: 20},
	// Package registries.
	{prefix: "npm_", body: alnum, min: 30},
	{prefix: "pypi-AgE", body: base64url, min: 16},
	{prefix: "dckr_pat_", body: base64url, min: 20},
	// Mail.
	{prefix: "SG.", body: dotted, min: 40},
	// Platforms.
	{prefix: "dop_v1_", body: alnum, min: 40},
	{prefix: "shpat_", body: alnum, min: 30},
	{prefix: "shpss_", body: alnum, min: 30},
	{prefix: "shpca_", body: alnum, min: 30},
	{prefix: "lin_api_", body: alnum, min: 30},
	{prefix: "sbp_", body: alnum, min: 40},
	{prefix: "sq0atp-", body: base64url, min: 20},
	{prefix: "sq0csp-", body: base64url, min: 30},
	{prefix: "rubygems_", body: alnum, min: 40},
	{prefix: "figd_", body: base64url, min: 30},
	{prefix: "PMAK-", body: base64url, min: 40},
	{prefix: "NRAK-", body: upperAlnum, min: 20},
	{prefix: "ATATT3", body: base64url, min: 40},
	{prefix: "ATCTT3", body: base64url, min: 40},
	{prefix: "sntrys_", body: bearerSet, min: 30},
	{prefix: "sntryu_", body: alnum, min: 40},
	{prefix: "pscale_tkn_", body: base64url, min: 30},
	{prefix: "pscale_pw_", body: base64url, min: 30},
	{prefix: "bkua_", body: alnum, min: 32},
	{prefix: "dp.pt.", body: alnum, min: 32},
	{prefix: "dp.st.", body: dotted, min: 32},
	{prefix: "fm2_", body: bearerSet, min: 40},
	{prefix: "pul-", body: alnum, min: 32},
	{prefix: "glsa_", body: word, min: 32},
	{prefix: "glc_", body: bearerSet, min: 40},
	{prefix: "nvapi-", body: base64url, min: 40},
	{prefix: "tskey-", body: base64url, min: 20},
	{prefix: "pcsk_", body: word, min: 40},
	{prefix: "lsv2_", body: word, min: 30},
	{prefix: "ntn_", body: alnum, min: 40},
	{prefix: "r8_", body: alnum, min: 30},
	{prefix: "sk.eyJ", body: dotted, min: 30},
	// HashiCorp Vault, Terraform, age.
	{prefix: "hvs.", body: base64url, min: 20, gate: looksRandom},
	{prefix: "hvb.", body: base64url, min: 20, gate: looksRandom},
	{prefix: "AGE-SECRET-KEY-1", body: upperAlnum, min: 40},
}

// Prefixes returns how the keys start that are known by their start. Tests of
// what must not let a secret through make keys of every kind from it.
func Prefixes() []string {
	out := make([]string, len(keyFormats))
	for i, f := range keyFormats {
		out[i] = f.prefix
	}
	return out
}

// keysByAnchor finds the formats by the byte of their prefix that is rarest in
// ordinary text, so that clean text costs one table look-up a byte.
var keysByAnchor = func() (table [256][]anchoredFormat) {
	for _, f := range keyFormats {
		at := strings.LastIndexAny(f.prefix, "_-./")
		if at < 0 {
			at = strings.IndexAny(f.prefix, "KSz3")
		}
		c, wholeWord := f.prefix[at], len(f.prefix) < 4 || f.gate != nil || letters.all(f.prefix)
		table[c] = append(table[c], anchoredFormat{f, at, wholeWord})
	}
	return table
}()

type anchoredFormat struct {
	keyFormat
	anchor int // index of the anchor in the prefix
	// wholeWord: the prefix is common enough within words that it counts only
	// where none goes on.
	wholeWord bool
}

func findKeys(found spans, s string) spans {
	for i := 0; i < len(s); i++ {
		for _, f := range keysByAnchor[s[i]] {
			from := i - f.anchor
			if from < 0 || f.wholeWord && !startsWord(s, from) {
				continue
			}
			if to, ok := f.match(s, from); ok {
				found = append(found, span{from, to})
				i = to - 1
				break
			}
		}
	}
	return found
}

// match reports whether a key of the format starts at from, and where it ends.
func (f *anchoredFormat) match(s string, from int) (to int, ok bool) {
	if !strings.HasPrefix(s[from:], f.prefix) {
		return 0, false
	}
	body := from + len(f.prefix)
	judged := f.body.run(s[:min(len(s), body+maxJudged)], body)
	if judged-body < f.min || f.gate != nil && !f.gate(s[body:judged]) {
		return 0, false
	}
	return f.body.run(s, judged), true
}

// startsWord reports whether no letter or digit comes directly before i. The
// letter of an escape sequence, as in a line end written \n, is none.
func startsWord(s string, i int) bool {
	if i == 0 || !alnum[s[i-1]] {
		return true
	}
	escape := i >= 2 && s[i-2] == '\\' && strings.IndexByte("nrtbfv", s[i-1]) >= 0
	percent := i >= 3 && s[i-3] == '%'
	unicode := i >= 6 && s[i-6] == '\\' && s[i-5] == 'u'
	return escape || percent || unicode
}
