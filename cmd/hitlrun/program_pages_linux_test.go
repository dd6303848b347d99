package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestProgramPages reads the memory of this process from the kernel before and after. It runs alone: other tests would map pages again.
func TestProgramPages(t *testing.T) {
	before := programMemory(t)
	releaseProgramPages()
	after := programMemory(t)
	t.Logf("%d KB before, %d KB after", before, after)
	if after >= before {
		t.Errorf("the program has %d KB in memory, and had %d KB before", after, before)
	}
}

// programMemory returns how many KB of the code and the constants of this program are in its memory.
func programMemory(t *testing.T) int {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	sum, counts := 0, false
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) >= 5 && strings.Contains(fields[0], "-"):
			counts = fields[len(fields)-1] == program && !strings.Contains(fields[1], "w")
		case counts && fields[0] == "Rss:":
			kb, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			sum += kb
		}
	}
	if sum == 0 {
		t.Fatalf("no part of %s is in memory", program)
	}
	return sum
}
