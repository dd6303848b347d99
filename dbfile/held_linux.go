package dbfile

/*
#include "held_linux.h"
*/
import "C"

import (
	"errors"
	"sync"
)

// holds lets SQLite open files in folders that this process holds open.
var holds = sync.OnceValue(func() error {
	if C.hitlrun_hold() != C.SQLITE_OK {
		return errors.New("SQLite cannot open files in a folder that is held open")
	}
	return nil
})
