// This file is the Go side of Blob, FormData and bodies.

package web

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// bodyNatives are the arguments of blob.js, formdata.js and body.js:
// concat(texts and bytes) → Uint8Array, encode(text) → Uint8Array,
// tooLong(n) → the error for a body of n bytes, or undefined, text(bytes) → text,
// mime(header) → the media type in a header Content-Type, "" if there is none,
// parts(bytes, type) → [{name, filename, type, bytes}] of multipart/form-data, or undefined.
func bodyNatives(p *platform) map[string]native {
	return map[string]native{
		"concat": func(call goja.FunctionCall) goja.Value {
			var all []byte
			guard.ForOf(p.vm, call.Argument(0), func(part goja.Value) bool {
				if v, ok := viewOf(p.vm, part); ok {
					guard.Need(p.vm, len(all)+2*len(v.bytes))
					all = append(all, v.bytes...)
				} else {
					text := guard.Text(p.vm, part)
					guard.Need(p.vm, len(all)+2*len(text))
					all = append(all, text...)
				}
				return true
			})
			return newBytes(p.vm, all)
		},
		"tooLong": func(call goja.FunctionCall) goja.Value {
			if p.over(call.Argument(0).ToInteger()) {
				return p.limitError(p.longStream())
			}
			return goja.Undefined()
		},
		"encode": func(call goja.FunctionCall) goja.Value {
			return newBytes(p.vm, []byte(guard.Text(p.vm, call.Argument(0))))
		},
		"text": func(call goja.FunctionCall) goja.Value {
			return p.decodeChunk(&decoder{encoding: "utf-8"}, call)
		},
		"mime": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(headerMime(guard.Text(p.vm, call.Argument(0))))
		},
		"parts": func(call goja.FunctionCall) goja.Value {
			v, _ := viewOf(p.vm, call.Argument(0))
			list, err := p.formParts(v.bytes, call.Argument(1).String())
			if err != nil {
				return goja.Undefined()
			}
			return p.vm.NewArray(list...)
		},
	}
}

// bytesOfFormPart is an estimate of the memory that reading one part of a form takes, without its content.
const bytesOfFormPart = 2 << 10

// formParts reads multipart/form-data.
func (p *platform) formParts(data []byte, contentType string) ([]any, error) {
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, err
	}
	if boundary := params["boundary"]; boundary == "" || !bytes.HasPrefix(bytes.TrimLeft(data, "\r\n"), []byte("--"+boundary)) {
		return nil, errors.New("the body does not begin with its boundary")
	}
	var list []any
	r := multipart.NewReader(bytes.NewReader(data), params["boundary"])
	for {
		part, err := r.NextRawPart()
		if err == io.EOF { //nolint:errorlint // a wrapped EOF means that the end is missing
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		guard.Need(p.vm, bytesOfFormPart)
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil {
			return nil, err
		}
		if _, ok := disposition["name"]; !ok {
			return nil, errors.New("a part has no name")
		}
		if strings.EqualFold(part.Header.Get("Content-Transfer-Encoding"), "base64") {
			content = lenientBase64(string(content))
		}
		o := p.vm.NewObject()
		own(p.vm, o, "name", unescapeForm(disposition["name"]))
		if name, ok := disposition["filename"]; ok {
			own(p.vm, o, "filename", unescapeForm(name))
		}
		partType := part.Header.Get("Content-Type")
		if partType == "" {
			partType = "text/plain"
		}
		own(p.vm, o, "type", partType)
		own(p.vm, o, "bytes", newBytes(p.vm, content))
		list = append(list, o)
	}
}

// unescapeForm decodes the escapes in a name of a form.
func unescapeForm(name string) string {
	return strings.NewReplacer("%0A", "\n", "%0D", "\r", "%22", `"`).Replace(name)
}
