import { describe, expect, it } from "vitest";
import type { FieldChange, JsonObject, Plan } from "../../src/model/index.ts";
import { renderPlanMarkdown } from "../../src/report/index.ts";
import { changed, draftOf, hazard, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

describe("the plan as a comment", () => {
  it("starts with the verdict and folds the rest, positions as pictures", () => {
    const plan = sketchPlan();
    plan.changes.splice(1, 1);
    plan.summary.update = 1;
    expect(renderPlanMarkdown(plan)).toBe(`\
**production**: 1 to update, 1 to create

<sub>acme.example.com · deployment 12</sub>

<details><summary>~ <code>revenue-overview</code> Revenue overview</summary>

<sub>dashboards/revenue.yaml:3</sub>

<pre lang="diff">
+ widget churn    added      CHART 4×3 at 0,4
  widget note     markdown
                      # Notes
-                     Figures before **refunds**.
+                     Figures after **refunds**.
  widget revenue  moved      0,0 → 6,0
                  title      Revenue → Net revenue
  layout          rowHeight  40 → 32
</pre>
<pre>
before         after
CCCCCC......   CCCCCCAAAAAA
CCCCCC......   CCCCCCAAAAAA
CCCCCC......   CCCCCCAAAAAA
CCCCCC......   CCCCCCAAAAAA
............   BBBB........
............   BBBB........
............   BBBB........
A revenue  B churn  C note
</pre>

</details>

<details><summary>+ <code>supplier-scorecard</code> Supplier scorecard</summary>

<sub>dashboards/supply.yaml:1</sub>

<pre lang="diff">
  new workbook in Supply/Vendors, 14 widgets, published after
</pre>

</details>
`);
  });

  it("counts decisions and errors in the verdict, and names the ways out", () => {
    const plan = sketchPlan();
    plan.diagnostics.push({
      rule: "r",
      severity: "error",
      message: "no",
      file: "a.yaml",
      line: 1,
      column: 2,
    });
    const text = renderPlanMarkdown(plan);
    expect(text.split("\n")[0]).toBe(
      "**production**: 2 to update, 1 to create · 1 needs a decision · 1 error",
    );
    expect(text).toContain(
      "**drift (order-status)**: Take the edit in with <code>boardwright pull order-status --target production</code>, or",
    );
    expect(text).toContain("- <code>a.yaml:1:2</code> error r: no");
  });

  it("is a verdict and a place where nothing is to do or only stamps are written", () => {
    const place = "\n\n<sub>acme.example.com · deployment 12</sub>\n";
    expect(renderPlanMarkdown(makePlan([]))).toBe(
      `**production**: nothing to do, all 43 workbooks are as declared${place}`,
    );
    const stamps = makePlan([makeChange("a", { action: "stamp" })]);
    expect(renderPlanMarkdown(stamps)).toBe(`**production**: 1 to stamp, 43 unchanged${place}`);
  });
});

describe("pictures of layouts", () => {
  const box = (x: number, y: number, w: number, h: number): JsonObject => ({ x, y, w, h });

  function pictures(widgets: JsonObject[], fields: FieldChange[], layout?: JsonObject): string[] {
    const change = makeChange("board", { fields, request: draftOf(widgets, layout) });
    const text = renderPlanMarkdown(makePlan([change]));
    return [...text.matchAll(/<pre>\n([\s\S]*?)\n<\/pre>/g)].map((match) => match[1] ?? "");
  }

  it("scale down to 24×12 and keep every widget visible", () => {
    const widgets = [
      { id: "top", type: "CHART", position: box(0, 0, 48, 60) },
      { id: "thin", type: "DIVIDER", position: box(0, 119, 48, 1) },
    ];
    const [picture = ""] = pictures(widgets, [changed("dashboard.widgets[top].position.h", 30, 60)], {
      cols: { lg: 48 },
    });
    const rows = picture.split("\n").slice(1, -1);
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row).toMatch(/^[AB.]{24} {3}[AB.]{24}$/);
    expect(rows.map((row) => row[0]).join("")).toBe("AAA........B");
    expect(rows.map((row) => row.at(-1)).join("")).toBe("AAAAAA.....B");
  });

  it("show removed widgets before, added ones after, and breakpoints of their own", () => {
    const widgets: JsonObject[] = [
      { id: "a", type: "CHART", position: box(0, 0, 2, 1), responsiveLayouts: { sm: box(0, 1, 2, 1) } },
      { id: "new", type: "CHART", position: box(2, 0, 2, 1) },
    ];
    const gone = { id: "gone", type: "TEXT", position: box(2, 1, 2, 1) };
    const fields: FieldChange[] = [
      changed("dashboard.widgets[a].responsiveLayouts.sm.y", 0, 1),
      { path: "dashboard.widgets[gone]", change: "removed", before: gone, origin: "git" },
      { path: "dashboard.widgets[new]", change: "added", after: widgets[1] as JsonObject, origin: "git" },
    ];
    expect(pictures(widgets, fields, { cols: { lg: 4, sm: 2 } })).toEqual([
      "before   after\nAA..     AABB\n..CC     ....\nA a  B new  C gone",
      "sm:\nbefore   after\nAA       ..\n..       AA\nA a",
    ]);
  });

  it("are left out where the plan does not tell both sides, or nothing moved", () => {
    const widgets = [{ id: "a", type: "CHART", position: box(0, 0, 2, 1) }];
    const unknown: FieldChange = {
      path: "dashboard.widgets[a].position.x",
      change: "added",
      after: 0,
      origin: "git",
    };
    expect(pictures(widgets, [unknown])).toEqual([]);
    expect(pictures(widgets, [changed("dashboard.widgets[a].config.title", "a", "b")])).toEqual([]);
  });
});

