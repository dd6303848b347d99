// This file has grants: the permissions of its start that a thread retains.

package hitlrun

import (
	"cmp"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Grants are Permissions in the form that is stored with a thread: {"env": ["TOKEN"], "read": ["/srv/data"], "net":
// true}. true grants everything, a list grants its elements. Paths are absolute. A field that this version does not
// recognise grants nothing.
type Grants json.RawMessage

// MarshalJSON returns the grants as they are, and null for nil. It returns no error.
func (g Grants) MarshalJSON() ([]byte, error) { return json.RawMessage(g).MarshalJSON() }

// UnmarshalJSON copies data, also if it grants nothing. It returns no error.
func (g *Grants) UnmarshalJSON(data []byte) error {
	*g = slices.Clone(data)
	return nil
}

// grantField is a permission with its name, which is also the NAME of the flag --allow-NAME.
type grantField struct {
	name  string
	grant *Grant
	paths bool
}

func grantFields(p *Permissions) []grantField {
	return []grantField{{"env", &p.Env, false}, {"read", &p.Read, true}, {"write", &p.Write, true}, {"net", &p.Net, false}, {"run", &p.Run, false}}
}

// systemGrant is the name of Permissions.System.
const systemGrant = "system"

// retain returns p in the form that a thread retains: with the paths that were given, whose links are followed again when
// the thread continues.
func retain(p Permissions) (Grants, error) {
	p = p.asGiven()
	fields := map[string]any{}
	for _, f := range grantFields(&p) {
		switch {
		case f.grant.All:
			fields[f.name] = true
		case len(f.grant.List) > 0:
			list := slices.Clone(f.grant.List)
			for i := range list {
				var err error
				if f.paths {
					list[i], err = filepath.Abs(list[i])
				}
				if err != nil {
					return nil, err
				}
			}
			fields[f.name] = list
		}
	}
	if p.System {
		fields[systemGrant] = true
	}
	data, err := json.Marshal(fields) // sorted by name
	return data, err
}

// Permissions converts the grants to Permissions. Fields that it does not recognise grant nothing.
func (g Grants) Permissions() Permissions {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(g, &fields) // a thread without grants has none
	var p Permissions
	for _, f := range grantFields(&p) {
		if json.Unmarshal(fields[f.name], &f.grant.All) != nil {
			*f.grant = Grant{}
			if json.Unmarshal(fields[f.name], &f.grant.List) != nil {
				f.grant.List = nil
			}
		}
	}
	if json.Unmarshal(fields[systemGrant], &p.System) != nil {
		p.System = false
	}
	return p
}

// some returns g, or nil if g grants nothing.
func (g Grants) some() Grants {
	if g.String() == "" {
		return nil
	}
	return g
}

// String returns the command-line flags that grant the same.
func (g Grants) String() string { return grantFlags(g.Permissions()) }

// grantFlags returns the flags that grant p, "" for nothing.
func grantFlags(p Permissions) string {
	var flags []string
	all := p.System
	for _, f := range grantFields(&p) {
		all = all && f.grant.All
		switch {
		case f.grant.All:
			flags = append(flags, "--allow-"+f.name)
		case len(f.grant.List) > 0:
			flags = append(flags, "--allow-"+f.name+"="+strings.Join(f.grant.List, ","))
		}
	}
	if all {
		return "--allow-all"
	}
	if p.System && len(flags) > 0 {
		flags = append(flags, "with /proc, /sys and /dev")
	}
	return strings.Join(flags, " ")
}

// beyond returns what p grants and had does not.
func beyond(p, had Permissions) Permissions {
	more := Permissions{System: p.System && !had.System}
	theirs, theirsHad := grantFields(&p), grantFields(&had)
	for i, f := range grantFields(&more) {
		given, before := theirs[i].grant, theirsHad[i].grant
		if before.All {
			continue
		}
		f.grant.All = given.All
		for _, item := range given.List {
			if !slices.Contains(before.List, item) {
				f.grant.List = append(f.grant.List, item)
			}
		}
	}
	return more
}

// join returns the permissions that grant what p or q grants.
func join(p, q Permissions) Permissions {
	both := Permissions{System: p.System || q.System}
	first, second := grantFields(&p), grantFields(&q)
	for i, f := range grantFields(&both) {
		f.grant.All = first[i].grant.All || second[i].grant.All
		f.grant.List = slices.Concat(first[i].grant.List, second[i].grant.List)
	}
	return both
}

// permissions returns the permissions of a run on a thread: those that the program gives, and with Options.UseGrants
// also those that the thread retains. Whoever can write to the store decides what a thread retains, so that must be the
// user of this process alone.
func (s *Store) permissions(threadID string, info scriptInfo, given Permissions) (Permissions, error) {
	if !s.o.UseGrants {
		return s.trusted(threadID, info, given)
	}
	stored := info.Grants.Permissions()
	absolute, err := retain(given)
	if err != nil || grantFlags(beyond(stored, absolute.Permissions())) == "" {
		return given, err
	}
	if err := s.db.CheckWriters(); err != nil {
		return given, errorf(ErrForeign,
			"thread %q was started with %s, but %v: grant these permissions again, or run the thread without them", threadID, info.Grants, err)
	}
	both := join(stored, given.asGiven())
	if err := both.resolve(); err != nil {
		return given, grantsRefused(threadID, info, err)
	}
	return both, nil
}

// limits reports whether a thread gets only permissions that it was started with; see Trust.
func (s *Store) limits(info scriptInfo) bool {
	return !s.o.UseGrants && s.trusts != nil && !s.trusts(cmp.Or(info.File, info.Path))
}

// trusted returns the permissions of a run on a thread without Options.UseGrants.
func (s *Store) trusted(threadID string, info scriptInfo, given Permissions) (Permissions, error) {
	if !s.limits(info) {
		return given, nil
	}
	absolute, err := retain(given)
	if err != nil {
		return Permissions{}, err
	}
	both := meet(info.Grants.Permissions(), absolute.Permissions())
	if err := both.resolve(); err != nil {
		return Permissions{}, grantsRefused(threadID, info, err)
	}
	return both, nil
}

// meet returns permissions that both p and q grant. An item of one list counts only if the other list has the same.
func meet(p, q Permissions) Permissions {
	both := Permissions{System: p.System && q.System}
	first, second := grantFields(&p), grantFields(&q)
	for i, f := range grantFields(&both) {
		one, other := first[i].grant, second[i].grant
		switch {
		case one.All && other.All:
			f.grant.All = true
		case one.All:
			f.grant.List = slices.Clone(other.List)
		case other.All:
			f.grant.List = slices.Clone(one.List)
		default:
			for _, item := range one.List {
				if slices.Contains(other.List, item) {
					f.grant.List = append(f.grant.List, item)
				}
			}
		}
	}
	return both
}

// grantsRefused is the error for permissions of a thread that cannot be granted again.
func grantsRefused(threadID string, info scriptInfo, err error) error {
	return errorf(ErrForeign, "thread %q was started with %s: %v, or run the thread without the grants of its start", threadID, info.Grants, err)
}

// grantedTo returns the script with the permissions of a run on a thread.
func (s *Store) grantedTo(threadID string, info scriptInfo, script *Script) (*Script, error) {
	p, err := s.permissions(threadID, info, script.o.Permissions)
	if err != nil || grantFlags(beyond(p, script.o.Permissions)) == "" {
		return script, err
	}
	o := script.o
	o.Permissions, o.Reuse = p, false
	return script.with(o)
}

// reportGrants calls Options.OnGrants for a run on a thread.
func (s *Store) reportGrants(threadID string, info scriptInfo) error {
	if s.o.OnGrants == nil || !s.o.UseGrants {
		return nil
	}
	given, err := retain(s.o.Script.Permissions)
	if err != nil {
		return err
	}
	used, err := retain(beyond(info.Grants.Permissions(), given.Permissions()))
	if err == nil && used.String() != "" {
		s.o.OnGrants(threadID, used)
	}
	return err
}

// noteWidening calls Options.OnGrants, and adds to the audit log the permissions of a run that its thread does not retain. It does so before the
// run, because the script may use them before the run stores anything.
func (s *Store) noteWidening(ctx context.Context, t *sqlite.Thread, info scriptInfo, script *Script, o *RunOptions) error {
	if err := s.reportGrants(t.ID, info); err != nil {
		return err
	}
	if !s.o.UseGrants && info.Grants == nil {
		return nil // an older version started it, and did not store its permissions
	}
	given, err := retain(script.o.Permissions)
	if err != nil {
		return err
	}
	more := grantFlags(beyond(given.Permissions(), info.Grants.Permissions()))
	if more == "" {
		return nil
	}
	return s.saver.Commit(ctx, checkpoint.Batch{
		Key: checkpoint.Key{ThreadID: t.ID}, Sync: true,
		Audit: &checkpoint.Audit{By: o.By, From: o.from(), Events: []checkpoint.Event{{Kind: checkpoint.EventGrants, Text: more}}},
	})
}
