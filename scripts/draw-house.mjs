// Draws the rooms of src/ and who imports whom: boxes from the folders, arrows from the imports, words from the table
// in CONTRIBUTING.md. An arrow that follows from others is left out.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Graph, layout } from "@dagrejs/dagre";

const LINE = 15;
const WIDTH = 216;
const CHARACTERS = 31;

/** Room → the rooms that it imports, both sorted. */
function readRooms(src) {
  const rooms = new Map();
  const roomOf = (file) => file.slice(src.length + 1).split("/")[0];
  for (const name of readdirSync(src, { recursive: true }).sort()) {
    if (!name.endsWith(".ts") || name.endsWith(".d.ts")) continue;
    const file = join(src, name);
    const imported = rooms.get(roomOf(file)) ?? new Set();
    rooms.set(roomOf(file), imported);
    for (const [, to] of readFileSync(file, "utf8").matchAll(/(?:from |import\()\s*"(\.[^"]+)"/g)) {
      const room = roomOf(resolve(dirname(file), to));
      if (room !== roomOf(file)) imported.add(room);
    }
  }
  return new Map([...rooms].map(([room, imported]) => [room, [...imported].sort()]));
}

/** The same without what follows: if a imports b and b imports c, a's import of c is not drawn. */
function withoutImplied(rooms) {
  const reach = (from, without, seen = new Set()) => {
    for (const to of rooms.get(from) ?? []) {
      if (seen.has(to) || (from === without.from && to === without.to)) continue;
      seen.add(to);
      reach(to, without, seen);
    }
    return seen;
  };
  return new Map(
    [...rooms].map(([from, imported]) => [from, imported.filter((to) => !reach(from, { from, to }).has(to))]),
  );
}

/** Room → what it holds, from the table of CONTRIBUTING.md. */
function readWords(root) {
  const table = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").matchAll(/^\| `([\w.-]+)` \| (.+) \|$/gm);
  return new Map([...table].map(([, room, words]) => [room, words.replaceAll("`", "")]));
}

/** The rooms inside a room, as one line; none for a file. */
function innerRooms(place) {
  if (!statSync(place).isDirectory()) return [];
  const folders = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => name !== "generated");
  return names.length > 0 ? wrap(names.sort().join(" · ")) : [];
}

function wrap(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function drawRoom({ x, y, height, room, words, inner }) {
  const lines = [
    ...words.map((text) => ({ text, kind: "words" })),
    ...inner.map((text) => ({ text, kind: "inner" })),
  ];
  const top = y - height / 2;
  const texts = lines.map(
    ({ text, kind }, index) =>
      `<text class="${kind}" x="${x}" y="${top + 36 + index * LINE}">${escapeXml(text)}</text>`,
  );
  return [
    `<rect x="${x - WIDTH / 2}" y="${top}" width="${WIDTH}" height="${height}" rx="6"/>`,
    `<text class="room" x="${x}" y="${top + 19}">${escapeXml(room)}</text>`,
    ...texts,
  ].join("\n");
}

/** From the lower edge of one room to the upper edge of another, past the rooms beside it, which a line between the middles would cross. */
function drawArrow(from, to, points) {
  const inner = points.slice(1, -1);
  const aside = (room, { x }) => room.x + Math.max(-0.4, Math.min(0.4, (x - room.x) / WIDTH)) * WIDTH;
  const line = [
    { x: aside(from, inner[0]), y: from.y + from.height / 2 },
    ...inner,
    { x: aside(to, inner.at(-1)), y: to.y - to.height / 2 },
  ];
  const path = line.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join("L");
  return `<path d="M${path}" marker-end="url(#head)"/>`;
}

const STYLE = `
text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #1f2328 }
.room { font-weight: 600; font-size: 14px }
.inner { fill: #59636e; font-size: 11px }
rect { fill: #f6f8fa; stroke: #8c959f }
path { fill: none; stroke: #8c959f; stroke-linejoin: round }
#head path { fill: #8c959f }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .inner { fill: #9198a1 }
  rect { fill: #161b22; stroke: #6e7681 }
  path { stroke: #6e7681 }
  #head path { fill: #6e7681 }
}
`;

/** The picture as the text of an SVG file. */
export function drawHouse(root) {
  const src = join(root, "src");
  const words = readWords(root);
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 64, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const rooms = withoutImplied(readRooms(src));
  for (const room of rooms.keys()) {
    const label = { room, words: wrap(words.get(room) ?? ""), inner: innerRooms(join(src, room)) };
    const height = 34 + (label.words.length + label.inner.length) * LINE;
    graph.setNode(room, { ...label, width: WIDTH, height });
  }
  for (const [from, imported] of rooms) for (const to of imported) graph.setEdge(from, to);
  layout(graph);
  const { width, height } = graph.graph();
  const size = [Math.ceil(width), Math.ceil(height)];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(" ")}" width="${size[0]}" height="${size[1]}" role="img">`,
    "<title>The rooms of src/: an arrow leads from a room to one that it imports</title>",
    `<style>${STYLE}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ...graph
      .edges()
      .map((edge) => drawArrow(graph.node(edge.v), graph.node(edge.w), graph.edge(edge).points)),
    ...graph.nodes().map((room) => drawRoom(graph.node(room))),
    "</svg>",
  ].join("\n")}\n`;
}
