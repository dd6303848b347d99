// This file finds graphs by the names that `langgraph dev` accepts: FILE:EXPORT, and the graphs of a langgraph.json.

package hitlrun

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// configName is the name of the file in which a project lists its graphs.
const configName = "langgraph.json"

// Locate returns the file of a script, for Load, and the name of the export that is its graph, for Start.Graph. name is
//
//   - a script, "flow.ts": then graph is the name of the export, "" as in Start
//   - a script and an export, "flow.ts:graph"
//   - a langgraph.json, or a folder that has one: then graph is the name of a graph in it, "" for the only one.
//
// If there is no such graph, errors.Is(err, ErrNoGraph) holds.
func Locate(name, graph string) (file, export string, err error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		config := filepath.Join(name, configName)
		if !isFile(config) {
			return name, graph, nil
		}
		return LocateIn(config, graph)
	case err == nil && filepath.Base(name) == configName:
		return LocateIn(name, graph)
	case errors.Is(err, fs.ErrNotExist):
		if file, export, ok := cutExport(name); ok {
			if graph != "" && graph != export {
				return "", "", errorf(ErrNoGraph, "%s names the export %q, but the graph %q was requested: name only one",
					name, export, graph)
			}
			return file, export, nil
		}
	}
	return name, graph, nil
}

var exportName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+):([\p{L}_$][\p{L}\p{N}_$]*)$`) })

// cutExport cuts "flow.ts:graph" at the colon.
func cutExport(name string) (file, export string, ok bool) {
	m := exportName().FindStringSubmatch(name)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// LocateIn is Locate for a graph of a file that is a langgraph.json, whatever its name is.
func LocateIn(config, graph string) (file, export string, err error) {
	data, err := bundle.ReadConfig(config)
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		err = pe.Err
	}
	if err != nil {
		return "", "", errorf(ErrNoGraph, "%s: %v", config, err)
	}
	var project struct {
		Graphs map[string]json.RawMessage `json:"graphs"`
	}
	if err := DecodeProject(config, data, &project); err != nil {
		return "", "", errorf(ErrNoGraph, "%v", err)
	}
	names := slices.Sorted(maps.Keys(project.Graphs))
	switch {
	case len(names) == 0:
		return "", "", errorf(ErrNoGraph, `%s has no graphs: add "graphs": {"agent": "./agent.ts:graph"}`, config)
	case graph == "" && len(names) > 1:
		return "", "", errorf(ErrNoGraph,
			"%s has several graphs: choose one with --graph (%s)", config, strings.Join(names, ", "))
	case graph == "":
		graph = names[0]
	case project.Graphs[graph] == nil:
		return "", "", errorf(ErrNoGraph, "%s has no graph %q; it has %s", config, graph, strings.Join(names, ", "))
	}
	path, err := graphPath(project.Graphs[graph])
	if err != nil {
		return "", "", errorf(ErrNoGraph, "graph %q of %s: %v", graph, config, err)
	}
	file, export, ok := cutExport(path)
	if !ok {
		return "", "", errorf(ErrNoGraph, "graph %q of %s is %q: FILE:EXPORT is expected, as ./agent.ts:graph",
			graph, config, path)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(config), file)
	}
	switch ext := filepath.Ext(file); {
	case ext == ".py":
		return "", "", errorf(ErrNoGraph, "graph %q of %s is in Python: %s", graph, config, path)
	case !slices.Contains(bundle.ScriptExtensions(), ext): // its lines would be shown as a mistake of a script
		return "", "", errorf(ErrNoGraph, "graph %q of %s is in %s, which is not a script (%s)", graph, config, path, strings.Join(bundle.ScriptExtensions(), ", "))
	}
	if !isFile(file) {
		return "", "", errorf(ErrNoGraph, "graph %q of %s is in %s, which is not a file", graph, config, file)
	}
	return file, export, nil
}

// DecodeProject decodes the text of a langgraph.json, as json.Unmarshal does. The error begins with file and the position of
// the mistake, as file:LINE:COLUMN.
func DecodeProject(file string, data []byte, project any) error {
	err := json.Unmarshal(data, project)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: it is not valid JSON", position(file, data, syntax.Offset))
	case errors.As(err, &wrong):
		what, want := wrong.Field, "an object"
		if what == "" {
			what = "the file"
		}
		switch wrong.Type.Kind() {
		case reflect.String:
			want = "a text"
		case reflect.Slice:
			want = "a list"
		}
		return fmt.Errorf("%s: %s is not %s", position(file, data, wrong.Offset), what, want)
	}
	return err
}

// position returns the place of the last of a number of bytes of a text.
func position(file string, data []byte, offset int64) string {
	before := data[:min(int(offset), len(data))]
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return fmt.Sprintf("%s:%d:%d", file, 1+bytes.Count(before, []byte("\n")), max(column, 1))
}

// graphPath reads an entry of graphs: "./agent.ts:graph", or an object that has that as its path.
func graphPath(entry json.RawMessage) (string, error) {
	var path string
	if json.Unmarshal(entry, &path) == nil {
		return path, nil
	}
	var object struct{ Path string }
	if json.Unmarshal(entry, &object) != nil || object.Path == "" {
		return "", fmt.Errorf("it is neither a text like ./agent.ts:graph nor an object with a path")
	}
	return object.Path, nil
}
