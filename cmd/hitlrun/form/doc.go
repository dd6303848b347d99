// Package form turns a question of a thread into something that a person can answer: fields of a JSON schema, choices, yes or no, and
// the decisions about the actions of an agent. It asks line by line on a Terminal, and returns JSON.
//
// It has questions and answers, and nothing of stores, threads or flags. Only one goroutine at a time may use an Asker.
package form
