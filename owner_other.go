//go:build !unix

// This file is for systems on which the owner of a file is not checked.

package hitlrun

func ownFile(string) error { return nil }
