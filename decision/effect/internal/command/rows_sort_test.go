package command_test

import "testing"

func TestSortRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"sort -u *.txt", "read(*.txt) >content"},
		{"sort -o out in", "write(out) read(in) >content"},
		{"sort -co out in", "write(out) read(in) >content"},
		{"sort --outp=x in", "write(x) read(in) >content"},
		{"sort --outp x in", "read(x) read(in) >content gap"},
		{"sort --compress-program=sh a", "exec(sh ?) read(a) >content"},
		{"sort *", "read(*) >content gap"},
		{"sort --files0-from=x", "<data >content gap"},
		{"uniq a b", "read(a) write(b) >content"},
		{"uniq -c", "<data >content"},
		{"split -l 5 a pre", "read(a) write(pre) write(xaa)"},
		{"split --filter=sh a", "shell(sh a) read(a) write(xaa)"},
		{"csplit -f pre a /x/", "write(pre) read(a) write(xx00)"},
		{"csplit --run a /x/", "read(a) write(xx00) gap"},
		{"shuf -e a b", ">text"},
		{"shuf -o out in", "write(out) read(in) >content"},
		{"tee a b", "write(a) write(b) <data >stdin"},
		{"tee -a log", "append(log) <data >stdin"},
		{"tee /etc/passwd", "write(/etc/passwd) <data >stdin"},
		{"dd if=/dev/zero of=/dev/sda bs=1M", "read(/dev/zero) doubts:raw copy write(/dev/sda) <data >content"},
		{"dd count=1", "<data >content"},
		{"dd x", "<data >content gap"},
		{"dd ?u", "<data >content gap"},
		{"truncate -s 0 f", "doubts:cuts off what is in a file write(f)"},
		{"truncate -r a f", "doubts:cuts off what is in a file list(a) write(f)"},
		{"truncate -s0 *", "doubts:cuts off what is in a file write(*)"},
	})
}