describe("whatever the text", () => {
  const ATTACKS = [
    "@acme/everyone and @anna #12 GH-12 acme/board#3",
    "</pre></details></code><script>alert(1)</script><img src=x onerror=alert(1)>",
    "```\n# broke out\n~~~",
    "[link](https://evil.example) ![x](http://evil.example/x.png) www.evil.example <https://evil.example>",
    "**bold** _it_ ~~gone~~ | cell | $math$",
    "::set-output name=x::y",
    "line\n::error::gotcha",
    "##[set-env name=x]y",
    "\u001b[31mred\u202eodd",
    "&lt;script&gt; &#64;team",
    "\n\n# heading\n\n- list",
    "@".repeat(1_000_000),
  ];

  function attacked(text: string): Plan {
    const position = { x: 1, y: 0, w: 1, h: 1 };
    const change = makeChange(text, {
      title: text,
      source: { file: text.slice(0, 80), line: 1 },
      hazards: [hazard("drift", text), hazard("adopt", text)],
      request: draftOf([{ id: text, type: text, position, config: { title: text } }]),
      fields: [
        changed(`dashboard.widgets[${JSON.stringify(text)}].position.x`, 0, 1),
        changed(`meta[${JSON.stringify(text)}]`, text, `${text}\n${text}\nmore`),
        changed("name", "x", text),
      ],
    });
    const plan = makePlan([
      change,
      makeChange("b", { kind: "folder", action: "create", key: text, title: text }),
    ]);
    plan.target.name = text;
    plan.diagnostics.push({ rule: text, severity: "error", message: text, file: text, line: 1, column: 1 });
    return plan;
  }

  it.each(ATTACKS.map((text) => [text.slice(0, 24), text]))("%j stays text", (_name, text) => {
    const shown = renderPlanMarkdown(attacked(text));
    const tags = new Set([...shown.matchAll(/<[^>]*>?/g)].map((match) => match[0]));
    const ours = ["details", "summary", "code", "sub", "pre"].flatMap((tag) => [`<${tag}>`, `</${tag}>`]);
    expect([...tags].filter((tag) => !ours.includes(tag) && tag !== '<pre lang="diff">')).toEqual([]);
    expect(shown).not.toMatch(/@|`/);
    expect(shown).not.toMatch(/^\s*::/m);
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    // Outside <pre>, where markdown is read, only our own lines start a line.
    const outside = shown.replaceAll(/<pre[^>]*>[\s\S]*?<\/pre>/g, "");
    for (const line of outside.split("\n"))
      expect(line).toMatch(/^(?:$|\*\*|<details>|<sub>|<\/details>|- <code>)/);
    expect(outside).not.toMatch(/\[|www\.e|:\/\/|~~|__|\||\$/);
    // An html entity alone stops no mention and no reference: GitHub looks for them after decoding.
    expect(outside).not.toMatch(/&#(?:64|35);(?!\u200b)|GH-\d/);
    expect(shown.length).toBeLessThan(60_000);
  });
});
