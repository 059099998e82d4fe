package command

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/flux7-go/supervisor"
)

// barCells is how wide a bar is: a cell a twentieth, finer than people choose
// thresholds.
const barCells = 20

// printLimits shows every answer against its limit, as a bar with a mark where
// the limit is.
func printLimits(w io.Writer, d supervisor.Decision) {
	limits, ok := d.Evidence.Limits.([]supervisor.Limit)
	if !ok || len(limits) == 0 {
		return
	}
	fmt.Fprintln(w, "\nQUESTION\tANSWER\t0 \u2502 limit"+strings.Repeat(" ", barCells-9)+"1\tLIMIT\t")
	for _, l := range limits {
		bound, stops := "at most", ""
		if l.Least {
			bound = "at least"
		}
		switch {
		case l.Ignored:
			stops = "not counted here"
		case l.Stopped:
			stops = "stops"
		}
		fmt.Fprintf(w, "%s\t%.2f\t%s\t%s %.2f (%s)\t%s\n", l.Question, l.Value, bar(l.Value, l.Limit), bound, l.Limit, l.Key, stops)
	}
}

// bar draws a value from 0 to 1, with a mark at the limit.
func bar(value, limit float64) string {
	filled, mark := cells(value), min(cells(limit), barCells-1)
	var b strings.Builder
	for i := range barCells {
		switch {
		case i == mark:
			b.WriteRune('\u2502')
		case i < filled:
			b.WriteRune('\u2588')
		default:
			b.WriteRune('\u00b7')
		}
	}
	return b.String()
}

func cells(share float64) int {
	if !(share > 0) { // a NaN too
		return 0
	}
	return int(math.Round(min(share, 1) * barCells))
}
