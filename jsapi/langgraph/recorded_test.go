// This file compares this package with output that LangGraph.js has printed on Node. It uses a store in memory.

package langgraph_test

import (
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestRecorded(t *testing.T) {
	t.Parallel()
	o := jsapi.Options{Permissions: jsapi.AllowAll(), Profile: "1", OpenSaver: func(conn string) (checkpoint.Saver, error) {
		return sqlite.Open(conn, sqlite.Options{})
	}}
	for _, topic := range []string{"channels", "functional", "savers", "state", "store", "streaming", "time"} {
		jsapitest.Recorded(t, "../../conformance/oracle/"+topic, o)
	}
	jsapitest.Recorded(t, "../../conformance/oracle/running", o, "error-handler") // listed in expected_failures.txt
}
