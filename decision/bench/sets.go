package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Cases are sets that were read whole, with an account of them.
type Cases struct {
	List []Case
	Sets []SetInfo
	// Faults are the first lines that could not be read, up to [MaxFaults].
	Faults []error
}

// MaxFaults bounds the faults of sets that are told one by one. All are counted.
const MaxFaults = 20

// LoadCases reads sets from files. Cases whose id is in skip are left out; nil
// leaves out none. The error is that of a file that cannot be read.
func LoadCases(r *Reader, paths []string, skip map[string]bool) (Cases, error) {
	var c Cases
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return Cases{}, fmt.Errorf("reading a set: %w", err)
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		err = errors.Join(c.Add(r, name, path, f, skip), f.Close())
		if err != nil {
			return Cases{}, err
		}
	}
	return c, nil
}

// Add reads one more set; path says where it is, for people.
func (c *Cases) Add(r *Reader, name, path string, src io.Reader, skip map[string]bool) error {
	info := SetInfo{Name: c.freeName(name), Path: path}
	for one, err := range r.Read(info.Name, src) {
		var skipped *SkipError
		switch {
		case errors.As(err, &skipped):
			if skipped.Err != nil && len(c.Faults) < MaxFaults {
				c.Faults = append(c.Faults, skipped)
			}
		case err != nil:
			return err
		case skip[one.ID]:
			info.Skipped++
		default:
			info.Cases++
			c.List = append(c.List, one)
		}
	}
	set := r.Sets()[len(r.Sets())-1]
	info.SHA256 = set.SHA256
	for reason, n := range set.Skipped {
		if reason == SkipUnreadable {
			info.Unreadable += n
		} else {
			info.Skipped += n
		}
	}
	c.Sets = append(c.Sets, info)
	return nil
}

// freeName tells two files of one name apart.
func (c *Cases) freeName(name string) string {
	free := name
	for n := 2; ; n++ {
		taken := false
		for _, s := range c.Sets {
			taken = taken || s.Name == free
		}
		if !taken {
			return free
		}
		free = fmt.Sprintf("%s#%d", name, n)
	}
}

// Name is what a run of the sets is called: the one set, or the first and how
// many more.
func (c *Cases) Name() string {
	switch len(c.Sets) {
	case 0:
		return "none"
	case 1:
		return c.Sets[0].Name
	}
	return fmt.Sprintf("%s+%d", c.Sets[0].Name, len(c.Sets)-1)
}
