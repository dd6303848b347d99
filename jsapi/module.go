// This file resolves import specifiers to modules of lib and of Node.

package jsapi

import (
	"bytes"
	"embed"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

//go:embed lib/*/*.ts lib/zod3/zod3.js
var lib embed.FS

// builtins maps specifiers to modules of lib that are always used, even if the real package is
// installed.
var builtins = map[string]string{
	"@langchain/langgraph":                               "langgraph/index.ts",
	"@langchain/langgraph/web":                           "langgraph/index.ts",
	"@langchain/langgraph/channels":                      "langgraph/channels.ts",
	"@langchain/langgraph/stream":                        "langgraph/subscription.ts",
	"@langchain/langgraph/zod":                           "langgraph/zod.ts",
	"@langchain/langgraph/prebuilt":                      "prebuilt/index.ts",
	"@langchain/langgraph/pregel":                        "langgraph/pregel.ts",
	"@langchain/langgraph/zod/schema":                    "langgraph/zod_schema.ts",
	"@langchain/langgraph-checkpoint":                    "langgraph/checkpoint.ts",
	"@langchain/langgraph-checkpoint-sqlite":             "langgraph/sqlite.ts",
	"@langchain/langgraph-checkpoint-sqlite/SqliteSaver": "langgraph/sqlite.ts",
	"hitlrun":             "langgraph/hitlrun.ts",
	"hitlrun:token-ranks": "node/token_ranks.ts",
	"hitlrun:llhttp":      "node/llhttp.ts",
}

// fallbacks maps specifiers to modules of lib that are used only if the real package is not
// installed.
var fallbacks = map[string]string{
	"zod": "zod/index.ts", "zod/v4": "zod/v4.ts", "zod/v3": "zod3/zod3.js", "uuid": "uuid/index.ts",
	"@langchain/core/messages": "core/messages.ts", "@langchain/core/messages/tool": "core/messages.ts",
	"@langchain/core/tools": "core/tools.ts", "@langchain/core/runnables": "core/runnables.ts",
	"@langchain/core/utils/json_schema": "core/utils_json_schema.ts", "@langchain/core/utils/function_calling": "core/utils_function_calling.ts",
	"@langchain/core/output_parsers/openai_tools": "core/openai_tools.ts",
	"@langchain/core/documents":                   "core/documents.ts", "@langchain/core/outputs": "core/outputs.ts",
	"@langchain/core/prompt_values":  "core/prompt_values.ts",
	"@langchain/core/callbacks/base": "core/callbacks.ts", "@langchain/core/callbacks/promises": "core/callbacks.ts",
	"@langchain/core/language_models/stream": "core/model_stream.ts", "@langchain/core/language_models/compat": "core/model_stream.ts",
	"@langchain/core/utils/stream": "core/streams.ts", "@langchain/core/singletons": "core/singletons.ts",
	"@langchain/core/callbacks/manager":  "core/callback_manager.ts",
	"@langchain/core/callbacks/dispatch": "core/dispatch.ts", "@langchain/core/callbacks/dispatch/web": "core/dispatch.ts",
	"@langchain/core/language_models/base":        "core/language_model.ts",
	"@langchain/core/language_models/chat_models": "core/chat_models.ts",
	"@langchain/core/language_models/llms":        "core/llms.ts",
	"@langchain/core/utils/testing":               "core/testing.ts",
	"@langchain/core/embeddings":                  "core/embeddings.ts",
	"@langchain/core/stores":                      "core/stores.ts",
	"@langchain/core/caches":                      "core/caches.ts",
	"@langchain/core/utils/async_caller":          "core/async_caller.ts",
	"@langchain/core/prompts":                     "core/prompts.ts",
	"@langchain/core/output_parsers":              "core/output_parsers.ts",
	"@langchain/core/testing":                     "langchain/testing.ts",
	"@langchain/core/chat_history":                "core/chat_history.ts",
	"@langchain/core/utils/uuid":                  "uuid/index.ts",
	"langchain/browser":                           "langchain/index.ts",
	"langchain/tools":                             "langchain/tool.ts",
	"langchain/storage/in_memory":                 "core/stores.ts",
	"langchain":                                   "langchain/index.ts",
}

// libPrefix is the prefix of the names of the modules of lib.
const libPrefix = "hitlrun/"

// Bundle bundles the script in the file at path file. source is its text; nil reads the file.
// cacheDir is the directory of the cache of bundles; "" caches nothing. The script can import files
// of its own package, and packages that are installed for it.
func Bundle(file string, source []byte, cacheDir string) (*bundle.Result, error) {
	return BundleWith(file, source, cacheDir, files.Grants{})
}

// BundleWith is Bundle for a script that may also import the files that read grants.
func BundleWith(file string, source []byte, cacheDir string, read files.Grants) (*bundle.Result, error) {
	serve := func(importer, specifier string) (bundle.Module, bool) {
		if langgraphs[specifier] && needsFull(importer, file, source) {
			if names(importer, file, source, "MessagesZodState") && names(importer, file, source, "zod/v3") {
				return libModule("langgraph/full_zod3.ts")
			}
			return libModule("langgraph/full.ts")
		}
		if specifier == "@langchain/langgraph/zod" && !strings.HasPrefix(importer, libPrefix) && names(importer, file, source, "zod/v3") {
			return libModule("langgraph/zod_both.ts")
		}
		return builtin(importer, specifier)
	}
	instead := func(importer, specifier string) (bundle.Module, bool) {
		if name, ok := callbackModules[specifier]; ok && names(importer, file, source, callbackTexts...) {
			return libModule(name)
		}
		return fallback(importer, specifier)
	}
	cache := bundle.Cache{Dir: cacheDir, Version: vm.Version}
	return cache.Bundle(bundle.Options{Entry: file, Source: source, Builtin: serve, Fallback: instead, Hint: hint, Outline: vm.Outline, Read: read})
}

// callbackModules maps specifiers to modules of lib that report to callbacks. They replace the
// modules of fallbacks for files that contain one of callbackTexts.
var callbackModules = map[string]string{
	"@langchain/core/tools": "core/tools_with_callbacks.ts", "@langchain/core/runnables": "core/runnables_with_callbacks.ts",
}

// callbackTexts are texts that occur in files that use callbacks, or that need more of a module
// than most files do.
var callbackTexts = []string{
	"allback", "streamEvents", "patchConfig", "pickRunnableConfigKeys", "RunnableRetry", "RunnableEach", "RouterRunnable",
	"RunnableToolLike", "RunnableWithMessageHistory", "withListeners",
}

// langgraphs are the specifiers of LangGraph itself.
var langgraphs = map[string]bool{"@langchain/langgraph": true, "@langchain/langgraph/web": true}

// fullOnly are the names that full.ts exports and index.ts does not export.
var fullOnly = []string{
	"DeltaChannel", "DeltaValue", "MessageGraph", "MessagesAnnotation", "MessagesDeltaValue", "MessagesValue", "MessagesZodMeta",
	"MessagesZodState", "ReducedValue", "StateSchema", "UntrackedValue", "UntrackedValueChannel", "addMessages",
	"getJsonSchemaFromSchema", "getSchemaDefaultGetter", "isSerializableSchema", "isStandardSchema",
	"messagesDeltaReducer", "messagesStateReducer", "pushMessage",
	"ChatModelStreamImpl", "EventLog", "GraphRunStream", "STREAM_EVENTS_V3_MODES", "StreamChannel", "SubgraphRunStream", "convertToProtocolEvent",
	"createGraphRunStream", "createLifecycleTransformer", "createMessagesTransformer", "createSubgraphDiscoveryTransformer",
	"createValuesTransformer", "filterLifecycleEntries", "filterSubgraphHandles", "isCheckpointEnvelope", "isNativeTransformer",
}

// allOfLangGraph matches an import or an export of all names of LangGraph.
var allOfLangGraph = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(import|export)\s*\*[^;"']*["']@langchain/langgraph(/web)?["']`)
})

// needsFull reports whether a file that imports LangGraph needs more than index.ts exports. Only
// then the bundle includes the messages and zod, which take most of the time of bundling.
func needsFull(importer, entry string, source []byte) bool {
	text, ok := textOf(importer, entry, source)
	return !ok || names(importer, entry, source, fullOnly...) || allOfLangGraph().Match(text)
}

// names reports whether the text of the file importer contains one of texts, or cannot be read.
func names(importer, entry string, source []byte, texts ...string) bool {
	text, ok := textOf(importer, entry, source)
	return !ok || slices.ContainsFunc(texts, func(t string) bool { return bytes.Contains(text, []byte(t)) })
}

// textOf returns the text of the file importer, or nil if that is a module of lib. ok is false if
// the file cannot be read.
func textOf(importer, entry string, source []byte) (text []byte, ok bool) {
	if strings.HasPrefix(importer, libPrefix) {
		return nil, true
	}
	if abs, err := filepath.Abs(entry); source != nil && err == nil && abs == importer {
		return source, true
	}
	text, err := bundle.ReadConfig(importer)
	return text, err == nil
}

func libModule(name string) (bundle.Module, bool) {
	file, err := lib.Open("lib/" + name)
	if err != nil {
		return bundle.Module{}, false
	}
	_ = file.Close() // an embedded file: closing it cannot fail
	text := func() string {
		data, _ := lib.ReadFile("lib/" + name) // Open has found it above
		return onceEach(name, string(data))
	}
	ofNode := strings.HasPrefix(name, "node/")
	return bundle.Module{Name: libPrefix + name, Text: text, TS: true, Pure: !effects[name] && !ofNode, Default: ofNode}, true
}

// effects are the modules of lib that do more than define their exports.
var effects = map[string]bool{
	"langgraph/errors.ts": true, "langgraph/start.ts": true, "langgraph/zod.ts": true, messagesCover: true,
	"core/callback_manager.ts": true, "core/tools_with_callbacks.ts": true, "core/runnables_with_callbacks.ts": true, "core/runnable_callbacks.ts": true,
	"langgraph/zod_both.ts": true,
}

// messagesCover wraps @langchain/core/messages, whether installed or of lib. It registers the
// functions with which Go makes messages out of stored data.
const messagesCover = "langgraph/core_messages.ts"

// builtin implements bundle.Options.Builtin.
func builtin(importer, specifier string) (bundle.Module, bool) {
	if strings.HasPrefix(importer, libPrefix) && strings.HasPrefix(specifier, ".") {
		name := path.Join(path.Dir(strings.TrimPrefix(importer, libPrefix)), specifier)
		return libModule(strings.TrimSuffix(name, ".ts") + ".ts")
	}
	if specifier == "@langchain/core/messages" && importer != libPrefix+messagesCover {
		return libModule(messagesCover)
	}
	if name, ok := builtins[specifier]; ok {
		return libModule(name)
	}
	if name, ok := strings.CutPrefix(specifier, "node:"); ok || nodeModules[specifier] {
		if m, ok := libModule(nodeFile(name)); ok {
			return m, true
		}
	}
	return absentModule(specifier)
}

// nodeFile returns the file in lib of a module of Node.
func nodeFile(module string) string { return "node/" + strings.ReplaceAll(module, "/", "_") + ".ts" }

// nodeModules are the modules of Node that a script may import without the prefix "node:".
var nodeModules = map[string]bool{
	"assert": true, "assert/strict": true, "path": true, "util": true, "events": true, "async_hooks": true,
	"timers": true, "timers/promises": true, "url": true, "crypto": true, "process": true, "fs": true,
	"fs/promises": true, "os": true, "string_decoder": true, "perf_hooks": true, "readline": true,
	"readline/promises": true, "buffer": true, "util/types": true, "path/posix": true, "stream/web": true,
	"path/win32": true, "stream": true, "stream/promises": true, "stream/consumers": true, "console": true, "constants": true, "diagnostics_channel": true,
	"module": true, "net": true, "querystring": true, "child_process": true, "cluster": true, "dns": true, "dns/promises": true, "http": true, "http2": true, "https": true, "tls": true, "sys": true, "tty": true, "v8": true, "vm": true, "worker_threads": true, "zlib": true,
}

// fallback implements bundle.Options.Fallback.
func fallback(_, specifier string) (bundle.Module, bool) {
	if name, ok := fallbacks[specifier]; ok {
		return libModule(name)
	}
	return bundle.Module{}, false
}

// hint returns advice about an import that does not resolve, "" for none.
func hint(specifier string) string {
	if strings.HasPrefix(specifier, "@langchain/langgraph") {
		return "this part of LangGraph.js is not part of hitlrun"
	}
	if strings.HasPrefix(specifier, "zod/") {
		return "it is not part of hitlrun's built-in zod; npm install zod"
	}
	if strings.HasPrefix(specifier, "@langchain/core/") {
		return "it is not part of hitlrun's built-in @langchain/core; npm install @langchain/core"
	}
	return ""
}
