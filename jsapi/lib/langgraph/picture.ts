// This file draws graphs: getGraph().drawMermaid().

import { END, START } from "./constants";

interface Edge { source: string; target: string; data?: string; conditional: boolean }

/** The nodes and edges of a compiled graph, to look at. */
export function drawable(graph: any, _options?: any) {
  const { builder, _spec: spec } = graph;
  const names: string[] = [START, ...Object.keys(builder.nodes)];
  const edges: Edge[] = [];
  const add = (source: string, target: string, data: string | undefined, conditional: boolean) =>
    edges.push({ source, target, data: data !== target ? data : undefined, conditional });
  const plain = [...builder.allEdges].sort(([a]: string[], [b]: string[]) => a < b ? -1 : a > b ? 1 : 0);
  for (const [from, to] of plain) add(from, to, undefined, false);
  for (const b of builder.branches) {
    const all = [...Object.keys(builder.nodes).filter((n) => n !== b.source), END].map((n) => [n, n]);
    for (const [label, to] of b.ends ?? all) add(b.source, to, label, true);
  }
  for (const n of Object.values<any>(builder.nodes)) for (const to of n.options?.ends ?? []) add(n.name, to, undefined, true);
  const sources = new Set(edges.map((e) => e.source));
  const reached = new Set(edges.filter((e) => !e.conditional && e.target !== END).map((e) => e.target));
  for (const name of [...reached].sort()) if (!sources.has(name)) add(name, END, undefined, false);
  if (edges.some((e) => e.target === END)) names.push(END);
  const stops = (list: any, name: string) => list === "*" || list?.includes?.(name);
  const note = (name: string) => {
    const before = stops(spec.interruptBefore, name), after = stops(spec.interruptAfter, name);
    return before && after ? "before,after" : before ? "before" : after ? "after" : undefined;
  };
  return {
    nodes: Object.fromEntries(names.map((name) => [name, { id: name, name, metadata: note(name) && { __interrupt: note(name) } }])),
    edges,
    toJSON() { return { nodes: names.map((id) => ({ id })), edges }; },
    drawMermaid: (options?: any) => mermaid(names, edges, note, options),
  };
}

const escape = (name: string) => name.replace(/[^a-zA-Z-_0-9]/g, "_");

function mermaid(names: string[], edges: Edge[], note: (name: string) => string | undefined, options: any = {}) {
  const { withStyles = true, curveStyle = "linear", wrapLabelNWords = 9 } = options;
  const lines = withStyles ? [`%%{init: {'flowchart': {'curve': '${curveStyle}'}}}%%`, "graph TD;"] : ["graph TD;"];
  if (withStyles) {
    for (const name of names) {
      const stop = note(name);
      const label = stop ? `${name}<hr/><small><em>__interrupt = ${stop}</em></small>` : name;
      const id = escape(name);
      if (name === START) lines.push(`\t${id}([<p>${label}</p>]):::first`);
      else if (name === END) lines.push(`\t${id}([<p>${label}</p>]):::last`);
      else lines.push(`\t${id}(${label})`);
    }
  }
  for (const e of edges) {
    let arrow = e.conditional ? "-.->" : "-->";
    if (e.data !== undefined) {
      const words = e.data.split(" ");
      const rows: string[] = [];
      for (let i = 0; i < words.length; i += wrapLabelNWords) rows.push(words.slice(i, i + wrapLabelNWords).join(" "));
      const text = rows.join("&nbsp;<br>&nbsp;");
      arrow = e.conditional ? `-. &nbsp;${text}&nbsp; .->` : `-- &nbsp;${text}&nbsp; -->`;
    }
    lines.push(`\t${escape(e.source)} ${arrow} ${escape(e.target)};`);
  }
  if (withStyles) {
    lines.push("\tclassDef default fill:#f2f0ff,line-height:1.2;", "\tclassDef first fill-opacity:0;", "\tclassDef last fill:#bfb6fc;");
  }
  return lines.join("\n") + "\n";
}
