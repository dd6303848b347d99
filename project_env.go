// This file reads the environment variables of a project: the field env of the langgraph.json that lists a script.

package hitlrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// ReadEnv returns the variables of the field env of a langgraph.json, as "NAME=value". env is an object with names and
// values, or the name of a file with them, absolute or relative to dir, the folder of the langgraph.json. The file must be one that a
// script in dir may import: in its package or workspace, or below what read grants. A file that does not exist gives no
// variables and no error, because projects leave it out of their repositories. A list of names gives no variables either:
// their values come from the environment.
func ReadEnv(env json.RawMessage, dir string, read Grant) ([]string, error) {
	var values map[string]string
	var names []string
	var file string
	switch {
	case len(env) == 0 || json.Unmarshal(env, &names) == nil:
		return nil, nil
	case json.Unmarshal(env, &values) == nil:
		var list []string
		for _, name := range slices.Sorted(maps.Keys(values)) {
			list = append(list, name+"="+values[name])
		}
		return list, nil
	case json.Unmarshal(env, &file) != nil:
		return nil, errors.New("it is neither an object nor the name of a file")
	}
	config, err := filepath.EvalSymlinks(dir)
	if err == nil {
		config, err = filepath.Abs(filepath.Join(config, configName))
	}
	if err != nil {
		return nil, err
	}
	granted := Permissions{Read: read}
	if err := granted.resolve(); err != nil {
		return nil, err
	}
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(config), file)
	}
	data, err := bundle.ReadSource(config, path, granted.of().ReadGrants())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return envLines(string(data)), nil
}

// envLines reads a file of lines NAME=value.
func envLines(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "export "))
		name, value, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		list = append(list, strings.TrimSpace(name)+"="+strings.Trim(strings.TrimSpace(value), `"'`))
	}
	return list
}

// projectEnv returns the variables of the nearest langgraph.json that lists the script in the file at path. read is what
// the script may read.
func projectEnv(path string, read Grant) ([]string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		var project struct {
			Graphs map[string]json.RawMessage
			Env    json.RawMessage
		}
		if data, err := bundle.ReadConfig(filepath.Join(dir, configName)); err == nil && json.Unmarshal(data, &project) == nil {
			for _, entry := range project.Graphs {
				name, _ := graphPath(entry)
				if file, _, ok := cutExport(name); ok && filepath.Join(dir, file) == path {
					env, err := ReadEnv(project.Env, dir, read)
					if err != nil {
						err = fmt.Errorf("env of %s: %w", filepath.Join(dir, configName), err)
					}
					return env, err
				}
			}
		}
		if dir == filepath.Dir(dir) {
			return nil, nil
		}
	}
}
