// Package oneliner tells which files a short program writes that is given to an
// interpreter on its command line, as in python3 -c: paths and contents that it
// names as literals. It reads the usual forms of a few languages and knows what
// it does not know: a call that may write and is not of such a form counts as a
// write of anything anywhere.
package oneliner
