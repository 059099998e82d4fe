package supervisor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/flux7-go/supervisor/internal/atomicfile"
)

// pauseNote is what the file of a pause says.
type pauseNote struct {
	By    string    `json:"by"`
	Since time.Time `json:"since"`
}

// maxPauseBytes bounds what is read of it.
const maxPauseBytes = 64 << 10

// readPause returns the pause that an earlier process has left. A file that is
// there but cannot be read is a pause too: somebody wanted one.
func readPause(path string, now time.Time) (note pauseNote, paused bool) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return note, false
	}
	if err == nil {
		err = json.NewDecoder(io.LimitReader(f, maxPauseBytes)).Decode(&note)
		_ = f.Close()
	}
	if err != nil || note.Since.IsZero() {
		return pauseNote{By: "a pause file that cannot be read", Since: now}, true
	}
	return note, true
}

// keepPause writes down a pause, so that a restart does not end it, or that it
// is over.
func keepPause(path string, note *pauseNote) error {
	if path == "" {
		return nil
	}
	if note == nil {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the pause ends, but would be back after a restart: %w", err)
		}
		return nil
	}
	text, err := json.Marshal(note)
	if err == nil {
		err = atomicfile.Write(path, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("paused, but a restart would end the pause: %w", err)
	}
	return nil
}
