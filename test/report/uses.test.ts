// What uses members, for other tools: exposures that dbt's schema takes, and charts that Mermaid reads, whatever dashboards are called.
import { existsSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { MemberUse, ModelDifferences, Uses } from "../../src/model/index.ts";
import { DIFFERENCES_FORMATS, USES_FORMATS } from "../../src/report/index.ts";
import { INJECTIONS } from "../support/nasty.ts";
import { runs } from "../support/runs.ts";

const place = { file: "dashboards/a.yaml", line: 3, column: 5 };

function use(slug: string, title = slug, widget = "Orders", report?: string): MemberUse {
  return {
    dashboard: { slug, title, ...place },
    widget: { id: "w", title: widget, type: "CHART", ...place },
    ...(report !== undefined && { report: { key: report, title: report, ...place } }),
    places: [place],
  };
}

const usesOf = (members: Record<string, MemberUse[]>): Uses => ({
  members: Object.entries(members).map(([member, uses]) => ({ member, uses })),
  unread: [],
  missing: [],
});

const render = (format: string, uses: Uses, options = {}) =>
  USES_FORMATS[format]!(uses, { color: false, owner: "acme", ...options });

/** Texts that mean something to YAML, to Mermaid, to terminals, or to runners. */
const NASTY = [
  ...INJECTIONS,
  'a "quoted" one',
  "'single'",
  "- item",
  "1. item",
  "# no comment",
  "key: value",
  "null",
  "end",
  "{{{ env_var('SECRET') }} {% raw %} {# note",
  "line\nbreak\r\n",
  "\u001b[31mred\u0007",
  "\u202eright to left",
  "\ud800 alone",
  "]]) --> x[[<script>alert(1)</script>",
  "`markdown` **bold**",
  "::error::no",
  "##[group]no",
  "%% no comment",
  "#quot; &amp; ;",
  "👩‍🚀 emoji",
  "\\",
];

describe("exposures for dbt", () => {
  // dbt's own rules: what its schema of properties files asks of an exposure, and what its parser asks of names and references.
  const wrongWith = (text: string): string[] => {
    const document = parse(text) as { version: number; exposures: Record<string, unknown>[] };
    const names = document.exposures.map(({ name }) => String(name));
    return [
      ...(document.version === 2 && Object.keys(document).join() === "version,exposures" ? [] : ["document"]),
      ...(new Set(names).size === names.length ? [] : ["names twice"]),
      ...document.exposures.flatMap(
        ({ name, label, type, url, description, depends_on, owner, ...others }) => [
          ...(/^\w+$/.test(String(name)) ? [] : [`name ${name}`]),
          ...([label, description].every((each) => typeof each === "string") ? [] : ["texts"]),
          ...(url === undefined || typeof url === "string" ? [] : ["url"]),
          ...(type === "dashboard" ? [] : ["type"]),
          ...((depends_on as string[]).every((each) => /^ref\('\w+'\)$/.test(each)) ? [] : ["depends_on"]),
          ...(typeof (owner as { name: unknown }).name === "string" ? [] : ["owner"]),
          ...Object.keys(others),
        ],
      ),
    ];
  };

  it("have a name, a label, an owner, the views as references, and a link if it is known", () => {
    const uses = usesOf({
      "orders.count": [use("sales-2", "Sales"), use("sales_2", "Other"), use("2026")],
      "orders.status": [use("sales-2", "Sales")],
      "shops.name": [
        use("sales-2", "Sales"),
        { report: { key: "r", title: "R", ...place }, places: [place] },
      ],
    });
    const linkOf = (slug: string) => (slug === "2026" ? "https://acme.test/d/2026" : undefined);
    const text = render("dbt", uses, { linkOf });
    expect(wrongWith(text)).toEqual([]);
    expect(text).toBe(`version: 2
exposures:
  - name: _2026
    label: "2026"
    type: dashboard
    url: "https://acme.test/d/2026"
    description: "Workbook 2026 in dashboards/a.yaml. Uses orders.count."
    depends_on:
      - ref('orders')
    owner:
      name: "acme"
  - name: sales_2
    label: "Sales"
    type: dashboard
    description: "Workbook sales-2 in dashboards/a.yaml. Uses orders.count, orders.status, shops.name."
    depends_on:
      - ref('orders')
      - ref('shops')
    owner:
      name: "acme"
  - name: sales_2__09af2096
    label: "Other"
    type: dashboard
    description: "Workbook sales_2 in dashboards/a.yaml. Uses orders.count."
    depends_on:
      - ref('orders')
    owner:
      name: "acme"
`);
  });

  it("have names that are readable, of the slug alone and unlike others", () => {
    const namesOf = (...slugs: string[]) => {
      const text = render("dbt", usesOf({ "orders.count": slugs.map((slug) => use(slug)) }));
      const { exposures } = parse(text) as { exposures: { name: string; label: string }[] };
      return Object.fromEntries(exposures.map(({ name, label }) => [label, name]));
    };
    const slugs = ["a b", "a-b", "a_b", "a--b", "продажи", "склад", "выручка-kpi", "café-paris", "2026"];
    const names = namesOf(...slugs);
    expect(new Set(Object.values(names)).size).toBe(slugs.length);
    for (const slug of slugs) expect(namesOf(slug, "анализ")[slug]).toBe(names[slug]);
    expect(names).toMatchObject({
      "a b": expect.stringMatching(/^a_b__[0-9a-f]{8}$/),
      "a-b": "a_b",
      продажи: expect.stringMatching(/^dashboard__[0-9a-f]{8}$/),
      "выручка-kpi": expect.stringMatching(/^kpi__[0-9a-f]{8}$/),
      "café-paris": expect.stringMatching(/^cafe_paris__[0-9a-f]{8}$/),
      "2026": "_2026",
    });
  });

  it("are whole for any title, slug and owner", () => {
    const text = render("dbt", usesOf({ "orders.count": NASTY.map((title) => use(title, title)) }), {
      owner: NASTY[0],
    });
    expect(wrongWith(text)).toEqual([]);
    expect(parse(text, { version: "1.1" })).toEqual(parse(text));
    // dbt renders properties files as Jinja templates.
    expect(text).not.toMatch(/\{[{%#]/);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (title) => {
        const one = render("dbt", usesOf({ "orders.count": [use(`s${title}`, title)] }), { owner: title });
        expect(wrongWith(one)).toEqual([]);
      }),
      { numRuns: runs(40) },
    );
  });

  const SCHEMA = new URL("../../../shared/verify/dbt_yml_files.json", import.meta.url);
  const hasSchema = existsSync(SCHEMA);
  if (!hasSchema) console.log("skipped: shared/verify/dbt_yml_files.json is not here");
  it.skipIf(!hasSchema)("are what dbt's published schema takes", () => {
    const check = new Ajv({ strict: false, logger: false }).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
    const text = render("dbt", usesOf({ "orders.count": NASTY.map((title) => use(title, title)) }));
    expect(check(parse(text)) ? [] : check.errors).toEqual([]);
    expect(check(parse(text.replaceAll("type: dashboard", "type: board")))).toBe(false);
  });
});

describe("flowcharts for Mermaid", () => {
  const LABEL = `[\\p{L}\\p{M}\\p{N} _.,()…#;-]+`;
  const SHAPES = [`\\(\\["${LABEL}"\\]\\)`, `\\["${LABEL}"\\]`, `\\[\\["${LABEL}"\\]\\]`];
  const LINES = [
    /^flowchart LR$/u,
    new RegExp(`^ {2}n\\d+(?:${SHAPES.join("|")})$`, "u"),
    new RegExp(`^ {2}n\\d+ -->(?:\\|"${LABEL}"\\|)? n\\d+$`, "u"),
    /^ {2}%% [\w ,:.]+$/,
  ];
  const strange = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .filter((line) => !LINES.some((each) => each.test(line)));

  it("go from members over reports to dashboards, each drawn once", () => {
    const uses = usesOf({
      "orders.count": [use("sales", "Sales", "By day", "r"), use("sales", "Sales", "By week", "r")],
      "orders.status": [use("sales", "Sales", "Status")],
    });
    expect(render("mermaid", uses)).toBe(`flowchart LR
  n0(["orders.count"])
  n1["r"]
  n2[["Sales (sales)"]]
  n3(["orders.status"])
  n0 --> n1
  n1 -->|"By day"| n2
  n1 -->|"By week"| n2
  n3 -->|"Status"| n2
`);
  });

  it("have no text that means anything to Mermaid", () => {
    for (const title of NASTY) {
      const text = render("mermaid", usesOf({ "orders.count": [use("s", title, title, title)] }));
      expect(strange(text), text).toEqual([]);
      expect(text).not.toMatch(/"\s*(?:\d+[.)]|-)/);
    }
  });

  it("have views in place of members where those would be too many to draw", () => {
    const members = (count: number) =>
      usesOf(
        Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`v${at % 7}.m${at}`, [use(`d${at % 9}`)]]),
        ),
      );
    const edges = (text: string) => text.match(/-->/g)?.length ?? 0;
    const small = render("mermaid", members(400));
    expect([edges(small), small.includes("v0.m0")]).toEqual([400, true]);
    const large = render("mermaid", members(4000));
    expect(edges(large)).toBe(63);
    expect(strange(large)).toEqual([]);
    const huge = usesOf({ "v.m": Array.from({ length: 600 }, (_, at) => use(`d${at}`)) });
    expect(render("mermaid", huge)).toContain("%% 600 edges");
    expect(strange(render("mermaid", huge))).toEqual([]);
  });
});

