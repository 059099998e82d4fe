package journal

import "time"

// Limits of a record. What exceeds one is cut, never refused: a decision whose
// record is incomplete is better than one without.
const (
	// MaxRecordBytes bounds a line without its LF. It is more than the members
	// of a record can come to, so that a longer line was not written by us.
	MaxRecordBytes = 1 << 20
	// MaxParamsBytes bounds the parameters of the call, as they are written.
	// Over it their long texts are cut and the record is not replayable.
	MaxParamsBytes = 64 << 10
	// MaxEvidenceBytes bounds each member of the evidence, and all fields of an
	// event together.
	MaxEvidenceBytes = 64 << 10
	// MaxReasoningBytes bounds the reasoning and an outcome's detail.
	MaxReasoningBytes = 4 << 10
	// MaxFields bounds how many fields an event has.
	MaxFields = 64

	// keptTextBytes is what is kept of each long text in parameters that are
	// cut: enough for every path, and for a look at a file's content.
	keptTextBytes = 256
	// maxFieldNameBytes bounds the name of a field, and the type of an event.
	maxFieldNameBytes = 64
)

// MaxLockWait is how long Append waits at most for another process that writes
// the same file. A process holds the lock for one write.
const MaxLockWait = 5 * time.Second
