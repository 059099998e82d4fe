package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// ErrCheckpoint: a checkpoint is not as it was written, or does not match the
// key.
var ErrCheckpoint = errors.New("the checkpoint was changed, or written with another key")

// Checkpoint says how far a journal had come at some time. Kept where the
// journal's writer cannot reach it, it shows later whether records were cut off
// since, or all of them made anew.
type Checkpoint struct {
	Time time.Time `json:"timestamp"`
	// Count is how many records the file had that the newest one stands in;
	// where nothing was rotated, as many as Seq.
	Count uint64 `json:"count"`
	Alg   string `json:"alg"`  // sha256, or hmac-sha256 with a key
	Seq   uint64 `json:"seq"`  // of the newest record
	Head  string `json:"head"` // its hash
	// Hash is the checkpoint's own: of the bytes of its line before the comma
	// in front of it, by Alg.
	Hash string `json:"hash"`
}

const (
	checkpointSuffix = ".checkpoint"
	// maxCheckpointBytes is several times what a checkpoint has.
	maxCheckpointBytes = 4 << 10
	sealHead           = `,"head":"`
)

// line returns the checkpoint as it is written, with the hash that the chain
// gives it.
func (c Checkpoint) line(by chain) []byte {
	b := append([]byte(recordStart), c.Time.UTC().Format(timeFormat)...)
	b = append(b, `","type":"checkpoint","count":`...)
	b = strconv.AppendUint(b, c.Count, 10)
	b = append(append(b, sealAlg...), c.Alg...)
	b = strconv.AppendUint(append(b, sealSeq...), c.Seq, 10)
	b = append(append(append(b, sealHead...), c.Head...), '"')
	sum := by.sum(c.Alg, b)
	return append(append(append(append(b, sealHash[1:]...), sum...), sealEnd...), '\n')
}

// ReadCheckpoint reads the checkpoint that stands beside the journal at path.
// Without one the error wraps [fs.ErrNotExist]; a checkpoint that cannot be
// relied on is [ErrCheckpoint]. One that was written with a key is not checked
// when none is given; one without a key is not relied on when one is given.
func ReadCheckpoint(path string, key []byte) (Checkpoint, error) {
	c, err := readCheckpoint(path, chain{key: key})
	if err != nil {
		return c, fmt.Errorf("read the checkpoint of %s: %w", path, err)
	}
	return c, nil
}

func readCheckpoint(path string, by chain) (c Checkpoint, err error) {
	f, err := openToRead(realPath(path) + checkpointSuffix)
	if err != nil {
		return c, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxCheckpointBytes))
	if err = errors.Join(err, f.Close()); err != nil {
		return c, err
	}
	return parseCheckpoint(data, by)
}

// parseCheckpoint takes only what line writes, to the byte.
func parseCheckpoint(data []byte, by chain) (c Checkpoint, err error) {
	if err := json.Unmarshal(data, &c); err != nil {
		return Checkpoint{}, fmt.Errorf("%w: it is not json", ErrCheckpoint)
	}
	c.Time = c.Time.UTC()
	switch {
	case c.Alg != algPlain && c.Alg != algKeyed:
		return Checkpoint{}, fmt.Errorf("%w: it names an unknown algorithm", ErrCheckpoint)
	case c.Alg == algPlain && by.alg() == algKeyed:
		return Checkpoint{}, fmt.Errorf("%w: it has no key", ErrCheckpoint)
	}
	want := c.line(by)
	if c.Alg == algKeyed && by.alg() == algPlain {
		// Nobody can say whether the hash is right; everything else can be checked.
		at := len(want) - len(sealEnd) - 1 - hashDigits
		if len(c.Hash) == hashDigits {
			copy(want[at:], c.Hash)
		}
	}
	if !bytes.Equal(data, want) {
		return Checkpoint{}, ErrCheckpoint
	}
	return c, nil
}
