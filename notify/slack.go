package notify

import (
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
	Type string `json:"type"`
	Text string `json:"text"`
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
	body := slackBody{Text: text, Blocks: []slackBlock{{Type: "section", Text: &slackText{"mrkdwn", text}}}}
	if n.Link != "" {
		body.Text += "\n<" + slackEscape(n.Link) + ">"
		button := slackElement{Type: "button", Text: slackText{"plain_text", "Look at it"}, URL: n.Link}
		body.Blocks = append(body.Blocks, slackBlock{Type: "actions", Elements: []slackElement{button}})
	}
	return body
}

func (n notice) slackText() string {
	if n.Tool == "" {
		return fmt.Sprintf("*%d calls wait for a person.* There were too many to tell of each.", n.Withheld)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "*A call waits for a person:* %s", slackCode(n.Tool))
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
		piece := slackEscape(string(r))
		switch r {
		case '`':
			piece = "'"
		case '@':
			piece = "@\u2060" // a word joiner: what stands behind it is no name of a channel
		}
		if limit -= utf8.RuneCountInString(piece); limit < 0 {
			return b.String() + oneline.Mark
		}
		b.WriteString(piece)
	}
	return b.String()
}

// slackEscape escapes what Slack reads as control characters, and nothing else:
// https://docs.slack.dev/messaging/formatting-message-text.
func slackEscape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
