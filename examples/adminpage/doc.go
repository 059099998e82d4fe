// Package adminpage tests the page of the admin API in a real browser. It holds
// nothing but tests, and is here because the browser's driver is no dependency of
// the library.
package adminpage
