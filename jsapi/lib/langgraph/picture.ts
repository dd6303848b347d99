// This file draws graphs: getGraph() and the methods of its result. It is loaded when it is first used.

const START = "__start__";
const END = "__end__";

interface Node { id: string; data: any; name: string; metadata?: Record<string, any> }
interface Edge { source: string; target: string; data?: string; conditional?: boolean }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Returns the only node at which no edge ends (or starts, for "source"), not counting the node with the id except. */
function single(graph: Graph, side: "source" | "target", except?: string): Node | undefined {
  const other = side === "target" ? "source" : "target";
  const taken = new Set(graph.edges.filter((e) => e[other] !== except).map((e) => e[side]));
  const found = Object.values(graph.nodes).filter((n) => n.id !== except && !taken.has(n.id));
  return found.length === 1 ? found[0] : undefined;
}

function describe({ data }: Node) {
  if (data?.lc_runnable) return { type: "runnable", data: { id: data.lc_id, name: data.getName() } };
  const title = data?.$schema ? data.getName() : data?.name;
  return { type: "schema", data: { $schema: data?.$schema ?? "https://json-schema.org/draft/2020-12/schema", title } };
}

/** Nodes and edges for drawing. */
class Graph {
  nodes: Record<string, Node>;
  edges: Edge[];

  constructor(parts?: { nodes?: Record<string, Node>; edges?: Edge[] }) {
    this.nodes = parts?.nodes ?? {};
    this.edges = parts?.edges ?? [];
  }

  toJSON() {
    const ids = Object.fromEntries(Object.values(this.nodes).map((n, i) => [n.id, uuid.test(n.id) ? i : n.id]));
    return {
      nodes: Object.values(this.nodes).map((n) => ({ id: ids[n.id], ...describe(n) })),
      edges: this.edges.map(({ source, target, data, conditional }) => ({
        source: ids[source], target: ids[target],
        ...(data !== undefined && { data }), ...(conditional !== undefined && { conditional }),
      })),
    };
  }

  addNode(data: any, id: string = crypto.randomUUID(), metadata?: Record<string, any>): Node {
    if (this.nodes[id] !== undefined) throw new Error(`Node with id ${id} already exists`);
    const own = data?.lc_runnable ? data.getName().replace(/^Runnable/, "") : data?.getName?.();
    const node = { id, data, name: (uuid.test(id) && own) || id, metadata };
    this.nodes[id] = node;
    return node;
  }

  removeNode(node: { id: string }): void {
    delete this.nodes[node.id];
    this.edges = this.edges.filter((e) => e.source !== node.id && e.target !== node.id);
  }

  addEdge(source: { id: string }, target: { id: string }, data?: string, conditional?: boolean): Edge {
    if (this.nodes[source.id] === undefined) throw new Error(`Source node ${source.id} not in graph`);
    if (this.nodes[target.id] === undefined) throw new Error(`Target node ${target.id} not in graph`);
    const edge = { source: source.id, target: target.id, data, conditional };
    this.edges.push(edge);
    return edge;
  }

  firstNode(): Node | undefined { return single(this, "target"); }
  lastNode(): Node | undefined { return single(this, "source"); }

  trimFirstNode(): void {
    const first = this.firstNode();
    if (first && single(this, "target", first.id)) this.removeNode(first);
  }

  trimLastNode(): void {
    const last = this.lastNode();
    if (last && single(this, "source", last.id)) this.removeNode(last);
  }

  /** Adds another graph whose ids get a prefix. Returns its first and its last node. */
  extend(graph: Graph, prefix = ""): [Pick<Node, "id" | "data"> | undefined, Pick<Node, "id" | "data"> | undefined] {
    const plain = !prefix || Object.values(graph.nodes).every((n) => uuid.test(n.id));
    const prefixed = (id: string) => plain ? id : `${prefix}:${id}`;
    for (const [key, node] of Object.entries(graph.nodes)) this.nodes[prefixed(key)] = { ...node, id: prefixed(key) };
    this.edges = [...this.edges, ...graph.edges.map((e) => ({ ...e, source: prefixed(e.source), target: prefixed(e.target) }))];
    const end = (n: Node | undefined) => n && { id: prefixed(n.id), data: n.data };
    return [end(graph.firstNode()), end(graph.lastNode())];
  }

  reid(): Graph {
    const count = (name: string) => Object.values(this.nodes).filter((n) => n.name === name).length;
    const rename = (id: string) => uuid.test(id) && count(this.nodes[id].name) === 1 ? this.nodes[id].name : id;
    return new Graph({
      nodes: Object.fromEntries(Object.entries(this.nodes).map(([id, n]) => [rename(id), { ...n, id: rename(id) }])),
      edges: this.edges.map((e) => ({ ...e, source: rename(e.source), target: rename(e.target) })),
    });
  }

  drawMermaid(options?: any): string {
    const graph = this.reid();
    return new Picture(graph, graph.firstNode()?.id, graph.lastNode()?.id, options ?? {}).draw();
  }

