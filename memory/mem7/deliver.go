package mem7

import (
	"context"
	"errors"
)

// maxRefusals is how often flux7-memory may refuse the first decision of the
// spool before the next one is tried in its place.
const maxRefusals = 3

// deliverer takes decisions from the front of a spool. It belongs to one
// goroutine.
type deliverer struct {
	client *Client
	spool  *spool
	health *health

	names    []string // what waits, as far as the folder was read
	refusals int      // of the first one, in a row
}

// deliver sends the first decision and takes it off the spool. It reports false
// when there is none.
//
// A process that is killed between the two sends it once more, and so does one
// whose connection broke before the answer: the key is the same, and so
// flux7-memory has it once.
func (d *deliverer) deliver(ctx context.Context) (sent bool, err error) {
	if len(d.names) == 0 {
		if d.names, err = d.spool.list(); err != nil || len(d.names) == 0 {
			return false, err
		}
	}
	_, err = d.send(ctx, d.names[0])
	switch {
	case err == nil:
		d.pop()
		return true, nil
	case isRefused(err):
		if d.refusals++; d.refusals > maxRefusals {
			return d.pass(ctx, err)
		}
	}
	return false, err
}

// pass tries the second decision, since the first is refused again and again.
// Where that one is taken, the fault is in the first, which is put aside. Where it
// is refused as well, flux7-memory takes nothing, for example because it is full,
// and both wait.
func (d *deliverer) pass(ctx context.Context, reason error) (sent bool, err error) {
	if len(d.names) < 2 {
		if d.names, err = d.spool.list(); err != nil || len(d.names) < 2 {
			return false, errors.Join(err, reason)
		}
	}
	taken, err := d.send(ctx, d.names[1])
	if err == nil && !taken {
		d.names = append(d.names[:1], d.names[2:]...)
	}
	if err != nil || !taken {
		return false, errors.Join(err, reason)
	}
	if err := d.putAside(d.names[0], reason); err != nil {
		return false, err
	}
	d.pop()
	d.pop()
	return true, nil
}

func (d *deliverer) pop() { d.names, d.refusals = d.names[1:], 0 }

// send delivers one decision, and reports whether flux7-memory took it. One
// that is gone or damaged is done with.
func (d *deliverer) send(ctx context.Context, name string) (taken bool, err error) {
	f, err := d.spool.read(name)
	switch {
	case errors.Is(err, errGone):
		return false, nil
	case errors.Is(err, errDamaged):
		return false, d.putAside(name, err)
	case err != nil:
		return false, err
	}
	if err := d.client.store(ctx, f); err != nil {
		return false, err
	}
	return true, d.spool.remove(name)
}

func (d *deliverer) putAside(name string, reason error) error {
	if err := d.spool.setAside(name); err != nil {
		return err
	}
	d.health.setAside(name, reason)
	return nil
}
