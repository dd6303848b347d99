// This file has pushMessage().

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// pushMessage is the Go side of pushMessage(). Outside of a task it does nothing.
func (api *API) pushMessage(fc goja.FunctionCall) goja.Value {
	if t := api.task(); t != nil {
		t.PushMessage(value.Text(fc.Argument(1)), fc.Argument(0))
	}
	return goja.Undefined()
}
