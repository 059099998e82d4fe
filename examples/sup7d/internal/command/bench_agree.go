package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/bench"
)

// agree tells what a run will cost, and asks whether to go on. A run that asks
// nobody who is paid needs no agreement.
func (a *app) agree(ctx context.Context, m *measuring, f benchRunFlags) error {
	if m.info.Mode == bench.ModeRecompute || f.only == onlyRules || m.sup.Offline() {
		return nil
	}
	nobody := func(*supervisor.Call, string) (bench.Said, bool) { return bench.Said{}, false }
	n, err := bench.CountAsked(ctx, m.target(f.only)(nobody), m.cases.List)
	if err != nil {
		return err
	}
	e := bench.NewEstimate(n, f.concurrency)
	fmt.Fprintf(a.Err, "a model is asked about %d of %d cases: about %d tokens, $%.4f at the price of Jev, and %d s at the least\n",
		n, len(m.cases.List), e.Tokens, e.CostUSD, e.Seconds)
	if f.yes || n == 0 {
		return nil
	}
	fmt.Fprint(a.Err, "go on? [y/N] ")
	answer, _ := bufio.NewReader(a.In).ReadString('\n') // what cannot be read is no yes
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errors.New("nothing was asked: answer y, or pass --yes")
}
