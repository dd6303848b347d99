// This file says which errors are tried again when a retry policy does not say.

package jsapi

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// finalStatus are the HTTP statuses that another try does not change.
var finalStatus = map[string]bool{
	"400": true, "401": true, "402": true, "403": true, "404": true, "405": true, "406": true, "407": true, "409": true,
}

// worthRetrying is LangGraph's default for retryOn.
func (vm *VM) worthRetrying(err error) (worth bool) {
	o, ok := vm.jsError(err).(*goja.Object)
	if !ok {
		return true
	}
	get := func(path ...string) string {
		at := o
		for i, name := range path {
			v := at.Get(name)
			if i == len(path)-1 {
				return value.Text(v)
			}
			if at, ok = v.(*goja.Object); !ok {
				return ""
			}
		}
		return ""
	}
	if ex := vm.rt.Try(func() {
		name, message := get("name"), get("message")
		status := get("response", "status")
		if status == "" {
			status = get("status")
		}
		worth = !strings.HasPrefix(message, "Cancel") && !strings.HasPrefix(message, "AbortError") &&
			name != "AbortError" && name != "GraphValueError" && get("code") != "ECONNABORTED" &&
			!finalStatus[status] && get("error", "code") != "insufficient_quota"
	}); ex != nil {
		return true
	}
	return worth
}
