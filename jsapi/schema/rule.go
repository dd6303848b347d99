// This file has the type rule, a compiled schema.

package schema

// rule is one schema.
type rule struct {
	at      string
	never   bool // whether no value fits
	shared  bool // whether several $refs lead to the rule
	types   int
	enum    map[string]bool // the canonical texts; nil for none
	options []any           // the values of enum
	isConst bool

	minimum, maximum, above, below, multipleOf *float64

	minLength, maxLength *int
	pattern              *pattern

	properties             map[string]*rule
	patterns               []patternRule
	additional             *rule
	names                  *rule
	unevaluated            *rule // unevaluatedProperties
	required               []string
	requires               []requirement
	dependents             []dependent
	minFields, maxFields   *int
	prefix                 []*rule
	items                  *rule
	contains               *rule
	minContains            *int
	maxContains            *int
	unevaluatedItems       *rule
	minItems, maxItems     *int
	unique                 bool
	all, any, one          []*rule
	not, when, then, other *rule
	target                 *rule // the target of $ref
}

type patternRule struct {
	pattern *pattern
	rule    *rule
}

// requirement has the properties that objects need that have a property.
type requirement struct {
	name  string
	names []string
}

// dependent is a rule for objects that have a property.
type dependent struct {
	name string
	rule *rule
}

// inPlace returns the rules that r applies to the same value.
func (r *rule) inPlace() []*rule {
	var list []*rule
	list = append(list, r.all...)
	list = append(list, r.any...)
	list = append(list, r.one...)
	for _, d := range r.dependents {
		list = append(list, d.rule)
	}
	for _, other := range []*rule{r.not, r.when, r.then, r.other, r.target} {
		if other != nil {
			list = append(list, other)
		}
	}
	return list
}
