// What the files of a project may hold, in tests that draw projects.

const settings = (more = "") => `version: 1
project: p
targets:
  local: { url: "http://127.0.0.1:1", deployment: 1, vars: { currency: EUR } }
  other: { url: "http://127.0.0.1:1", deployment: 2, vars: { currency: USD } }
defaultTarget: local
env: [RELEASE]
include: ["**/*.{yaml,json}"]
exclude: ["parts/**"]
${more}`;

const widget = (id: string, more = "") =>
  `        - { id: ${id}, type: CHART, position: [0, 0, 4, 4], config: { title: ${id}, ${more} } }\n`;
const workbook = (slug: string, name: string, widgets: string, more = "") =>
  `  ${slug}:\n    name: ${name}\n${more}    dashboard:\n      title: ${name}\n      layout: { cols: { lg: 12 } }\n      widgets:\n${widgets}`;

/** What a file may hold. Most of it goes together without an error, because only then there is something to keep, and to plan. */
export const TEXTS: Record<string, readonly string[]> = {
  "boardwright.yaml": [
    settings(),
    settings("lint: { rules: { widget-overlap: error, dangling-widget-id: off } }\n"),
    settings("lint: { rules: { widget-overlap: off } }\nignore: ['dashboard.widgets[*].config.title']\n"),
    settings().replace("USD", "CHF").replace("EUR", "GBP"),
  ],
  "a.yaml": [
    `workbooks:\n${workbook("a", "A", widget("w1") + widget("w2"))}`,
    `# moved\n\nworkbooks:\n${workbook("a", "A ${var.currency}", widget("w1"))}${workbook("a2", "A2", widget("x"))}`,
    `workbooks:\n${workbook("a", "A", widget("w1", "controls: [w2, w3, w4], colour: 1") + widget("w2", "controls: [w1]"))}${workbook("a3", "A3", widget("x") + widget("y", "controls: [x, gone]"))}${workbook("a4", "A4", "        []\n")}`,
    `workbooks:\n${workbook("a", "A", widget("w1"), "    publish: true\n    meta: { id: 123456789012345678901 }\n")}`,
  ],
  "b.yaml": [
    `workbooks:\n${workbook("b", "B", "        - { $include: ./parts/widget.yaml }\n", "    meta: { $include: ./parts/meta.yaml }\n")}`,
    `workbooks:\n${workbook("b", "B ${env.RELEASE}", "        - { id: t, type: TEXT, position: [0, 0, 2, 2], config: { markdown: { $file: ./note.md } } }\n")}`,
    "workbooks:\n  b:\n    name: B\n    dashboard: { kind: APP, title: B, app: { entry: index.html, files: { $dir: ./app } } }\n",
    `workbooks:\n${workbook("b", "B", widget("w1") + widget("w9"), "    overrides: { other: { name: Other, dashboard: { widgets: { w9: null } } } }\n")}`,
  ],
  "b2.yaml": [
    `workbooks:\n${workbook("b2", "B", "        - { $include: ./parts/widget.yaml }\n", "    meta: { $include: ./parts/meta.yaml }\n")}`,
    `workbooks:\n${workbook("b2", "B", "        - { $include: ./parts/deep.yaml }\n")}`,
  ],
  "c.json": [
    '{ "workbooks": { "c": { "name": "C", "dashboard": { "title": "C", "widgets": [] } } } }',
    '{ "workbooks": { "c": { "name": "C", "dashboard": { "$include": "./parts/board.yaml" } } } }',
  ],
  "d.yaml": [
    `workbooks:\n${workbook("d", "D", "        - { id: w1, type: CHART, config: {} }\n        - { id: w2, type: CHART, position: [0, 0, 4, 4], config: {} }\n")}`,
    `workbooks:\n${workbook("d", "D2", "        - { id: w1, type: CHART, config: { a: 1 } }\n")}`,
  ],
  "layouts.yaml": [
    "layouts:\n  d: { default: { w1: [0, 0, 4, 4] }, lg: { w1: [1, 0, 3, 3] } }\n",
    "# a line more\nlayouts:\n  d: { default: { w1: [0, 0, 4, 4] }, lg: { w1: [1, 0, 3, 3] } }\n",
    "layouts:\n  d: { default: { w1: [9, 0, 4, 4] } }\n",
    "$include: ./parts/layouts.yaml\n",
  ],
  "r.yaml": [
    `workbooks:\n${workbook("r", "R", widget("w", "reportId: { $report: r }"))}reports:\n  r: { name: R, workbook: r, query: { measures: [o.n] } }\n`,
    `workbooks:\n${workbook("r", "R", widget("w", "reportId: { $report: r }"))}reports:\n  r: { name: R2, workbook: r, publicId: { other: abcdefghijkl }, query: { measures: [o.n], limit: 5 } }\n  unused: { name: U, workbook: a, query: { measures: [o.n] } }\n`,
  ],
  "t.yaml": [
    `workbooks:\n${workbook("t-${row.key}", "T ${row.title}", widget("w1", "note: '${row.key}'") + widget("w2"), "    each: { $include: ./parts/rows.csv }\n")}`,
    `workbooks:\n${workbook("t-${row.key}", "T ${row.title} ${var.currency}", `${widget("w1", "reportId: { $report: 't-${row.key}' }")}        - { $include: ./parts/widget.yaml, id: p }\n`, "    each: { $include: ./parts/rows.yaml }\n")}reports:\n  t-\${row.key}: { each: { $include: ./parts/rows.yaml }, workbook: "t-\${row.key}", query: { measures: [o.n] } }\n`,
    `workbooks:\n${workbook("t-${row.key}", "T", "        - { id: w1, type: CHART, config: {} }\n", "    each: { $include: ./parts/rows.csv }\n")}layouts:\n  t-\${row.key}: { each: { $include: ./parts/rows.csv }, default: { w1: [0, 0, 4, 4] } }\n`,
    `workbooks:\n${workbook("t-${row.key}", "T ${row.title}", "        - { $include: ./parts/given.yaml, with: { id: '${row.key}', title: '${row.title}' } }\n", "    each: { $include: ./parts/rows.csv }\n")}`,
  ],
  "parts/rows.csv": [
    "key,title\nn,North\ns,South\n",
    "key,title\ns,South\nn,North!\ne,East\n",
    "key,title\nn,North\n",
  ],
  "parts/rows.yaml": [
    "- { key: n, title: North }\n- { key: s, title: South, override: { name: Own } }\n",
    "# moved\n- { key: n, title: '${var.currency}', override: { dashboard: { widgets: { w1: { position: [20, 0, 4, 4] } } } } }\n- { key: s, title: South }\n",
    "- { key: n, title: N }\n- { key: a, title: A }\n",
  ],
  "parts/given.yaml": [
    "id: '${param.id}'\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: '${param.title}' }\n",
    "params: { id: string, title: { type: string, default: T } }\nid: '${param.id}'\ntype: CHART\nposition: [9, 0, 4, 4]\nconfig: { title: '${param.title}' }\n",
  ],
  "theme.yaml": ["", "# nothing\n"],
  "parts/widget.yaml": [
    "id: w1\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: one }\n",
    "# moved\nid: w1\ntype: CHART\nposition: [20, 0, 4, 4]\nconfig: { title: '${var.currency}' }\n",
    "$include: ./deep.yaml\nid: w7\n",
  ],
  "parts/deep.yaml": [
    "id: d\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: deep }\n",
    "id: d\ntype: CHART\nposition: [0, 0, 4, 4]\nconfig: { title: deeper }\n",
    "id: d\ntype: CHART\nposition: [9, 0, 4, 4]\nconfig: { title: '${var.currency}' }\n",
  ],
  "parts/meta.yaml": ["team: x\n", "team: '${var.currency}'\n", "team: y\n"],
  "parts/board.yaml": ["title: C\nwidgets: []\n", "title: C\nwidgets: [{ $include: ./widget.yaml }]\n"],
  "parts/layouts.yaml": [
    "layouts: { d: { default: { w1: [0, 0, 4, 4] } } }\n",
    "\nlayouts: { d: { default: { w1: [9, 9, 4, 4] } } }\n",
  ],
  "note.md": ["Hello\n", "Hello ${var.currency}\n"],
  "app/index.html": ["<p>1</p>", "<p>2</p>"],
  "app/more.js": ["1", "2"],
};

