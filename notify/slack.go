package notify

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// Bounds of a message for Slack, in characters with their escapes; together below
// the 3,000 that a section may have.
const (
	maxSlackName    = 250
	maxSlackReason  = 700
	maxSlackPreview = 1400
)

// slackBody is what Slack and its like read. Slack shows the blocks, and the text
// in notifications; Mattermost and Rocket.Chat read the text alone.
type slackBody struct {
	Text        string       `json:"text"`
	Blocks      []slackBlock `json:"blocks"`
	UnfurlLinks bool         `json:"unfurl_links"` // a preview would open the link
	UnfurlMedia bool         `json:"unfurl_media"`
}

type slackBlock struct {
	Type     string         `json:"type"`
	Text     *slackText     `json:"text,omitempty"`
	Elements []slackElement `json:"elements,omitempty"`
}

type slackText struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Verbatim bool   `json:"verbatim,omitempty"` // of marked text: no address and no name in it becomes a link
}

type slackElement struct {
	Type string    `json:"type"`
	Text slackText `json:"text"`
	URL  string    `json:"url"`
}

// slackMessage writes a notice. What comes from the call stands in code, where
// nothing of it is a link, a mention or a mark.
func slackMessage(n notice) slackBody {
	text := n.slackText()
	body := slackBody{Text: text, Blocks: []slackBlock{{Type: "section", Text: &slackText{Type: "mrkdwn", Text: text, Verbatim: true}}}}
	if n.Link != "" {
		body.Text += "\n" + slackLink(n.Link)
		button := slackElement{Type: "button", Text: slackText{Type: "plain_text", Text: "Look at it"}, URL: n.Link}
		body.Blocks = append(body.Blocks, slackBlock{Type: "actions", Elements: []slackElement{button}})
	}
	return body
}

func (n notice) slackText() string {
	if n.together {
		return fmt.Sprintf("*%d calls wait for a person.* There were too many to tell of each.", n.Withheld)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "*A call waits for a person:* %s", slackCode(cmp.Or(n.Tool, "?")))
	if n.Agent != "" {
		b.WriteString(" by " + slackCode(n.Agent))
	}
	b.WriteString("\n```" + slackQuote(n.Cause+": "+n.Reason, maxSlackReason))
	if n.Observed != "" {
		b.WriteString("\nobserve mode: it would be decided as " + n.Observed)
	}
	if n.Preview != "" {
		b.WriteString("\n" + slackQuote(n.Preview, maxSlackPreview))
	}
	b.WriteString("```")
	if n.Withheld > 0 {
		fmt.Fprintf(&b, "\nand %d more of which nobody was told one by one", n.Withheld)
	}
	return b.String()
}

func slackCode(text string) string { return "`" + slackQuote(text, maxSlackName) + "`" }

// slackQuote makes text safe within code: it cannot end the code, and where a
// reader expands mentions in code too, none is one. It is cut to a number of
// characters, escapes counted and kept whole.
func slackQuote(text string, limit int) string {
	var b strings.Builder
	for _, r := range text {
		piece := slackPiece(r)
		if limit -= utf8.RuneCountInString(piece); limit < 0 {
			return b.String() + oneline.Mark
		}
		b.WriteString(piece)
	}
	return b.String()
}

// slackPiece writes one character. What Slack reads as control characters it wants
// escaped, and nothing else: https://docs.slack.dev/messaging/formatting-message-text.
func slackPiece(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '`':
		return "'"
	case '@':
		return "@\u2060" // a word joiner: what stands behind it is no name of a channel
	}
	return string(r)
}

// slackLink writes an address as a link.
func slackLink(address string) string {
	return "<" + strings.NewReplacer("&", "&amp;", "<", "%3C", ">", "%3E", "|", "%7C").Replace(address) + ">"
}
