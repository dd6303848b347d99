//go:build !linux || !cgo

package main

func releaseProgramPages() {}
