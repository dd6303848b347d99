// This file makes terminals what they were before scripts read their keys.

package hitlrun

import "github.com/hitlrun/hitlrun/jsapi"

// RestoreTerminals makes the terminals that scripts have made raw (process.stdin.setRawMode) again what they were. That happens at the
// end of each run; a program that calls os.Exit while scripts may run calls RestoreTerminals before. It is safe for concurrent use.
func RestoreTerminals() { jsapi.RestoreTerminals() }
