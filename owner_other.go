//go:build !unix

// This file is for systems whose owners of files are not looked at.

package hitlrun

func ownFile(string) error { return nil }
