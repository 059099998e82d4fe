package callback

var (
	ReadPending = func(raw string) (wait int64, limit int, err error) {
		a, err := readPending([]byte(raw))
		return int64(a.wait), a.limit, err
	}
	ReadVerdict = func(raw string) (id, action string, confidence float64, err error) {
		id, a, err := readVerdict([]byte(raw))
		return id, a.action.String(), a.confidence, err
	}
	Recovered = recovered
	MaxPast   = maxPast
	Limited   = limited
)

// MaxMessageBytes bounds a request.
const MaxMessageBytes = maxMessageBytes
