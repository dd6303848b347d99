// This file has pushMessage().

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// pushMessage is the host side of pushMessage(): without a task that runs nobody hears of it.
func (api *API) pushMessage(fc goja.FunctionCall) goja.Value {
	if t := api.task(); t != nil {
		t.PushMessage(value.Text(fc.Argument(1)), fc.Argument(0))
	}
	return goja.Undefined()
}
