// This file has the numeric codes of DOMException, which it still has for compatibility.

package web

import "github.com/dop251/goja"

// domErrors are the errors with a code, in the order of their codes.
var domErrors = []struct {
	name, constant string
	code           int
}{
	{"IndexSizeError", "INDEX_SIZE_ERR", 1},
	{"", "DOMSTRING_SIZE_ERR", 2},
	{"HierarchyRequestError", "HIERARCHY_REQUEST_ERR", 3},
	{"WrongDocumentError", "WRONG_DOCUMENT_ERR", 4},
	{"InvalidCharacterError", "INVALID_CHARACTER_ERR", 5},
	{"", "NO_DATA_ALLOWED_ERR", 6},
	{"NoModificationAllowedError", "NO_MODIFICATION_ALLOWED_ERR", 7},
	{"NotFoundError", "NOT_FOUND_ERR", 8},
	{"NotSupportedError", "NOT_SUPPORTED_ERR", 9},
	{"InUseAttributeError", "INUSE_ATTRIBUTE_ERR", 10},
	{"InvalidStateError", "INVALID_STATE_ERR", 11},
	{"SyntaxError", "SYNTAX_ERR", 12},
	{"InvalidModificationError", "INVALID_MODIFICATION_ERR", 13},
	{"NamespaceError", "NAMESPACE_ERR", 14},
	{"InvalidAccessError", "INVALID_ACCESS_ERR", 15},
	{"", "VALIDATION_ERR", 16},
	{"TypeMismatchError", "TYPE_MISMATCH_ERR", 17},
	{"SecurityError", "SECURITY_ERR", 18},
	{"NetworkError", "NETWORK_ERR", 19},
	{"AbortError", "ABORT_ERR", 20},
	{"URLMismatchError", "URL_MISMATCH_ERR", 21},
	{"QuotaExceededError", "QUOTA_EXCEEDED_ERR", 22},
	{"TimeoutError", "TIMEOUT_ERR", 23},
	{"InvalidNodeTypeError", "INVALID_NODE_TYPE_ERR", 24},
	{"DataCloneError", "DATA_CLONE_ERR", 25},
}

// domNatives are the arguments of domexception.js: code(name) → the code, or 0 if there is none;
// constants(object) defines the constants.
func domNatives(p *platform) map[string]native {
	return map[string]native{
		"code": func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			for _, e := range domErrors {
				if e.name == name && name != "" {
					return p.vm.ToValue(e.code)
				}
			}
			return p.vm.ToValue(0)
		},
		"constants": func(call goja.FunctionCall) goja.Value {
			o := call.Argument(0).ToObject(p.vm)
			for _, e := range domErrors {
				must(o.DefineDataProperty(e.constant, p.vm.ToValue(e.code), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE))
			}
			return goja.Undefined()
		},
	}
}