  async drawMermaidPng(): Promise<never> {
    throw new Error("hitlrun draws no images: LangGraph.js has mermaid.ink on the internet do that. Print drawMermaid() and draw it where Mermaid is.");
  }
}

const colors = { default: "fill:#f2f0ff,line-height:1.2", first: "fill-opacity:0", last: "fill:#bfb6fc" };

const escape = (name: string) => name.replace(/[^a-zA-Z-_0-9]/g, "_");

const endsNode = /[\r\n\u2028\u2029()[\]{}|;]|%%/;
const endsArrow = /[\r\n\u2028\u2029|;]|%%|--|\.-/;

/** Returns text for the label of a node or an arrow. Text in which Mermaid would find the end of the label or of the line has its special characters as codes. */
const plain = (text: string, ends: RegExp) => ends.test(text) ? text.replace(/[^\p{L}\p{N} _.,:=?!/'*]/gu, (c) => `#${c.codePointAt(0)};`) : text;

/** Builds the Mermaid text of a graph. */
class Picture {
  private lines: string[] = [];
  private groups: Record<string, Edge[]> = {}; // edges by their subgraph
  private drawn = new Set<string>();

  constructor(private graph: Graph, private first: string | undefined, private last: string | undefined, private options: any) {}

  draw(): string {
    const { withStyles = true, curveStyle = "linear", nodeColors = colors } = this.options;
    if (withStyles) this.lines.push(`%%{init: {'flowchart': {'curve': '${curveStyle}'}}}%%`);
    this.lines.push("graph TD;");
    if (withStyles) for (const [key, node] of Object.entries(this.graph.nodes)) this.lines.push("\t" + this.node(key, node));
    for (const edge of this.graph.edges) {
      const target = edge.target.split(":");
      const prefix = edge.source.split(":").filter((part, i) => part === target[i]).join(":");
      (this.groups[prefix] ??= []).push(edge);
    }
    this.group(this.groups[""] ?? [], "");
    for (const prefix in this.groups) if (prefix !== "" && !prefix.includes(":")) this.group(this.groups[prefix], prefix);
    if (withStyles) for (const [name, color] of Object.entries(nodeColors)) this.lines.push(`\tclassDef ${name} ${color};`);
    return this.lines.join("\n") + "\n";
  }

  private node(key: string, node: Node): string {
    const name = plain(node.name.split(":").pop() ?? "", endsNode);
    let label = ["*", "_", "`"].some((c) => name.startsWith(c) && name.endsWith(c)) ? `<p>${name}</p>` : name;
    const notes = Object.entries(node.metadata ?? {});
    if (notes.length > 0) label += `<hr/><small><em>${notes.map(([k, v]) => plain(`${k} = ${v}`, endsNode)).join("\n")}</em></small>`;
    const form = key === this.last ? "{0}([{1}]):::last" : key === this.first ? "{0}([{1}]):::first" : "{0}({1})";
    return form.replace("{0}", escape(key)).replace("{1}", label); // a $ in a name has the same effect as in LangGraph.js
  }

  /** Adds the edges of a subgraph, and of the subgraphs inside of it. */
  private group(edges: Edge[], prefix: string) {
    const framed = prefix !== "" && !(edges.length === 1 && edges[0].source === edges[0].target);
    if (framed) {
      const name = prefix.split(":").pop() ?? "";
      if (this.drawn.has(prefix)) {
        throw new Error(`Found duplicate subgraph '${name}' at '${prefix} -- this likely means that you're reusing a subgraph node with the same name. Please adjust your graph to have subgraph nodes with unique names.`);
      }
      this.drawn.add(prefix);
      this.lines.push(`\tsubgraph ${plain(name, endsNode)}`);
    }
    const depth = prefix.split(":").length;
    for (const inner of Object.keys(this.groups)) {
      if (inner.startsWith(`${prefix}:`) && inner.split(":").length === depth + 1) this.group(this.groups[inner], inner);
    }
    for (const edge of edges) this.lines.push(`\t${escape(edge.source)} ${this.arrow(edge)} ${escape(edge.target)};`);
    if (framed) this.lines.push("\tend");
  }

  private arrow({ data, conditional }: Edge): string {
    if (data === undefined) return conditional ? "-.->" : "-->";
    const { wrapLabelNWords = 9 } = this.options;
    const words = plain(data, endsArrow).split(" ");
    const rows: string[] = [];
    for (let i = 0; i < words.length; i += wrapLabelNWords) rows.push(words.slice(i, i + wrapLabelNWords).join(" "));
    const text = rows.join("&nbsp;<br>&nbsp;");
    return conditional ? `-. &nbsp;${text}&nbsp; .->` : `-- &nbsp;${text}&nbsp; -->`;
  }
}

const shown = (name: string) => name === "subgraph" ? `"${name}"` : name;

/** Returns what a node runs, in the form that the graph shows. */
function dataOf(node: any): any {
  const { action } = node;
  if (action?.lc_id) return action;
  let [id, name] = [["langchain_core", "runnables", "RunnableMap"], "RunnableMap"];
  if (typeof action === "function") [id, name] = [["langgraph", "RunnableCallable"], node.name];
  else if (action?.lg_is_pregel) [id, name] = [["langgraph", "pregel", "CompiledStateGraph"], action.getName()];
  return { lc_runnable: true, lc_id: id, getName: () => name };
}

/** Returns a picture of something whose inside is unknown, between its input and its output. */
function around(graph: Graph, runnable: any): Graph {
  const schema = (what: string) => ({ schema: {}, $schema: "http://json-schema.org/draft-07/schema#", getName: () => runnable.getName() + what });
  const [input, node, output] = [schema("Input"), runnable, schema("Output")].map((d) => graph.addNode(d));
  graph.addEdge(input, node);
  graph.addEdge(node, output);
  return graph;
}

/** Returns a picture of a runnable that is not a graph: of a sequence one with its steps, of others one with their input and output. */
export function pictureOf(runnable: any): Graph {
  const graph = new Graph();
  if (!Array.isArray(runnable.steps)) return around(graph, runnable);
  for (const [i, step] of runnable.steps.entries()) {
    const part: Graph = step.getGraph();
    if (i > 0) part.trimFirstNode();
    if (i < runnable.steps.length - 1) part.trimLastNode();
    const last = graph.lastNode();
    const [first] = graph.extend(part);
    if (last && first) graph.addEdge(last, first);
  }
  return graph;
}

/** Returns the nodes and edges of a compiled graph. xray also draws its subgraphs: true for all levels, a number for so many levels. */
export function drawable(compiled: any, config?: any): Graph {
  const { builder, _spec: spec } = compiled._drawn ?? compiled;
  const graph = new Graph();
  if (spec.wired || spec.function) return around(graph, compiled);
  const starts: Record<string, any> = { [START]: graph.addNode({ schema: {} }, START) };
  const ends: Record<string, any> = {};
  const found: { from: string; to: string; conditional: boolean }[] = [];
  const add = (from: string, to: string, label?: string, conditional = false) => {
    if (to === END) ends[END] ??= graph.addNode({ schema: {} }, END);
    if (starts[from] === undefined) return;
    if (ends[to] === undefined) throw new Error(`End node ${to} not found!`);
    found.push({ from, to, conditional });
    graph.addEdge(starts[from], ends[to], label !== to ? label : undefined, conditional);
  };
  const xray = config?.xray;
  for (const node of Object.values<any>(builder.nodes)) {
    const key = shown(node.name);
    const inner = xray && node.subgraph ? node.subgraph.getGraph({ ...config, xray: typeof xray === "number" ? xray - 1 : xray }) : undefined;
    inner?.trimFirstNode();
    inner?.trimLastNode();
    if (inner && Object.keys(inner.nodes).length > 1) {
      const [first, last] = graph.extend(inner, key);
      if (first === undefined) throw new Error(`Could not extend subgraph "${node.name}" due to missing entrypoint.`);
      if (last !== undefined) starts[key] = last;
      ends[key] = first;
    } else {
      starts[key] = ends[key] = graph.addNode(dataOf(node), key, notes(node, spec));
    }
  }
  addEdges(builder, add);
  const sources = new Set(found.map((e) => e.from));
  const reached = new Set(found.filter((e) => !e.conditional && e.to !== END).map((e) => e.to));
  for (const name of [...reached].sort()) {
    const node = Object.values<any>(builder.nodes).find((n) => shown(n.name) === name);
    if (!sources.has(name) && !node?.isErrorHandler) add(name, END);
  }
  return graph;
}

function addEdges(builder: any, add: (from: string, to: string, label?: string, conditional?: boolean) => void) {
  const plain = [...builder.allEdges].sort(([a]: string[], [b]: string[]) => a < b ? -1 : 0);
  for (const [from, to] of plain) add(shown(from), shown(to));
  for (const [source, branches] of Object.entries<any>(builder.branches)) {
    const others = Object.keys(builder.nodes).filter((name) => name !== source);
    for (const b of Object.values<any>(branches)) {
      const ends: [string, string][] = b.ends ?? [...others, END].map((name) => [shown(name), name]);
      for (const [label, to] of Object.entries(Object.fromEntries(ends))) add(shown(source), shown(to), label, true);
    }
  }
  for (const node of Object.values<any>(builder.nodes)) {
    for (const to of node.options?.ends ?? []) add(shown(node.name), shown(to), undefined, true);
  }
}

/** Returns the notes that are shown below the name of a node. */
function notes(node: any, spec: any): Record<string, any> {
  const stops = (list: any) => list?.includes?.(node.name);
  const before = stops(spec.interruptBefore), after = stops(spec.interruptAfter);
  const metadata = node.options?.metadata ?? {};
  if (before || after) metadata.__interrupt = before && after ? "before,after" : before ? "before" : "after";
  return metadata;
}
