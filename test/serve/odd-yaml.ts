// Files as people and programs write them, in every odd form of YAML: what a file says, and the bytes of each widget.
import fc from "fast-check";
import { parse } from "yaml";

/** A dashboard's file in pieces: what they say together is their text in order. */
export interface OddFile {
  head: string;
  /** Each with the comments above it, to the end of its last line. */
  widgets: { id: string; text: string }[];
  tail: string;
  mark: boolean;
}

export const textOf = ({ head, widgets, tail, mark }: OddFile) =>
  (mark ? "\uFEFF" : "") + head + widgets.map(({ text }) => text).join("") + tail;

/** Lines below a key or dash, without their indentation. */
type Lines = string[];

const POSITIONS: readonly Lines[] = [
  ["position: [0, 0, 4, 2]"],
  ["position:   [ 0,0 ,4, 2 ]   # place\twith a tab"],
  ["position: {x: 0, y: 0, w: 4, h: 2}"],
  [`"position": { "x": 0, "y": 0, "w": 4, "h": 2 } # é`],
  ["position: { h: 2, w: 4, x: 0, y: 0, }"],
  ["position: {", "    x: 0, # left", "    # above y", "    y: 0, w: 4,", "  h: 2", "  }"],
  ["position: [", "  0, # x", "  0,", "  4, 2 ]"],
  ["position: # all", "  # above", "  x: 0", "", "  y: 0 # top", "  w:   4", "  h: 2", "  # below"],
  ["position:", "    - 0", "    - 0 # y", "    - 4", "    - 2"],
  ["position:", "- 0", "- 0", "- 4", "- 2"],
  ["'position': !!map { x: 0, y: 0, w: 4, h: 2 }"],
  ["? position", ": [0, 0, 4, 2]"],
  ["position:", "  [0, 0, 4, 2] # on its own line"],
  ["position:", "  # above it", "  { x: 0, y: 0,", "    w: 4, h: 2 }"],
];

const RESPONSIVE: readonly Lines[] = [
  [],
  [],
  ["responsiveLayouts: { lg: [0, 0, 4, 2] }"],
  ["responsiveLayouts:", "  lg: { x: 0, y: 0, w: 4, h: 2 } # lg", "  # xs:"],
  ["responsiveLayouts: {}  # none"],
  ["responsiveLayouts:", "    xs:", "       - 0", "       - 0", "       - 4", "       - 2"],
  [`"responsiveLayouts": {"lg": {"x": 0, "y": 0, "w": 4, "h": 2}}`],
  ["responsiveLayouts: # later", ""],
];

const CONFIGS: readonly Lines[] = [
  ["config: { title: One, markdown: 'Ünï # no comment' }"],
  [`config: {"title": "One", "markdown": "a\\tb\\u00e9"} # all quoted`],
  ["config:", "  title: One # title", "  markdown: |", "    a", "      b # text", "", "    c", ""],
  ["config:", "  markdown: |2- # header", "      deep", "    less", "  title: 'It''s'"],
  ["config:", "   title: >-", "        folded", "        text", "   # comment below", "   markdown: Plain"],
  ["config:", "  markdown: |+", "    kept", "", "", "  title: &t1 Eins"],
  ["config:", "  markdown: plain", "    on two # lines", "  title: !!str 12"],
  ["config:", '  markdown: "quoted', "    on \\", '    two"', "  title: ~ # null"],
  ["config: # nothing"],
  ["config: {} # empty", "# below it"],
  [
    "config:",
    "  # only: comments",
    "  markdown: >",
    "    folded text",
    "    goes on",
    "",
    "    para",
    "  limits: [1, 2,",
    "    3] # list",
  ],
  ["config: {", "  title: One, # one", "  # two", "  markdown: Zwei", "}"],
  ["config:", "  '<<': { a: 1 } # no merge", '  title: "\\ud83d\\ude00"', "  markdown: 😀 text"],
  ["config:", "  ? title", "  : One", "  ? 'markdown'", "  : |-", "    under"],
  ["config:", "\t", "  title: One", "  markdown: ''"],
];

const MORE: readonly Lines[] = [
  [],
  [],
  ["# config: {}"],
  ["#\ttab", "", "style: { a: [1, { b: c }] } # s"],
  ["style:", "  a:", "    - a # a", "    -   b", "    - - c", "      - d", "    - k: 1", "      l: 2"],
  ['"style": { b: "# x" } #y'],
];

const ABOVE: readonly Lines[] = [
  [],
  [],
  ["# about it"],
  ["", "# --- Heading ---", "# about it"],
  ["", "", "#\tapart é", ""],
  ["%# at the margin"],
];

interface Shape {
  above: Lines;
  position: Lines;
  responsive: Lines;
  config: Lines;
  more: Lines;
  order: number;
  dash: string;
  type: string;
}

const shape = fc.record<Shape>({
  above: fc.constantFrom(...ABOVE),
  position: fc.constantFrom(...POSITIONS),
  responsive: fc.constantFrom(...RESPONSIVE),
  config: fc.constantFrom(...CONFIGS),
  more: fc.constantFrom(...MORE),
  order: fc.nat(5),
  dash: fc.constantFrom("- ", "- ", "-   ", "- # dash\n", "-\n", "- &w% "),
  type: fc.constantFrom("type: TEXT", "type: TEXT # type", `"type": 'TEXT'`, "type:   TEXT   "),
});

