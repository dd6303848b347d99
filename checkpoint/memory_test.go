// This file tests MemorySaver.

package checkpoint_test

import (
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
)

func openMemory(*testing.T) checkpoint.Saver { return &checkpoint.MemorySaver{} }

func TestMemorySaver(t *testing.T) { savertest.Run(t, openMemory) }

func FuzzMemorySaver(f *testing.F) { savertest.Fuzz(f, openMemory) }
