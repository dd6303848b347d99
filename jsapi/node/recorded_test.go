// This file runs the scripts of testdata and compares their output with that of Node 20.

package node_test

import (
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestRecorded(t *testing.T) {
	t.Parallel()
	jsapitest.Recorded(t, "testdata", jsapi.Options{Permissions: jsapi.AllowAll()})
}