/** What has errors, in itself or with the rest. */
export const WRONG: [name: string, text: string][] = [
  ["boardwright.yaml", settings().replace("env: [RELEASE]", "env: []")],
  ["boardwright.yaml", settings().replace('"parts/**"', '"none/**"')],
  ["a.yaml", "workbooks: ["],
  ["parts/rows.csv", "key;title\nn;North\n"],
  ["parts/rows.csv", "key,title\nn,North\nn,Twice\n"],
  [
    "parts/rows.yaml",
    "- { key: n }\n- { key: s, title: S, override: { dashboard: { widgets: { gone: {} } } } }\n",
  ],
  ["a.yaml", "workbooks: { a: { name: 5 } }\n"],
  ["a.yaml", `workbooks:\n${workbook("A", "A", widget("w1", "reportId: { $report: r9 }"))}`],
  ["a.yaml", ""],
  ["b.yaml", `workbooks:\n${workbook("a", "B", widget("w1"))}`],
  ["b.yaml", `workbooks:\n${workbook("c", "B", widget("w1"))}`],
  ["b2.yaml", "reports:\n  r: { name: Again, workbook: a, query: { measures: [o.n] } }\n"],
  [
    "b2.yaml",
    "reports:\n  r2: { name: R, workbook: a, publicId: abcdefghijkl, query: { measures: [o.n] } }\n",
  ],
  ["c.json", '{ "workbooks": { "c": { "name": "C", "meta": { "n": 12345678901234567890 } } }, "x": 1 }'],
  ["layouts.yaml", "layouts:\n  nobody: { default: { x: [0, 0, 1, 1] } }\n"],
  ["theme.yaml", "primaryColor: red\n"],
  ["theme.yaml", "workbooks:\n  theme: { name: T }\n"],
  ["parts/widget.yaml", "id: ["],
  ["parts/meta.yaml", "$include: ../theme.yaml\n"],
];
