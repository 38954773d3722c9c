// No text of a dashboard gets out of the place it is shown in, in no format: no mention, no markup, no workflow command, no
// control sequence; and a real parser reads every document as the document that it is.
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../src/model/index.ts";
import { lintCodequality, lintJunit } from "../../../src/report/findings/lint-formats.ts";
import { lintGithub } from "../../../src/report/findings/lint-github.ts";
import { lintSarif } from "../../../src/report/findings/lint-sarif.ts";
import {
  lintPretty,
  parseComment,
  renderApplySummary,
  renderComment,
  renderError,
  renderPlanPretty,
  renderPlansHtml,
} from "../../../src/report/index.ts";
import { type HtmlNode, parseHtml, parseMarkdown, walk } from "../../support/markup.ts";
import { HUGE_TEXTS, INJECTIONS, nastyText } from "../../support/nasty.ts";
import { runs } from "../../support/runs.ts";
import { attackedApply, attackedFinding, attackedPlan, everyFormat, failureOf } from "./attacked.ts";

const CONTROLS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/u;
const canLintXml = spawnSync("xmllint", ["--version"]).status === 0;
if (!canLintXml) console.log("XML is checked by its characters and tags only: xmllint is missing");

/** What a terminal or GitHub's runner would obey, in whatever is printed. */
function expectQuiet(text: string): void {
  expect(CONTROLS.exec(text)?.[0]).toBeUndefined();
  expect(text).not.toMatch(/^\s*::/m);
  expect(text).not.toContain("##[");
}

const NAMES = ["details", "summary", "code", "sub", "pre", "a", "b", "i", "table", "tr"];
const TAGS = ["<br>", ...NAMES.flatMap((tag) => [`<${tag}>`, `</${tag}>`])];
/** Of a drawing. */
const CELL = /^<(?:\/td|td(?: (?:colspan|rowspan|height|width)="\d+"| nowrap| align="center")*)>$/;
/** The parts of a review that are no html: one verdict, one warning, two tables. */
const ONCE: Readonly<Record<string, number>> = { heading: 1, blockquote: 1, table: 3 };
const HIDDEN = /^<!-- boardwright:(?:v1|comment|state)(?: [^<>]*)? -->$/;
const LINK = /^<a href="https?:\/\/[^"<>\s]+">$/;

/** `sections`: how many of the one comment it holds, which ends with a hidden line. */
function expectHarmlessMarkdown(text: string, sections = 0): void {
  expectQuiet(text);
  // The plans' own hashes, in code like a commit.
  const nodes = [...walk(parseMarkdown(text.replaceAll(/plan <code>[0-9a-f]{8}<\/code>/g, "plan")))];
  const kinds = new Set(nodes.map(({ type }) => type));
  for (const kind of ["root", "paragraph", "strong", "text", "html", "list", "listItem"]) kinds.delete(kind);
  for (const [kind, most] of Object.entries(ONCE)) {
    const number = nodes.filter(({ type }) => type === kind).length;
    expect(number, kind).toBeLessThanOrEqual(most * Math.max(1, sections));
    kinds.delete(kind);
  }
  const cells = nodes.filter(({ type }) => type === "tableCell").length;
  expect(cells).toBeLessThanOrEqual(3 * nodes.filter(({ type }) => type === "tableRow").length);
  for (const kind of ["tableRow", "tableCell"]) kinds.delete(kind);
  expect([...kinds]).toEqual([]);
  for (const { type, value = "" } of nodes) {
    if (type === "text") expectNoReference(value);
    if (type !== "html") continue;
    const isMarker = value.split("\n").every((line) => HIDDEN.test(line));
    const tags = isMarker ? [] : [...value.matchAll(/<[^>]*>?/g)].map(([tag]) => tag);
    const others = tags.filter(
      (tag) => !TAGS.includes(tag) && !CELL.test(tag) && tag !== '<pre lang="diff">' && !LINK.test(tag),
    );
    expect(others).toEqual([]);
    // GitHub looks for no mention within <pre>, and nothing but html is read there.
    if (!isMarker && !value.startsWith("<pre")) expectNoReference(decoded(value.replaceAll(/<[^>]*>/g, "")));
  }
  expect(text.match(/<!--/g)?.length ?? 0).toBe(
    (HIDDEN.test(text.split("\n")[0] ?? "") ? 1 : 0) + Math.sign(sections),
  );
}

