// Files that are included `with` values: what `${param.x}` stands for, and what is wrong with values that do not fit.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { brief, dashboardOf, load, textAt } from "./temp-project.ts";

const KPI = `type: CHART
position: [0, 0, 6, 4]
config:
  title: "\${param.title} (\${var.currency})"
  member: \${param.member}
  limit: \${param.limit}
  $\${param.title}: kept
  hint: "$\${param.title}"
`;
const board = (widgets: string, slug = "w") =>
  `workbooks:\n  ${slug}:\n    name: N\n    dashboard:\n      kind: CLASSIC\n      widgets:\n${widgets}`;
const kpi = (id: string, given: string) =>
  `        - { id: ${id}, $include: ../shared/kpi.yaml${given === "" ? "" : `, with: ${given}`} }\n`;
const local = { target: "local" };
const files = (widgets: string, more: Record<string, string> = {}) => ({
  "dashboards/a.yaml": board(widgets),
  "shared/kpi.yaml": KPI,
  ...more,
});
const REVENUE = "{ title: Revenue, member: orders.revenue, limit: 10 }";
const configOf = (loaded: Awaited<ReturnType<typeof load>>, index: number) =>
  (dashboardOf(loaded, "w").widgets as JsonObject[])[index]!.config;

describe("values given to an included file", () => {
  it("stand for ${param.x} there, with their types, and for each place anew", async () => {
    const second = "{ title: Orders, member: [a, { b: 1 }], limit: true }";
    const loaded = await load(files(kpi("one", REVENUE) + kpi("two", second) + kpi("three", REVENUE)), local);
    expect(loaded.diagnostics).toEqual([]);
    const rest = { "$${param.title}": "kept", hint: "${param.title}" };
    const first = { title: "Revenue (EUR)", member: "orders.revenue", limit: 10, ...rest };
    expect(configOf(loaded, 0)).toEqual(first);
    expect(configOf(loaded, 1)).toEqual({
      title: "Orders (EUR)",
      member: ["a", { b: 1 }],
      limit: true,
      ...rest,
    });
    expect(configOf(loaded, 2)).toEqual(first);
  });

  it("are found where they are given", async () => {
    const loaded = await load(files(kpi("one", REVENUE)), local);
    const place = (part: "key" | "value", ...path: string[]) => {
      const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", 0, "config", ...path], part);
      return [span.file, textAt(loaded, span)];
    };
    expect(place("value", "member")).toEqual(["dashboards/a.yaml", "orders.revenue"]);
    expect(place("value", "limit")).toEqual(["dashboards/a.yaml", "10"]);
    expect(place("key", "limit")).toEqual(["shared/kpi.yaml", "limit"]);
    expect(place("value", "title")[0]).toBe("shared/kpi.yaml");
  });

  it("reach one level: a file hands on what it names", async () => {
    const given = '{ title: "My ${param.name}", member: m, limit: "${param.limit}" }';
    const more = { "shared/outer.yaml": `$include: ./kpi.yaml\nwith: ${given}\n` };
    const widget = "        - { id: one, $include: ../shared/outer.yaml, with: { name: x, limit: 3 } }\n";
    const loaded = await load(files(widget, more), local);
    expect(loaded.diagnostics).toEqual([]);
    expect(configOf(loaded, 0)).toMatchObject({ title: "My x (EUR)", limit: 3 });
    const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", 0, "config", "limit"]);
    expect([span.file, textAt(loaded, span)]).toEqual(["dashboards/a.yaml", "3"]);
    const silent = { "shared/outer.yaml": "$include: ./kpi.yaml\nposition: [0, 0, 1, 1]\n" };
    const lost = await load(
      files("        - { id: one, $include: ../shared/outer.yaml, with: { title: x } }\n", silent),
    );
    expect(brief(lost.diagnostics)).toEqual([
      "shared/outer.yaml:1:11 missing-parameter",
      "shared/outer.yaml:1:11 missing-parameter",
      "shared/outer.yaml:1:11 missing-parameter",
    ]);
  });

  it("must be all that the file names, and no other", async () => {
    const loaded = await load(files(kpi("one", "{ title: x, member: y, limt: 3 }")));
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:7:32 missing-parameter",
      "dashboards/a.yaml:7:81 unused-parameter",
    ]);
    const [missing, unused] = loaded.diagnostics;
    expect(missing?.message).toContain("shared/kpi.yaml:6:10");
    expect(unused?.message).toContain("Did you mean `limit`?");
  });

  it("are missing where a file is included without them, and named in a file that nothing includes", async () => {
    const loaded = await load(files(kpi("one", "")));
    expect(loaded.diagnostics.map(({ rule, file }) => [rule, file])).toEqual(
      Array(3).fill(["missing-parameter", "dashboards/a.yaml"]),
    );
    const top = await load({ "dashboards/a.yaml": 'workbooks:\n  w:\n    name: "A ${param.x}"\n' });
    expect(brief(top.diagnostics)).toEqual(["dashboards/a.yaml:3:14 missing-parameter"]);
    expect(top.diagnostics[0]?.help).toContain("$${param.x}");
  });

  it("is no list or map inside of a text", async () => {
    const loaded = await load(files(kpi("one", "{ title: [a], member: y, limit: 3 }")));
    expect(brief(loaded.diagnostics)).toEqual(["shared/kpi.yaml:4:11 wrong-type"]);
  });

  it("are in no key, where nobody would find them", async () => {
    const more = { "shared/kpi.yaml": KPI.replace("hint:", '"a ${param.title}":') };
    const loaded = await load(files(kpi("one", REVENUE), more));
    expect(brief(loaded.diagnostics)).toEqual(["shared/kpi.yaml:8:3 ambiguous-key"]);
  });

  it("give paths, ids and changes by id", async () => {
    const more = {
      "shared/list.yaml":
        '- { id: "${param.id}", $include: "./${param.kind}.yaml" }\n- { id: b, type: SPACER, position: [0, 0, 1, 1] }\n',
      "shared/note.yaml": "type: TEXT\nposition: [0, 0, 2, 2]\nconfig: { markdown: hi }\n",
    };
    const include = (id: string) =>
      `        $include: ../shared/list.yaml\n        with: { id: ${id}, kind: note }\n        ${id}: { position: { w: 5 } }\n        b: null\n`;
    const loaded = await load(
      { "dashboards/a.yaml": board(include("x")), "dashboards/b.yaml": board(include("y"), "v"), ...more },
      local,
    );
    expect(loaded.diagnostics).toEqual([]);
    for (const [slug, id] of [
      ["w", "x"],
      ["v", "y"],
    ] as const) {
      expect(dashboardOf(loaded, slug).widgets).toEqual([
        { id, type: "TEXT", position: { x: 0, y: 0, w: 5, h: 2 }, config: { markdown: "hi" } },
      ]);
      const span = loaded.bySlug.get(slug)!.locate(["dashboard", "widgets", 0, "config", "markdown"]);
      expect([span.file, textAt(loaded, span)]).toEqual(["shared/note.yaml", "hi"]);
    }
  });

  it("do not multiply without end", async () => {
    const more: Record<string, string> = {};
    for (let level = 0; level < 40; level++) {
      const next = `{ $include: ./${level + 1}.yaml, with: { a: ["\${param.a}", "\${param.a}"] } }`;
      more[`shared/${level}.yaml`] = level === 39 ? 'a: "${param.a}"\n' : `{ l: ${next}, r: ${next} }\n`;
    }
    const loaded = await load({
      "dashboards/a.yaml": "workbooks:\n  w:\n    meta: { $include: ../shared/0.yaml, with: { a: [x] } }\n",
      ...more,
    });
    expect(loaded.diagnostics.map(({ rule }) => rule)).toContain("include-invalid");
  });
});

