// This file tests what a thread retains of permissions.

package hitlrun

import (
	"path/filepath"
	"reflect"
	"testing"
)

// TestGrantFields fails when Permissions have a field that threads would not retain.
func TestGrantFields(t *testing.T) {
	t.Parallel()
	var p Permissions
	known := map[any]bool{&p.System: true}
	for _, f := range grantFields(&p) {
		known[f.grant] = true
	}
	for i := range reflect.TypeFor[Permissions]().NumField() {
		if !reflect.TypeFor[Permissions]().Field(i).IsExported() {
			continue // it grants nothing
		}
		if !known[reflect.ValueOf(&p).Elem().Field(i).Addr().Interface()] {
			t.Errorf("Permissions.%s is not retained: add it to grantFields", reflect.TypeFor[Permissions]().Field(i).Name)
		}
	}
}

func TestRetain(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs("data")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []Permissions{{}, AllowAll(), {Env: Grant{List: []string{"A", "B_*"}}, Net: Grant{All: true}}, {Read: Grant{All: true}, System: true}} {
		g, err := retain(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Permissions(); !reflect.DeepEqual(got, p) {
			t.Errorf("%s retains %+v of %+v", g, got, p)
		}
	}
	g, err := retain(Permissions{Write: Grant{List: []string{"data"}}})
	if want := `{"write":["` + here + `"]}`; err != nil || string(g) != want {
		t.Errorf("%s %v, want %s", g, err, want)
	}
	for _, stored := range []string{"", "null", "[]", `"all"`, `{"all":true,"fly":true,"files":["/"]}`, `{"read":"/","env":{"all":true},"net":[1],"system":"yes"}`, `{"read":["/a",7]}`} {
		if p := Grants(stored).Permissions(); !reflect.DeepEqual(p, Permissions{}) {
			t.Errorf("%s grants %+v", stored, p)
		}
	}
}