/** What GitHub turns into links and notifications after the markdown was read. Our own commit stands in code. */
function expectNoReference(text: string): void {
  expect(text).not.toMatch(/@[a-z0-9]/i);
  expect(text).not.toMatch(/#\d|\bGH-\d/i);
  expect(text).not.toMatch(/:\/\/|\bwww\./i);
  expect(text).not.toMatch(/:[a-z_+-][\w+-]*:/i);
  expect(text).not.toMatch(/(?:^|[({@\s[:])[0-9a-f]{7,40}\b/);
}

function decoded(html: string): string {
  return html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const ELEMENTS: Record<string, string[]> = {
  html: ["lang"],
  head: [],
  title: [],
  style: [],
  body: [],
  meta: ["charset", "http-equiv", "name", "content"],
  h1: [],
  h2: ["class"],
  h3: [],
  h4: [],
  h5: [],
  i: [],
  header: [],
  main: [],
  nav: ["aria-label"],
  label: [],
  output: [],
  input: ["type", "placeholder", "autocomplete"],
  button: ["type"],
  script: [],
  p: ["class"],
  code: [],
  pre: ["class"],
  strong: ["class"],
  em: ["class"],
  b: [],
  ins: [],
  del: [],
  span: ["class", "aria-hidden"],
  div: ["class", "role", "tabindex", "aria-label"],
  section: ["class", "id"],
  details: ["class", "id", "open"],
  summary: [],
  ul: ["class"],
  li: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ["scope"],
  td: [],
  a: ["href"],
  figure: [],
  figcaption: [],
  svg: ["class", "role", "aria-label", "aria-hidden", "viewBox", "x", "y", "width", "height"],
  rect: ["x", "y", "width", "height", "rx"],
  text: ["x", "y", "dy"],
  symbol: ["id", "viewBox"],
  use: ["href"],
  g: ["class"],
  circle: ["cx", "cy", "r"],
  path: ["d", "stroke-dasharray"],
};

/** Attributes that mean the same on every element. */
const COMMON = ["hidden", "tabindex", "role", "aria-label", "aria-hidden", "aria-live", "title", "open"];

const SCRIPT = /<script>.*?<\/script>/gs;
/** The one script of the page: the policy allows it by its digest, and no text of a plan gets into it. */
const OUR_SCRIPT = renderPlansHtml([attackedPlan("harmless")]).match(SCRIPT);

function expectHarmlessHtml(html: string): void {
  expectQuiet(html);
  expect(html.match(SCRIPT)).toEqual(OUR_SCRIPT);
  for (const node of walk<HtmlNode>(parseHtml(html))) {
    expect(["root", "docType", "element", "text"]).toContain(node.kind);
    if (node.kind !== "element") continue;
    const allowed = ELEMENTS[(node.name ?? "").replace(/^:svg:/, "")];
    expect(allowed, String(node.name)).toBeDefined();
    for (const { name, value } of node.attrs ?? []) {
      expect([...(allowed ?? []), ...COMMON]).toContain(name);
      if (name === "href") expect(value).toMatch(/^#(?:t\d+(?:-[a-z\d]+)*|m-[a-z]+)$/);
      if (name === "placeholder" || name === "type") expect(value).toMatch(/^[\w ,.…]*$/);
      if (["class", "id", "x", "y", "width", "height", "viewBox", "role"].includes(name)) {
        expect(value).toMatch(/^[\w. %-]*$/);
      }
    }
  }
}

function expectHarmlessXml(xml: string): void {
  expectQuiet(xml);
  expect(xml).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  const tags = new Set([...xml.matchAll(/<\/?([^\s>/]*)/g)].map(([, name]) => name));
  for (const name of ["?xml", "testsuites", "testsuite", "testcase", "failure", "system-out"])
    tags.delete(name);
  expect([...tags]).toEqual([]);
  expect(xml).not.toMatch(/&(?!(?:#\d+);)/);
}

function expectHarmless(text: string): ReturnType<typeof everyFormat> {
  const shown = everyFormat(text);
  for (const output of shown.terminal) expectQuiet(output.replaceAll(/\u001b\[\d+m/g, ""));
  for (const output of shown.json) {
    expectQuiet(output);
    expect(() => JSON.parse(output)).not.toThrow();
  }
  expect(JSON.parse(shown.json[0] ?? "").project).toBe(text);
  for (const output of shown.markdown) expectHarmlessMarkdown(output);
  const { sections = [] } = parseComment(shown.comment) ?? {};
  expect(sections).toHaveLength(10);
  expectHarmlessMarkdown(shown.comment, 10);
  expectHarmlessHtml(shown.html);
  expectHarmlessXml(shown.xml);
  const lines = shown.github.trimEnd().split("\n");
  expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(["::error", "::warning", "1"]);
  for (const line of lines.slice(0, 2)) {
    expectQuiet(line.slice(2));
    expect(line).toMatch(/^::\w+ (?:\w+=[^,:]*,?)+::[^\n]*$/);
  }
  return shown;
}

describe("hostile text", () => {
  it.each(INJECTIONS.map((text) => [JSON.stringify(text).slice(0, 40), text]))("%s stays text", (_, text) => {
    const { xml } = expectHarmless(text);
    if (canLintXml) {
      const { status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", "-"], {
        input: xml,
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(status).toBe(0);
    }
  });

  it.each(HUGE_TEXTS.map((text) => [JSON.stringify(text).slice(0, 20), text]))(
    "1 MB of %s is cut, but where the HTML report shows it whole",
    (_, text) => {
      const [plan, apply, finding] = [attackedPlan(text), attackedApply(text), attackedFinding(text)];
      const lint = { diagnostics: [finding], files: 1, text: () => text };
      const comment = renderComment({
        command: "plan",
        target: text,
        plan,
        lint,
        apply,
        failure: failureOf(text),
      });
      expectHarmlessMarkdown(comment);
      expect(comment.length).toBeLessThanOrEqual(65_536);
      const outputs = [
        renderPlanPretty(plan, { color: false, files: 1, liveCount: 1 }),
        renderPlansHtml([plan]).replace(/<(h5|pre class="whole")>.*?<\/(h5|pre)>/gs, ""),
        renderApplySummary(apply, { color: false }),
        renderError(new UserError(text, { details: [text] }), { color: false }),
        ...[lintPretty({ ...lint, color: false }), lintGithub(lint), lintJunit(lint)],
        lintSarif({ ...lint, version: "1.0.0" }),
        lintCodequality(lint),
      ];
      for (const output of outputs) expect(output.length).toBeLessThan(100_000);
    },
  );

  it("stays text in any order of its pieces", () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expectHarmless(text);
      }),
      { numRuns: runs(25) },
    );
  });
});
