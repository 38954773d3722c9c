import { describe, expect, it } from "vitest";
import type { FieldChange, JsonObject, Plan } from "../../src/model/index.ts";
import { renderPlanMarkdown } from "../../src/report/index.ts";
import { changed, draftOf, hazard, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

describe("the plan as a review", () => {
  it("says what viewers see first, then a row for each dashboard, and folds the rest", () => {
    const plan = sketchPlan();
    plan.changes.splice(1, 1);
    plan.summary.update = 1;
    for (const change of plan.changes) change.visible = change.action === "create";
    const [first, place, ...rest] = renderPlanMarkdown(plan).trimEnd().split("\n\n");
    expect(first).toBe(
      "### 🟢 Boardwright · production: viewers see <b>1</b> dashboard change, 1 more changes in draft",
    );
    expect(place).toBe("<sub>acme.example.com · deployment 12</sub>");
    expect(rest[0]).toBe(
      [
        "| | Viewers see | What happens |",
        "| :-: | :-- | :-- |",
        "| 🆕 | <b>Supplier scorecard</b> | new in Supply/Vendors&#58; 14 widgets |",
      ].join("\n"),
    );
    expect(rest[1]?.split("\n")[2]).toMatch(/^\| 📝 \| <b>Revenue overview<\/b> \| <i>churn<\/i> added, /);
    expect(rest[2]).toBe("💤 <b>Left as it is</b>: 43 dashboards untouched.");
    const text = rest.join("\n\n");
    expect(text).toContain(
      "<details><summary>🆕 <b>Supplier scorecard</b> · viewers see: new in Supply/Vendors",
    );
    expect(text).toContain("<sub><code>dashboards/revenue.yaml&#58;\u200b3</code></sub>");
    expect(text).toContain("<b>now</b>\n\n<table>");
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
      "### 🔴 Boardwright · production: viewers see <b>1</b> dashboard change, 2 more change in draft, <b>1 waits for a decision</b>, <b>1 error</b>",
    );
    expect(text).toContain("> **Nothing is applied until these are decided.**\n>\n> - **Order status**: ");
    expect(text).toContain(
      "<br>keep the edit&#58; <code>boardwright pull order-status --target production</code><br>leave it out&#58; <code>boardwright apply --except order-status --target production</code><br>",
    );
    expect(text).toContain("- <code>a.yaml:1:2</code> error r: no");
  });

  it("is a verdict and a place where nothing is to do or only stamps are written", () => {
    const place = "\n\n<sub>acme.example.com · deployment 12</sub>\n";
    expect(renderPlanMarkdown(makePlan([]))).toBe(
      `### ⚪ Boardwright · production: nothing to do&#58; all 43 workbooks are as declared${place}`,
    );
    const stamps = renderPlanMarkdown(makePlan([makeChange("a", { action: "stamp" })]));
    expect(stamps.split("\n")[0]).toBe("### ⚪ Boardwright · production: viewers see no change");
  });
});

describe("the layouts of a review", () => {
  const box = (x: number, y: number, w: number, h: number): JsonObject => ({ x, y, w, h });

  function review(widgets: JsonObject[], fields: FieldChange[], layout?: JsonObject): string {
    const change = makeChange("board", { fields, request: draftOf(widgets, layout) });
    return renderPlanMarkdown(makePlan([change]));
  }

  it("show removed widgets before, added ones after, and name the breakpoints that change as well", () => {
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
    const text = review(widgets, fields, { cols: { lg: 4, sm: 2 } });
    const [now = "", after = ""] = [...text.matchAll(/<table>([\s\S]*?)<\/table>/g)].map(([table]) => table);
    expect(now).toContain("🟥 <b><sub>gone</sub></b>");
    expect(now).not.toContain("new");
    expect(after).toContain("🟩 <b><sub>new</sub></b>");
    expect(after).not.toContain("gone");
    expect(text).toContain("<sub>also rearranged&#58; sm</sub>");
  });

  it("are left out where the plan does not tell both sides, and are one where nothing moved", () => {
    const widgets = [{ id: "a", type: "CHART", position: box(0, 0, 2, 1) }];
    const unknown: FieldChange = {
      path: "dashboard.widgets[a].position.x",
      change: "added",
      after: 0,
      origin: "git",
    };
    expect(review(widgets, [unknown])).not.toContain("<table>");
    const edited = review(widgets, [changed("dashboard.widgets[a].config.title", "a", "b")]);
    expect(edited.match(/<table>/g)).toHaveLength(1);
    expect(edited).toContain("🟦");
  });

  it("are not drawn of more widgets than anybody reads, which is said", () => {
    const widgets = Array.from({ length: 70 }, (_, at) => ({
      id: `w${at}`,
      type: "CHART",
      position: box(0, at, 1, 1),
    }));
    const text = review(widgets, [changed("dashboard.widgets[w0].position.h", 2, 1)]);
    expect(text).not.toContain("<table>");
    expect(text).toContain("too many widgets to draw");
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
    const names = ["details", "summary", "code", "sub", "pre", "b", "i", "table", "tr"];
    const ours = ["<br>", ...names.flatMap((tag) => [`<${tag}>`, `</${tag}>`])];
    const cells =
      /^<(?:pre lang="diff"|\/td|td(?: (?:colspan|rowspan|height|width)="\d+")*(?: nowrap| align="center")?)>$/;
    expect([...tags].filter((tag) => !ours.includes(tag) && !cells.test(tag))).toEqual([]);
    expect(shown).not.toMatch(/@|`/);
    expect(shown).not.toMatch(/^\s*::/m);
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    // Outside <pre>, where markdown is read, only our own lines start a line.
    const outside = shown.replaceAll(/<pre[^>]*>[\s\S]*?<\/pre>/g, "");
    for (const line of outside.split("\n"))
      expect(line).toMatch(
        /^(?:$|### |> |>$|\*\*|\| |<details>|<sub>|<\/details>|- <code>|<\/?table>$|<tr>.*<\/tr>$|<b>(?:now|after)<\/b>$|📁|💤)/,
      );
    const rows = outside.split("\n").filter((line) => line.startsWith("| "));
    for (const row of rows) expect(row.match(/\|/g)).toHaveLength(4);
    expect(
      outside.replace("[!WARNING]", "").replace(/^\| .*$/gm, (row) => row.replaceAll("|", "")),
    ).not.toMatch(/\[|www\.e|:\/\/|~~|__|\||\$/);
    // An html entity alone stops no mention and no reference: GitHub looks for them after decoding.
    expect(outside).not.toMatch(/&#(?:64|35);(?!\u200b)|GH-\d/);
    expect(shown.length).toBeLessThan(60_000);
  });
});
