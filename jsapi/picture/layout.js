// This file prepares the input of dagre, and reads the parts of its result that are drawn. dagre is a global variable
// here.
(function (input) {
  globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value)); // for plain objects, which are the only ones here
  const { nodes, edges, groups } = JSON.parse(input);
  const g = new dagre.graphlib.Graph({ multigraph: true, compound: true });
  g.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 44, edgesep: 16, marginx: 16, marginy: 16 });
  for (const { id, parent } of groups) {
    g.setNode(id, {});
    if (parent) g.setParent(id, parent);
  }
  for (const { id, width, height, parent } of nodes) {
    g.setNode(id, { width, height });
    if (parent) g.setParent(id, parent);
  }
  edges.forEach(({ from, to, width, height }, i) => {
    g.setEdge(from, to, { width, height, labelpos: "c" }, String(i));
  });
  dagre.layout(g);
  const place = ({ id }) => {
    const { x, y, width, height } = g.node(id);
    return { id, x, y, width, height };
  };
  return JSON.stringify({
    width: g.graph().width, height: g.graph().height,
    nodes: nodes.map(place), groups: groups.map(place),
    edges: edges.map(({ from, to }, i) => {
      const { points, x, y } = g.edge(from, to, String(i));
      return { points, x: x ?? 0, y: y ?? 0 };
    }),
  });
})
