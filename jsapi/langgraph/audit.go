// This file lets scripts read the audit log of a checkpointer.

package langgraph

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// audits reads the audit logs of checkpointers for a script.
type audits struct{ room }

// auditLog returns the audit log of a checkpointer, or of the checkpointer of a graph. It throws if
// there is none.
func (audits *audits) auditLog(v goja.Value) checkpoint.AuditLog {
	if o, ok := v.(*goja.Object); ok {
		if inner, ok := o.Get("checkpointer").(*goja.Object); ok {
			v = inner
		}
	}
	if h := audits.api.savers.handle(v); h != nil {
		if log, ok := h.saver.(checkpoint.AuditLog); ok {
			return log
		}
	}
	audits.vm.Throw(errors.New("this checkpointer has no audit log; use a SqliteSaver"))
	return nil
}

// audit implements __hitlrun.audit(checkpointer, filter). It returns the entries, oldest first.
func (audits *audits) audit(fc goja.FunctionCall) goja.Value {
	var f checkpoint.AuditFilter
	if o, ok := fc.Argument(1).(*goja.Object); ok {
		f.ThreadID = value.Text(o.Get("threadId"))
		f.After, f.Limit = value.Integer(o.Get("after")), int(value.Integer(o.Get("limit")))
	}
	list, err := audits.auditLog(fc.Argument(0)).Audit(context.Background(), f)
	audits.vm.Check(err)
	entries := make([]goja.Value, len(list))
	for i := range list {
		entries[i] = audits.auditEntry(&list[i])
	}
	return audits.values.Array(entries)
}

func (audits *audits) auditEntry(e *checkpoint.AuditEntry) *goja.Object {
	o := audits.rt.NewObject()
	set := func(o *goja.Object, name string, v string) {
		if v != "" {
			_ = o.Set(name, v)
		}
	}
	_ = o.Set("n", e.N)
	_ = o.Set("hash", hex.EncodeToString(e.Hash[:]))
	if e.Erased {
		_ = o.Set("erased", true)
		return o
	}
	set(o, "threadId", e.ThreadID)
	_ = o.Set("at", audits.vm.Construct("Date", audits.rt.ToValue(e.At.UnixMilli())))
	set(o, "by", e.By)
	set(o, "from", e.From)
	events := make([]goja.Value, len(e.Events))
	for i := range e.Events {
		ev := &e.Events[i]
		eo := audits.rt.NewObject()
		_ = eo.Set("kind", ev.Kind)
		set(eo, "interruptId", ev.Interrupt)
		set(eo, "node", ev.Node)
		set(eo, "text", ev.Text)
		for name, data := range map[string][]byte{"question": ev.Question, "value": ev.Value} {
			if data == nil {
				continue
			}
			v, err := audits.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
			audits.vm.Check(err)
			_ = eo.Set(name, v)
		}
		events[i] = eo
	}
	_ = o.Set("events", audits.values.Array(events))
	return o
}

// verifyAudit implements __hitlrun.verifyAudit(checkpointer).
func (audits *audits) verifyAudit(fc goja.FunctionCall) goja.Value {
	report, err := audits.auditLog(fc.Argument(0)).VerifyAudit(context.Background())
	audits.vm.Check(err)
	problems := make([]goja.Value, len(report.Problems))
	for i, p := range report.Problems {
		problems[i] = audits.rt.ToValue(p)
	}
	o := audits.rt.NewObject()
	_ = o.Set("entries", report.Entries)
	_ = o.Set("erased", report.Erased)
	head := audits.rt.NewObject()
	_ = head.Set("n", report.Head.N)
	_ = head.Set("hash", hex.EncodeToString(report.Head.Hash[:]))
	_ = o.Set("head", head)
	_ = o.Set("problems", audits.values.Array(problems))
	return o
}