describe("parameters that a file declares", () => {
  const DECLARED = `params: { title: string, limit: { type: integer, default: 10 } }\n${KPI.replace("${param.member}", "m")}`;

  it("may be left out if they have a default, and are not part of the value", async () => {
    const given = kpi("one", "{ title: a }") + kpi("two", "{ title: a, limit: 3 }");
    const loaded = await load({ ...files(given), "shared/kpi.yaml": DECLARED }, local);
    expect(loaded.diagnostics).toEqual([]);
    expect(configOf(loaded, 0)).toMatchObject({ limit: 10 });
    expect(configOf(loaded, 1)).toMatchObject({ limit: 3 });
    expect((dashboardOf(loaded, "w").widgets as JsonObject[])[0]).not.toHaveProperty("params");
    const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", 0, "config", "limit"]);
    expect([span.file, span.line, textAt(loaded, span)]).toEqual(["shared/kpi.yaml", 1, "10"]);
  });

  it("have the type that is declared, with both places", async () => {
    const loaded = await load({
      ...files(kpi("one", "{ title: 5, limit: 1.5, titel: x }")),
      "shared/kpi.yaml": DECLARED,
    });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:7:67 wrong-type",
      "dashboards/a.yaml:7:77 wrong-type",
      "dashboards/a.yaml:7:82 unused-parameter",
    ]);
    expect(loaded.diagnostics[0]?.message).toContain("shared/kpi.yaml:1:18 declares it as string");
  });

  it("are used, and are what the file uses", async () => {
    const text = `params: { title: string, extra: { type: map, default: {} } }\n${KPI.replace("${param.member}", "m")}`;
    const loaded = await load({ ...files(kpi("one", "{ title: a }")), "shared/kpi.yaml": text });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:7:32 missing-parameter",
      "shared/kpi.yaml:1:26 unused-parameter",
    ]);
  });

  it("are declared in a document of their own before a list", async () => {
    const list =
      'params: { title: string }\n---\n- { id: a, type: TEXT, position: [0, 0, 1, 1], config: { markdown: "${param.title}" } }\n- { id: b, type: TEXT, position: [0, 1, 1, 1], config: { markdown: b } }\n';
    const widgets = "        $include: ../shared/list.yaml\n        with: { title: Hello }\n";
    const loaded = await load({ "dashboards/a.yaml": board(widgets), "shared/list.yaml": list }, local);
    expect(loaded.diagnostics).toEqual([]);
    const place = (index: number) => {
      const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", index, "config", "markdown"]);
      return [span.file, textAt(loaded, span)];
    };
    expect(place(0)).toEqual(["dashboards/a.yaml", "Hello"]);
    expect(place(1)).toEqual(["shared/list.yaml", "b"]);
  });

  it.each([
    ["params: [a]\n", "shared/kpi.yaml:1:9 wrong-type"],
    ["params: { title: strin }\n", "shared/kpi.yaml:1:18 wrong-type"],
    ["params: { title: { type: integer, default: x } }\n", "shared/kpi.yaml:1:44 wrong-type"],
    ["params: { title: { type: string, defalt: x } }\n", "shared/kpi.yaml:1:42 wrong-type"],
  ])("must be types: %s", async (head, finding) => {
    const loaded = await load({
      ...files(kpi("one", "{ title: a }")),
      "shared/kpi.yaml": `${head}type: "\${param.title}"\n`,
    });
    expect(brief(loaded.diagnostics)).toEqual([finding]);
  });
});
