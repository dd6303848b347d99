// Package conformance holds the documented behaviour, case by case.
//
// cases/<topic>/*.txtar are cases of our own: a script, what it has to print,
// what the case pins down and where that is documented. TestCases runs each of
// them with every saver and every profile it names.
//
// TestDocsExamples runs the programs of the documentation themselves, when a
// folder with them is at hand (HITLRUN_DOCS_EXAMPLES, by default
// ../../shared/docs-examples).
//
// oracle/<area>/*.mjs are scripts that were run on Node with the real packages.
// TestOracle runs them here and compares the outputs; oracle/README.md says how
// to add one.
//
// expected_failures.txt, here and in oracle/<area>, lists what does not pass, with
// the reason. A case in the list that passes fails the test, so that the list
// only shrinks.
package conformance
