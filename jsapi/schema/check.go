// This file checks a value against rules, and counts the steps that this takes.

package schema

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// checker checks one value.
type checker struct {
	annotates bool
	until     time.Time
	steps     int
	depth     int
	stopped   string           // why the check was stopped; "" if it was not
	results   map[visit]result // a cache
}

// visit is a rule at a part of the value. The results of rules to which several $refs lead are cached by visit.
type visit struct {
	rule  *rule
	value *any
}

type result struct {
	seen   *seen
	failed *failure
}

// failure says why a value does not fit. The path is built from its end.
type failure struct {
	path   []step
	reason string
}

// step is a part of a path: a property or, if name is nil, an item.
type step struct {
	name  *string
	index int
}

func fails(format string, args ...any) *failure {
	return &failure{reason: fmt.Sprintf(format, args...)}
}

// within returns f for the object that has the property.
func (f *failure) within(name string) *failure {
	if f != nil {
		f.path = append(f.path, step{name: &name})
	}
	return f
}

// at returns f for the array that has the item.
func (f *failure) at(index int) *failure {
	if f != nil {
		f.path = append(f.path, step{index: index})
	}
	return f
}

// unfit converts f to an UnfitError.
func (f *failure) unfit() *UnfitError {
	var path, pointer strings.Builder
	for i := len(f.path) - 1; i >= 0; i-- {
		switch s := f.path[i]; s.name {
		case nil:
			fmt.Fprintf(&path, "[%d]", s.index)
			fmt.Fprintf(&pointer, "/%d", s.index)
		default:
			name := cutName(*s.name)
			pointer.WriteString("/" + strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1"))
			if isName(*s.name) {
				path.WriteString("." + name)
			} else {
				path.WriteString("[" + shown(name) + "]")
			}
		}
	}
	return &UnfitError{Path: strings.TrimPrefix(path.String(), "."), Pointer: pointer.String(), Reason: f.reason}
}

// isName reports whether a property can be written as .name in a path.
func isName(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// seen has the parts of an object or array that rules have evaluated. nil means none.
type seen struct {
	fields map[string]bool
	items  map[int]bool
	all    bool
}

func (s *seen) field(name string) {
	if s.fields == nil {
		s.fields = map[string]bool{}
	}
	s.fields[name] = true
}

func (s *seen) item(i int) {
	if s.items == nil {
		s.items = map[int]bool{}
	}
	s.items[i] = true
}

// add adds the parts that another rule has evaluated.
func (c *checker) add(s, other *seen) {
	if other == nil || !c.spend(4*(len(other.fields)+len(other.items))) {
		return
	}
	s.all = s.all || other.all
	for name := range other.fields {
		s.field(name)
	}
	for i := range other.items {
		s.item(i)
	}
}

// stop stops the check, and returns a failure.
func (c *checker) stop(reason string) *failure {
	if c.stopped == "" {
		c.stopped = reason
	}
	return &failure{reason: c.stopped}
}

// spend counts steps, and reports whether the check continues.
func (c *checker) spend(steps int) bool {
	before := c.steps
	c.steps += steps
	switch {
	case c.stopped != "":
	case c.steps > maxSteps, before>>12 != c.steps>>12 && time.Now().After(c.until):
		c.stop("it takes too long to hold it against the schema")
	default:
		return true
	}
	return false
}

// check checks a value against a rule. It only returns the evaluated parts if a rule of the schema needs them.
func (c *checker) check(r *rule, v *any) (*seen, *failure) {
	if !c.spend(1) {
		return nil, c.stop("")
	}
	if r.never {
		return nil, fails("%s is not expected", shown(*v))
	}
	if !r.shared {
		return c.apply(r, v)
	}
	if cached, ok := c.results[visit{r, v}]; ok {
		return cached.seen, cached.failed.clone()
	}
	s, failed := c.apply(r, v)
	c.spend(stepsToRemember)
	if c.results == nil {
		c.results = map[visit]result{}
	}
	c.results[visit{r, v}] = result{s, failed.clone()}
	return s, failed
}

// clone copies a cached failure, since its path grows at each place where it is used.
func (f *failure) clone() *failure {
	if f == nil {
		return nil
	}
	return &failure{path: slices.Clone(f.path), reason: f.reason}
}

func (c *checker) apply(r *rule, v *any) (*seen, *failure) {
	if c.depth++; c.depth > maxCheckDepth {
		return nil, c.stop("it is nested too deep to be held against the schema")
	}
	defer func() { c.depth-- }()
	var s *seen
	if c.annotates {
		s = &seen{}
	}
	if failed := c.value(r, *v); failed != nil {
		return nil, failed
	}
	if failed := c.inPlace(r, v, s); failed != nil {
		return nil, failed
	}
	var failed *failure
	switch x := (*v).(type) {
	case *object:
		failed = c.object(r, x, v, s)
	case []any:
		failed = c.array(r, x, s)
	}
	if failed != nil {
		return nil, failed
	}
	return s, nil
}

// value checks the keywords that concern the value itself: type, enum, and those of numbers and strings.
func (c *checker) value(r *rule, v any) *failure {
	if types := typesOf(v); r.types != 0 && r.types&types == 0 {
		return fails("%s is not %s", shown(v), typesShown(r.types))
	}
	if r.enum != nil {
		key := canonical(nil, v)
		if !c.spend(len(key) / 16) {
			return c.stop("")
		}
		if !r.enum[string(key)] {
			return fails("%s is not %s", shown(v), r.optionsShown())
		}
	}
	switch v := v.(type) {
	case float64:
		return checkNumber(r, v)
	case string:
		return c.text(r, v)
	}
	return nil
}

func (r *rule) optionsShown() string {
	if len(r.options) == 0 {
		return "any of none"
	}
	list := make([]string, min(len(r.options), 20))
	for i := range list {
		list[i] = shown(r.options[i])
	}
	if len(list) < len(r.options) {
		list = append(list, "…")
	}
	if len(list) == 1 {
		return list[0]
	}
	return "one of " + strings.Join(list, ", ")
}

func typesShown(types int) string {
	var list []string
	for i, name := range typeNames {
		if types&(1<<i) == 0 {
			continue
		}
		switch name {
		case "null":
		case "object", "array", "integer":
			name = "an " + name
		default:
			name = "a " + name
		}
		list = append(list, name)
	}
	return strings.Join(list, " or ")
}

// inPlace checks the rules that apply to the same value.
func (c *checker) inPlace(r *rule, v *any, s *seen) *failure {
	if r.target != nil {
		if failed := c.also(r.target, v, s); failed != nil {
			return failed
		}
	}
	for _, next := range r.all {
		if failed := c.also(next, v, s); failed != nil {
			return failed
		}
	}
	if failed := c.alternatives(r.any, v, s, len(r.any)); failed != nil {
		return failed
	}
	if failed := c.alternatives(r.one, v, s, 1); failed != nil {
		return failed
	}
	if r.not != nil {
		if _, failed := c.check(r.not, v); failed == nil || c.stopped != "" {
			return fails("%s is what the schema excludes", shown(*v))
		}
	}
	if r.when == nil {
		return nil
	}
	next := r.then
	if seenHere, failed := c.check(r.when, v); failed != nil {
		next = r.other
	} else if s != nil {
		c.add(s, seenHere)
	}
	if next == nil {
		return nil
	}
	return c.also(next, v, s)
}

// also checks another rule that must hold for the same value.
func (c *checker) also(r *rule, v *any, s *seen) *failure {
	more, failed := c.check(r, v)
	if failed == nil && s != nil {
		c.add(s, more)
	}
	return failed
}

// alternatives checks rules of which at least one and at most most must hold.
func (c *checker) alternatives(rules []*rule, v *any, s *seen, most int) *failure {
	if len(rules) == 0 {
		return nil
	}
	fit := 0
	var nearest *failure
	for _, r := range rules {
		more, failed := c.check(r, v)
		if c.stopped != "" {
			return c.stop("")
		}
		if failed != nil {
			if nearest == nil || len(failed.path) > len(nearest.path) {
				nearest = failed
			}
			continue
		}
		if fit++; s != nil {
			c.add(s, more)
		} else if most > 1 {
			return nil
		}
	}
	switch {
	case fit == 0 && len(rules) > 1 && len(nearest.path) == 0:
		return fails("%s fits none of %d alternatives; of one: %s", shown(*v), len(rules), nearest.reason)
	case fit == 0:
		return nearest
	case fit > most:
		return fails("%s fits %d alternatives, and one is expected", shown(*v), fit)
	}
	return nil
}
