// Package torture kills hitlrun at random moments, resumes its threads as an operator would, and
// checks what docs/guarantees.md promises.
//
// A store gets threads of five workflows (testdata), worked on by two operators. Each
// command is a process of its own, and most get SIGKILL: after a random part of the time
// that such a command takes, when the server of tickets has seen a request of it, or when
// it has answered one. The operator looks at the state and resumes the thread: with an answer, the
// same answer again, two different ones at the same instant, without one, with sweeps.
//
// What an operator saw is then compared with the final state, the audit log and the
// tickets that the server made, and the state with that of a run that nobody killed.
//
//	make torture                          # a thousand kills
//	make torture ARGS="-kills=100 -seed=7"
//
// The seed makes the choices, not the speed of the machine: a failure comes again with its
// seed most of the time, and is printed with the history of its thread.
package torture