describe("differences of models in markdown", () => {
  it("hold no text of a dashboard that means anything, and no line that a runner obeys", () => {
    for (const title of NASTY) {
      const compared: ModelDifferences = {
        from: "production",
        to: `branch ${title}`,
        differences: [{ change: "removed", member: "orders.count", uses: [use("s", title, title, title)] }],
        unread: [{ why: "sql", report: title, dashboards: [title] }],
      };
      const text = DIFFERENCES_FORMATS.markdown!(compared, { color: false });
      expect(text).not.toMatch(/<script|\u001b|\u202e|^::|##\[|\*\*bold|^- item|\n1\. item/m);
      expect(text.split("\n").filter((line) => line.startsWith("| "))).toHaveLength(3);
    }
  });
});

describe("owners of dashboards that a model branch touches", () => {
  const owned = (slug: string, owners: string[]): MemberUse => {
    const { dashboard, ...rest } = use(slug);
    return { ...rest, ...(dashboard && { dashboard: { ...dashboard, owners } }) };
  };
  const uses = [owned("sales", ["@acme/sales"]), owned("stock", ["@acme/all</b>\n# x"]), use("other")];
  const compared: ModelDifferences = {
    from: "production",
    to: "branch b",
    differences: [{ change: "removed", member: "orders.count", uses }],
    unread: [],
  };

  it("are counted and named in the comment, where they notify nobody", () => {
    const text = DIFFERENCES_FORMATS.markdown!(compared, { color: false });
    const lines = text
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replaceAll("\u200b", "")
      .split("\n");
    expect(lines).toContain("👥 <b>Owners</b>: @acme/sales (1), @acme/all</b>↵# x (1), no owner (1).");
    expect(lines).toContain("| sales | @acme/sales | Orders |  | dashboards/a.yaml:3 |");
    expect(lines).toContain("| other |  | Orders |  | dashboards/a.yaml:3 |");
    expect(text).not.toMatch(/@\w/);
    expect(text).not.toContain("all</b>");
  });

  it("have a column of the table, if there are any", () => {
    const head = (some: MemberUse[]) => {
      const differences = [{ ...compared.differences[0]!, uses: some }];
      return DIFFERENCES_FORMATS.table!({ ...compared, differences }, { color: false }).split("\n")[1];
    };
    expect(head(uses)).toMatch(/DASHBOARD +OWNER +WIDGET/);
    expect(head([use("other")])).toMatch(/DASHBOARD +WIDGET/);
  });
});
