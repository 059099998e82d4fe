package systemone

import "github.com/flux7-go/supervisor/provider/internal/disclosure"

// Limits of what is sent. Sizes are of JSON text.
//
// The state of a call is cut in this order until it fits: texts over their
// limit, the oldest of the recent activity, the last of the grants, longer
// texts of the parameters more and more, and in the end the parameters as a
// whole, of which one text with the beginning and the end of their JSON is
// left. The mark in a cut text says how much is missing.
const (
	// MaxRequestBytes bounds a request. It is the smallest limit of a known
	// server, Ollama's 64 KiB.
	MaxRequestBytes = 64 << 10
	// MaxStateBytes bounds the state of a call. It is some 6,000 to 8,000
	// tokens: models of 8k tokens read it, and vendors report that longer states
	// make answers worse.
	MaxStateBytes = 24 << 10
	// MaxTextBytes bounds one text in the parameters of the call.
	MaxTextBytes = 8 << 10
	// MaxRecent is how many earlier calls are shown, as in the reference.
	MaxRecent = disclosure.MaxRecent

	// maxFixedBytes bounds what is the same in every request. The rest is left
	// for the state.
	maxFixedBytes = MaxRequestBytes - MaxStateBytes
	// maxContextTextBytes bounds one text in the recent activity and the grants.
	maxContextTextBytes = 512
	// maxDirsBytes bounds the project's directories.
	maxDirsBytes = 4 << 10
	// minTextBytes is as far as texts of the parameters are cut before the
	// parameters are cut as a whole.
	minTextBytes = 128
)
