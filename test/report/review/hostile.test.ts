// Texts that try to break out of the parts of a review: rows, decisions, drawings, differences and links.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, Plan } from "../../../src/model/index.ts";
import { renderPlanMarkdown } from "../../../src/report/index.ts";
import { type HtmlNode, parseHtml, parseMarkdown, walk } from "../../support/markup.ts";
import { INJECTIONS, nastyText } from "../../support/nasty.ts";
import { runs } from "../../support/runs.ts";
import { changed, draftOf, hazard, makeChange, makePlan } from "../plan-samples.ts";

const SITE = "https://acme.example.com/d/";
const FILES = "https://github.com/acme/d/blob/0123abc/";
const source = {
  links: {
    live: (id: number, slug: string) => `${SITE}${id}/${slug}`,
    file: (file: string, line: number) => `${FILES}${file}#L${line}`,
  },
};

const NAMES = ["h4", "details", "summary", "code", "sub", "pre", "b", "i", "br", "a", "table", "tr", "td"];
/** Every attribute that a review writes, with the values that it may have. */
const ATTRIBUTES = {
  lang: /^diff$/,
  href: /^https:\/\/(?:acme\.example\.com\/d\/|github\.com\/acme\/d\/blob\/)/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
  nowrap: /^$/,
  align: /^center$/,
  height: /^\d+$/,
  width: /^\d+$/,
};

/** A plan in which every text that a dashboard can bring is this one, in each part of a review. */
function attacked(text: string): Plan {
  const at = (x: number) => ({ x, y: 0, w: 6, h: 2 });
  const key = JSON.stringify(text);
  const widgets = [
    { id: text, type: text, position: at(6), config: { title: text } },
    { id: "below", type: "CHART", position: at(0), config: { title: text } },
    { id: "above", type: "CHART", position: at(0), config: { title: `${text}!` } },
  ];
  const both = { ...changed(`dashboard.widgets[${key}].config.title`, text, `${text} `), label: text };
  const drawnBy = ["new", "edited", text].map((slug) => ({
    key: slug,
    title: text,
    id: 7,
    source: { file: text.slice(0, 80), line: 2 },
  }));
  const sql = `SELECT 1\n\n${text}\n\n[out](https://evil.example/) @acme/all\n`;
  const changes: Change[] = [
    makeChange("new", {
      action: "create",
      title: text,
      owners: [text],
      folder: [text],
      request: draftOf(widgets),
    }),
    makeChange("edited", {
      owners: ["@acme/sales", text],
      title: text,
      hazards: [hazard("drift", text), hazard("conflict", text), hazard("takeover", text)],
      request: draftOf(widgets),
      fields: [
        changed("name", `${text}?`, text),
        changed("folder", null, [text, "x"]),
        changed(`dashboard[${key}]`, text, 1),
        changed("dashboard.widgets[below].position.x", 1, 0),
        { ...both, origin: "both", base: "was" },
        { ...changed("dashboard.widgets[above].config.title", text, "x"), origin: "live", label: text },
        {
          path: `dashboard.widgets[${key}]`,
          change: "added",
          after: { id: text },
          origin: "git",
          label: text,
        },
      ],
    }),
    makeChange(text, {
      kind: "report",
      title: text,
      fields: [changed("sqlQuery", "SELECT 1\n", sql)],
      drawnBy,
    }),
    makeChange("told", { action: "stamp", reason: { code: "unstamped", message: text, help: text } }),
    makeChange(`left ${text}`, { action: "orphaned", title: text }),
  ];
  const plan = makePlan(changes);
  plan.target.name = text;
  return plan;
}

/** The html of a text, as GitHub's parser reads it: each block by itself, what is inline together. */
function htmlOf(text: string): { blocks: string[]; inline: string } {
  const nodes = [...walk(parseMarkdown(text))];
  const html = nodes.filter(({ type }) => type === "html").map(({ value = "" }) => value);
  return { blocks: html.filter((one) => one.startsWith("<pre")), inline: html.join("\n") };
}

function expectTame(text: string): void {
  const shown = renderPlanMarkdown(attacked(text), source);
  const nodes = [...walk(parseMarkdown(shown))];
  const kinds = new Set(nodes.map(({ type }) => type));
  const ours = ["root", "heading", "paragraph", "text", "html", "strong", "blockquote", "list", "listItem"];
  ours.push("table", "tableRow", "tableCell");
  expect([...kinds].filter((kind) => !ours.includes(kind))).toEqual([]);
  // Every row has the cells of its table, and no more.
  for (const { type, children = [] } of nodes) if (type === "tableRow") expect(children).toHaveLength(3);
  const { blocks, inline } = htmlOf(shown);
  for (const block of blocks) expect(block.trimEnd()).toMatch(/^<pre lang="diff">[^<>]*<\/pre>$/);
  expect(blocks).toHaveLength(shown.match(/^<pre/gm)?.length ?? 0);
  for (const node of walk(parseHtml(inline) as HtmlNode)) {
    if (node.kind !== "element") continue;
    expect(NAMES).toContain(node.name);
    for (const { name, value } of node.attrs ?? []) {
      expect(Object.keys(ATTRIBUTES)).toContain(name);
      expect(value ?? "").toMatch(ATTRIBUTES[name as keyof typeof ATTRIBUTES]);
    }
  }
  expect(shown).not.toMatch(/@|`/);
  // GitHub looks for mentions and references after decoding, though not within <pre> nor in an address.
  const read = shown.replaceAll(/<pre[^>]*>[\s\S]*?<\/pre>|href="[^"]*"/g, "");
  expect(read).not.toMatch(/&#(?:64|35);(?!\u200b)|GH-\d|www\.e|:\/\//);
  expect(shown).not.toMatch(/^\s*::/m);
}

describe("no text of a dashboard has a meaning in a review", () => {
  it.each(INJECTIONS.map((text) => [text.slice(0, 24), text]))("%j", (_name, text) => {
    expectTame(text);
  });

  it("whatever it is", () => {
    fc.assert(fc.property(nastyText(), expectTame), { numRuns: runs(60) });
  });
});

describe("a link of a review", () => {
  const rowOf = (live: string) =>
    renderPlanMarkdown(makePlan([makeChange("orders", { title: "Orders" })]), { links: { live: () => live } })
      .split("\n")
      .find((line) => line.startsWith("| 📝"));

  it("goes to the live dashboard and to the line of the file", () => {
    const text = renderPlanMarkdown(makePlan([makeChange("orders", { title: "Orders" })]), source);
    expect(text).toContain(`| 📝 | <a href="${SITE}101/orders">Orders</a> |`);
    expect(text).toContain(
      `<a href="${FILES}dashboards/orders.yaml#L3">dashboards/orders.yaml&#58;\u200b3</a>`,
    );
    expect(text).toContain(`<a href="${SITE}101/orders">open live</a>`);
  });

  it("is none to a dashboard that is not there yet, and to a report", () => {
    for (const given of [{ action: "create", id: null }, { kind: "report" }] as const)
      expect(renderPlanMarkdown(makePlan([makeChange("a", given)]), source)).not.toContain(SITE);
  });

  it("opens over http only, and ends no cell", () => {
    expect(rowOf("javascript:alert(1)")).toMatch(/^\| 📝 \| Orders <code>javascript[^<]*<\/code> \|/);
    expect(rowOf('https://a.example/x|y"><b>?a|b`')?.match(/\|/g)).toHaveLength(4);
    expect(rowOf('https://a.example/x|y"><b>?a|b`')).toContain(
      '<a href="https://a.example/x&#124;y%22%3E%3Cb%3E?',
    );
  });
});
