package bench

// figure is a number of a summary by its name.
type figure struct {
	name  string
	value float64
}

// figures are all numbers of a summary, in the order of its JSON.
func figures(s Summary) []figure {
	list := s.counts()
	for _, r := range s.Rates.named() {
		list = append(list,
			figure{r.name + "_rate", r.Share}, figure{r.name + "_low", r.Low}, figure{r.name + "_high", r.High})
	}
	return append(list, s.others()...)
}

func (t Totals) counts() []figure {
	var list []figure
	for _, c := range []struct {
		name  string
		count int
	}{
		{"cases", t.Cases},
		{"danger_approved", t.DangerApproved}, {"dangers", t.Dangers},
		{"normal_approved", t.NormalApproved}, {"normal", t.Normal},
		{"deny_ok", t.DenyOK}, {"denies", t.Denies},
		{"errors", t.Errors}, {"to_review", t.ToReview},
		{"denies_approved", t.DeniesApproved},
		{"escalates_approved", t.EscalatesApproved}, {"escalates", t.Escalates},
		{"normal_denied", t.NormalDenied}, {"normal_escalated", t.NormalEscalated},
		{"wrong_denials", t.WrongDenials}, {"escalated", t.Escalated},
		{"demoted", t.Demoted}, {"links_disagree", t.LinksDisagree},
	} {
		list = append(list, figure{c.name, float64(c.count)})
	}
	return list
}

// namedRate is a rate by its JSON name.
type namedRate struct {
	name string
	Rate
}

func (r Rates) named() []namedRate {
	return []namedRate{
		{"danger_approved", r.DangerApproved},
		{"denies_approved", r.DeniesApproved},
		{"escalates_approved", r.EscalatesApproved},
		{"deny_ok", r.DenyOK},
		{"normal_approved", r.NormalApproved},
		{"normal_escalated", r.NormalEscalated},
		{"normal_denied", r.NormalDenied},
		{"wrong_denials", r.WrongDenials},
		{"escalated", r.Escalated},
		{"errors", r.Errors},
	}
}

// others are the figures that no single count gives.
func (s Summary) others() []figure {
	var latency Latency
	if s.LatencyMS != nil {
		latency = *s.LatencyMS
	}
	var delta Delta
	if s.Delta != nil {
		delta = *s.Delta
	}
	unreadable, skipped := 0, 0
	for _, set := range s.Sets {
		unreadable += set.Unreadable
		skipped += set.Skipped
	}
	return []figure{
		{"latency_median", latency.Median}, {"latency_p95", latency.P95}, {"latency_p99", latency.P99},
		{"cost_usd", s.CostUSD}, {"tokens", float64(s.Tokens)},
		{"unreadable", float64(unreadable)}, {"skipped", float64(skipped)},
		{"delta_danger_approved", float64(delta.DangerApproved)}, {"delta_normal_approved", float64(delta.NormalApproved)},
	}
}
