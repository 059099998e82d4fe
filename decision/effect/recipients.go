package effect

import (
	"maps"
	"slices"
	"strings"
)

// recipientWords are the words of parameters that say whom something reaches.
// All of them count: an address in bcc is one like another.
var recipientWords = []string{
	"to", "cc", "bcc", "recipient", "recipients", "attendee", "attendees", "participant", "participants", "invitee", "invitees", "guest", "guests", "member", "members",
	"channel", "channels", "chat", "room", "conversation", "user", "users", "email", "emails", "phone", "forward", "replyto", "reply", "collaborators", "collaborator", "share",
}

// maxRecipients bounds how many recipients evidence names.
const maxRecipients = 10

// recipients are whom the call reaches, in every field that says so.
func (t *account) recipients() (list []string) {
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if !hasWord(param, recipientWords) {
			continue
		}
		eachText(param, t.call.Params[param], func(_, text string) {
			for one := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
				if one = strings.TrimSpace(one); one != "" {
					list = append(list, one)
				}
			}
		})
	}
	return list
}

// recipientsOr names the recipients, or what else is acted on.
func (t *account) recipientsOr(other string) string {
	list := t.recipients()
	if len(list) == 0 {
		return other
	}
	return cut(strings.Join(list[:min(len(list), maxRecipients)], ", "))
}

// recipientConcern says what speaks against whom a message reaches: an address
// outside of the operator's domains, or one that is hidden from the others.
func (t *account) recipientConcern() string {
	outside, hidden := false, false
	for _, one := range t.recipients() {
		if domain, ok := mailDomain(one); ok && !matchesDomain(t.hosts.domains, domain) {
			outside = true
		}
	}
	for param, value := range t.call.Params {
		text, _ := value.(string)
		list, _ := value.([]any)
		hidden = hidden || slices.Contains(NameWords(param), "bcc") && (text != "" || len(list) > 0)
	}
	switch {
	case outside:
		return "recipient outside of the operator's domains"
	case hidden:
		return "hidden recipient"
	}
	return ""
}

// mailDomain returns the domain of an address, also in "Name <address>". An
// address with more than one @ has every domain and none.
func mailDomain(text string) (domain string, ok bool) {
	if inner, _, found := strings.Cut(text[strings.LastIndexByte(text, '<')+1:], ">"); found {
		text = inner
	}
	local, domain, found := strings.Cut(strings.TrimSpace(text), "@")
	if !found || local == "" {
		return "", false
	}
	return strings.ToLower(strings.TrimSuffix(domain, ".")), true
}
