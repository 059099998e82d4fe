package journal

import "time"

// syncSoon starts the clock of the next sync, unless it runs.
func (j *Journal) syncSoon() {
	if j.fsync != FsyncInterval || j.durable.timer != nil || j.closed || !j.unsynced() {
		return
	}
	j.timers.Add(1)
	j.durable.timer = time.AfterFunc(SyncInterval, j.syncBehind)
}

func (j *Journal) stopTimer() {
	if t := j.durable.timer; t != nil && t.Stop() {
		j.timers.Done()
	}
	j.durable.timer = nil
}

// syncBehind syncs without the turn, so that nobody who appends waits for it.
func (j *Journal) syncBehind() {
	defer j.timers.Done()
	j.turn <- struct{}{}
	defer func() { <-j.turn }()
	if j.closed {
		return
	}
	j.durable.timer = nil
	defer j.syncSoon()
	if j.unsure() {
		_ = j.syncNow() // was logged; the next append has it too
		return
	}
	file, upTo, at := j.file, j.size, j.head
	<-j.turn
	err := j.disk.sync(file)
	j.turn <- struct{}{}
	if j.file != file {
		return // meanwhile it was closed, or opened anew
	}
	if err == nil {
		err = j.list()
	}
	if err != nil {
		j.syncFailed(err)
		return
	}
	if j.durable.upTo < upTo && upTo <= j.size { // nobody was faster, or cut the file
		j.durable.upTo, j.durable.at = upTo, at
	}
}
