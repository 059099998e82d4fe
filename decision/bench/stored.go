package bench

// Report reports on a run that is kept, with the difference to the run that it
// was compared to where that is kept too.
func (s *Store) Report(id string) (*Report, error) {
	summary, err := s.Summary(id)
	if err != nil {
		return nil, err
	}
	rows, err := s.all(id)
	if err != nil {
		return nil, err
	}
	if summary.Status != StatusDone { // it has no totals of its own
		summary.Totals = Summarize(rows)
	}
	r := NewReport(summary, rows)
	if before, err := s.all(summary.ComparedTo); err == nil {
		difference := Compare(before, rows)
		r.Comparison = &difference
	}
	return r, nil
}

// all are the rows of a run.
func (s *Store) all(id string) ([]Row, error) {
	var rows []Row
	for row, err := range s.Rows(id) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
