// Package savertest has the tests that every checkpoint.Saver passes.
//
// Run is one test function of a saver's package; each of its subtests opens a
// fresh saver and runs in parallel to the others. Random and Fuzz hold a saver
// against a model that does the obvious thing.
package savertest