/** On one line or over several, in braces. */
const FLOW: readonly ((id: string) => Lines)[] = [
  (id) => [`- { id: ${id}, type: TEXT, position: [0, 0, 4, 2], config: { title: One, markdown: x } } # flow`],
  (id) => [`- {"id": "${id}", "type": "TEXT", "position": {"x": 0, "y": 0, "w": 4, "h": 2}, "config": {}}`],
  (id) => [
    `- { id: ${id}, # id`,
    "    type: TEXT,",
    "    position: [0, 0,",
    "      4, 2],",
    "    config: { markdown: x }, # last",
    "  }",
  ],
  (id) => [`- {`, `  "id": "${id}",`, `  "type": "TEXT",`, `  "position": [0, 0, 4, 2]`, `  } # end`],
];

function blockWidget(id: string, one: Shape, column: number): Lines {
  const { order, above, position, responsive, config, more, dash, type } = one;
  const own = [[`id: ${id}${order % 2 ? " # id" : ""}`], [type]];
  const rest = [position, config, responsive, more];
  const keys =
    order < 3 ? [...own, ...rest] : [...rest.slice(order - 3), ...own, ...rest.slice(0, order - 3)];
  const lines = keys.flat();
  const head = dash.replace("%", id);
  const inner = head.trimEnd() === "-" || head.includes("\n") || head.includes("&") ? 2 : head.length;
  const isApart = head.includes("\n") || head.includes("&");
  const margin = " ".repeat(inner);
  const first = isApart ? [head.trimEnd(), margin + lines[0]] : [head + lines[0]];
  const body = [
    ...above,
    ...first,
    ...lines.slice(1).map((line) => (line.trim() === "" ? line : margin + line)),
  ];
  return body.map((line) => {
    if (line.startsWith("%")) return line.slice(1);
    return line.trim() === "" ? line : " ".repeat(column) + line;
  });
}

const IDS = ["one", "zwei", "drei", "vier"];

export const oddFile = (slug: string): fc.Arbitrary<OddFile> =>
  fc
    .record({
      shapes: fc.array(
        fc.oneof({ weight: 4, arbitrary: shape }, { weight: 1, arbitrary: fc.nat(FLOW.length - 1) }),
        {
          minLength: 1,
          maxLength: IDS.length,
        },
      ),
      column: fc.constantFrom(6, 8, 8, 9),
      ends: fc.constantFrom("\n", "\n", "\r\n", "mixed"),
      alias: fc.nat(4),
      tail: fc.constantFrom("", "    meta: { a: b } # next\n", "    # below\n# end\n", "...\n", "\n\n"),
      isCut: fc.boolean(),
      mark: fc.boolean(),
      start: fc.constantFrom("", "---\n", "# é\n\n", "%YAML 1.2\n---\n", "#\ttab\n"),
    })
    .map(({ shapes, column, ends, alias, tail, isCut, mark, start }) => {
      let count = 0;
      const end = (text: string) =>
        text.replace(/\n/g, () =>
          ends === "\r\n" || (ends === "mixed" && ++count % 3 === 0) ? "\r\n" : "\n",
        );
      const head = `${start}workbooks:\n  ${slug}: # slug\n    name: Nämé # kept\n    dashboard:\n      layout: { cols: { lg: 48, xs: 48 } }\n      widgets: # all\n`;
      const widgets = shapes.map((one, index) => {
        const id = IDS[index]!;
        const lines =
          typeof one === "number"
            ? FLOW[one]!(id).map((line) => " ".repeat(column) + line)
            : blockWidget(id, withAlias(one, { index, alias }), column);
        return { id, text: lines.map((line) => `${line}\n`).join("") };
      });
      const file: OddFile = { head: end(head), widgets: [], tail: "", mark };
      for (const { id, text } of widgets) file.widgets.push({ id, text: end(text) });
      file.tail = end(tail);
      if (isCut && tail !== "...\n") {
        if (file.tail.trim() !== "") file.tail = file.tail.trimEnd();
        else {
          file.tail = "";
          const last = file.widgets.at(-1)!;
          last.text = last.text.replace(/\r?\n$/, "");
        }
      }
      return file;
    })
    .filter((file) => isWhole(file));

/** The second has its position or config from the first, by name. */
function withAlias(one: Shape, { index, alias }: { index: number; alias: number }): Shape {
  if (alias === 0 && index === 0)
    return { ...one, position: ["position: &p { x: 0, y: 0, w: 4, h: 2 } # named"] };
  if (alias === 0 && index === 2) return { ...one, position: ["position: *p # the first's"] };
  if (alias === 1 && index === 0)
    return { ...one, config: ["config: &c # named", "  title: One", "  markdown: |", "    Text"] };
  if (alias === 1 && index === 1) return { ...one, config: ["config: *c"] };
  return one;
}

/** Whether it says what its pieces are, whatever else is in it. */
function isWhole(file: OddFile): boolean {
  try {
    const { workbooks } = parse(textOf(file).replace(/^\uFEFF/, "")) as {
      workbooks: Record<string, { dashboard: { widgets: { id: string }[] } }>;
    };
    const [{ dashboard }] = Object.values(workbooks) as [{ dashboard: { widgets: { id: string }[] } }];
    return dashboard.widgets.map(({ id }) => id).join() === file.widgets.map(({ id }) => id).join();
  } catch {
    return false;
  }
}
