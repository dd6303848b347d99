// Package form turns a question of a thread into something that a person can answer: fields of a JSON schema, choices, yes or no, and
// the decisions about the actions of an agent. It asks line by line, on whatever Terminal it is given, and returns JSON.
//
// It knows questions and answers, and nothing of stores, threads or flags. An Asker is used by one goroutine.
package form
