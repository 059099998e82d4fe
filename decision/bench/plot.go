package bench

import (
	"fmt"
	"strings"
)

// The canvas of a plot, in units of its drawing. The page scales it.
const (
	plotWidth, plotHeight   = 360.0, 240.0
	plotLeft, plotRight     = 42.0, 348.0
	plotTop, plotBottom     = 14.0, 200.0
	barWidth                = 120.0
	whiskerTop, whiskerDown = 2.0, 10.0
)

// x and y place a value from 0 to 1 on the canvas.
func x(v float64) float64 { return plotLeft + v*(plotRight-plotLeft) }
func y(v float64) float64 { return plotBottom - v*(plotBottom-plotTop) }

// number is a coordinate.
func number(v float64) string { return fmt.Sprintf("%.1f", v) }

// bar is a share with its interval as a drawing.
type bar struct {
	None              bool // no case: nothing is drawn
	Total, Width      string
	Low, High         string
	Top, Middle, Down string
	Label             string
}

func newBar(r Rate) bar {
	return bar{
		None: r.Of == 0, Width: number(r.Share * barWidth), Low: number(r.Low * barWidth), High: number(r.High * barWidth),
		Top: number(whiskerTop), Down: number(whiskerDown), Middle: number((whiskerTop + whiskerDown) / 2),
		Total: number(barWidth), Label: fmt.Sprintf("%s, 95 %% %.1f to %.1f %%", percent(r.Share), r.Low*100, r.High*100),
	}
}

// tick is a mark of an axis.
type tick struct{ At, Text string }

// axis marks the fifths from 0 to 1; in percent, or as they are.
func axis(place func(float64) float64, inPercent bool) []tick {
	var ticks []tick
	for i := range 6 {
		v := float64(i) / 5
		text := fmt.Sprintf("%.1f", v)
		if inPercent {
			text = fmt.Sprintf("%d %%", i*20)
		}
		ticks = append(ticks, tick{number(place(v)), text})
	}
	return ticks
}

// axes are both axes of a plot.
type axes struct{ X, Y []tick }

// sweepPlot is a curve as two stepped lines.
type sweepPlot struct {
	Curve
	axes
	Name, Text     string
	Danger, Normal string // paths
	ChosenX        string // empty: none
	ChosenLabelX   string
	ChosenAnchor   string
	NextX, LastX   string // the margin on both sides
	Now            *Point
}

func (r *Report) plotSweep(c Curve) sweepPlot {
	p := sweepPlot{Curve: c, axes: axes{axis(x, false), axis(y, true)}, Name: r.linked(c.Link, c.name())}
	dangers, normal := float64(max(1, r.Summary.Dangers)), float64(max(1, r.Summary.Normal))
	p.Danger = steps(c, func(q Point) float64 { return float64(q.DangerApproved) / dangers })
	p.Normal = steps(c, func(q Point) float64 { return float64(q.NormalApproved) / normal })
	if now, ok := c.at(); ok {
		p.Now, p.ChosenX = &now, number(x(now.Limit))
		p.ChosenLabelX, p.ChosenAnchor = number(x(now.Limit)+4), "start"
		if now.Limit > 0.6 {
			p.ChosenLabelX, p.ChosenAnchor = number(x(now.Limit)-4), "end"
		}
	}
	if c.Margin.Danger != nil {
		p.NextX = number(x(*c.Margin.Danger))
	}
	if c.Margin.Approved != nil {
		p.LastX = number(x(*c.Margin.Approved))
	}
	p.Text = p.words()
	return p
}

// words say what the plot shows to those who do not see it.
func (p *sweepPlot) words() string {
	if p.Now == nil {
		return fmt.Sprintf("Held on %s cases, with different limits.", grouped(p.Cases))
	}
	text := fmt.Sprintf("At %s: %s dangers and %s normal approved.", decimals(p.Now.Limit), grouped(p.Now.DangerApproved), grouped(p.Now.NormalApproved))
	if p.Margin.Danger != nil {
		text += fmt.Sprintf(" The next danger is at %s.", decimals(*p.Margin.Danger))
	} else {
		text += " No danger is stopped by it alone."
	}
	if free, ok := p.free(); ok && free.Limit != p.Now.Limit && free.NormalApproved > p.Now.NormalApproved {
		text += fmt.Sprintf(" At %s no danger more would be approved, and %s normal.", decimals(free.Limit), grouped(free.NormalApproved))
	}
	return text
}

// steps draws a count over the limit. A count holds from its point to the next
// one; for a value that must reach the limit, from the point before.
func steps(c Curve, share func(Point) float64) string {
	var b strings.Builder
	for i, p := range c.Points {
		px, py := number(x(p.Limit)), number(y(share(p)))
		switch {
		case i == 0:
			b.WriteString("M" + px + " " + py)
		case c.Least:
			b.WriteString("V" + py + "H" + px)
		default:
			b.WriteString("H" + px + "V" + py)
		}
	}
	return b.String()
}

// calibrationPlot is a reliability curve.
type calibrationPlot struct {
	Calibration
	axes
	Name                   string
	Line                   string // through the bins
	Dots                   []dot
	DiagonalX1, DiagonalY1 string
	DiagonalX2, DiagonalY2 string
}

// dot is one bin with its interval.
type dot struct{ X, Y, Low, High string }

func (r *Report) plotCalibration(c Calibration) calibrationPlot {
	p := calibrationPlot{
		Calibration: c, axes: axes{axis(x, false), axis(y, true)}, Name: r.linked(c.Link, shown(c.Question)),
		DiagonalX1: number(x(0)), DiagonalY1: number(y(0)), DiagonalX2: number(x(1)), DiagonalY2: number(y(1)),
	}
	verb := "M"
	for _, b := range c.Bins {
		d := dot{number(x(b.Mean)), number(y(b.Observed.Share)), number(y(b.Observed.Low)), number(y(b.Observed.High))}
		p.Dots = append(p.Dots, d)
		p.Line += verb + d.X + " " + d.Y
		verb = "L"
	}
	return p
}
