// Text from dashboards in everything that the Action tells: log, commands, outputs, annotations, comment, summary. Nothing gets out.
import { marked, type Token } from "marked";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/index.ts";
import { parseComment } from "../../../src/report/index.ts";
import { obey } from "../../action/commands.ts";
import { board, chart, openPlace, PROJECT } from "../../action/place.ts";
import { HARMLESS, pullRequest, type Step } from "../../action/runner.ts";
import { INJECTIONS } from "../../support/nasty.ts";

const TEXTS = INJECTIONS.filter((text) => text !== "__proto__");
const TAGS =
  /^<\/?(?:details|summary|code|sub|b|i|br|table|tr|td(?: (?:colspan|rowspan|height|width)="\d+"| nowrap| align="center")*|pre(?: lang="diff")?|a(?: href="https:\/\/(?:platform\.test\/[^"<>\s]+|github\.test\/acme\/dashboards\/(?:actions\/runs\/\d+|commit\/[\da-f]{40}|blob\/[\da-f]{40}\/[\w%./-]+#L\d+))")?)>$/;
const HIDDEN = /^<!-- boardwright:(?:v1|comment|state)(?: [^<>]*)? -->$/;
const OUTPUTS = [
  "exit-code",
  "changes",
  "create",
  "update",
  "delete",
  "errors",
  "plan-file",
  "plan-hash",
  "report-file",
  "comment-id",
];

/** What the runner obeyed, and what everybody reads as Markdown. */
function expectKept({ commands, outputs, summary, log }: Step, ...bodies: string[]): void {
  expect(commands.map(({ name }) => name).filter((name) => !HARMLESS.includes(name))).toEqual([]);
  // Of the masks, the two that we asked for.
  expect(commands.filter(({ name }) => name === "add-mask")).toHaveLength(2);
  expect(Object.keys(outputs).filter((name) => !OUTPUTS.includes(name))).toEqual([]);
  for (const { properties } of commands)
    expect(
      Object.keys(properties).filter((name) => !["file", "line", "endLine", "title"].includes(name)),
    ).toEqual([]);
  expect(log).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  for (const { text } of commands)
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  for (const markdown of [summary, ...bodies]) {
    // A comment has a section for each command.
    const { sections = [summary] } = parseComment(markdown) ?? {};
    const kinds = new Map<string, number>();
    marked.walkTokens(marked.lexer(markdown), (token: Token) => {
      kinds.set(token.type, (kinds.get(token.type) ?? 0) + 1);
      if (token.type !== "html") return;
      const tags = [...String(token.raw).matchAll(/<[^>]*>/g)].map(([tag]) => tag);
      expect(tags.filter((tag) => !TAGS.test(tag) && !HIDDEN.test(tag))).toEqual([]);
    });
    for (const kind of ["code", "codespan", "link", "image", "hr", "em", "del"])
      expect(kinds.has(kind), kind).toBe(false);
    // The verdict, the warning and the two tables of each review, and no more of them.
    for (const [kind, most] of [
      ["heading", 1],
      ["blockquote", 1],
      ["table", 2],
    ] as const)
      expect(kinds.get(kind) ?? 0, kind).toBeLessThanOrEqual(most * sections.length);
    // GitHub looks for no mention within <pre>.
    const prose = markdown.replace(/<pre[\s\S]*?<\/pre>/g, "").replaceAll("&#64;", "@");
    expect(prose).not.toMatch(/(?<![\w/])@(?=[a-z])/i);
  }
}

describe("text of dashboards in the Action", () => {
  it("stays text in plans and applies: titles, types, values, and what the platform answers", async () => {
    const attacked = (more: JsonObject) =>
      Object.fromEntries(
        TEXTS.map((text, index) => [
          `board-${index}`,
          board(
            text.trim() === "" ? "x" : text,
            chart(`w${index}`, { markdown: text, title: text, ...more }),
          ),
        ]),
      );
    const place = await openPlace({
      workbooks: attacked({}),
      // Whatever stands between may put words into answers.
      async proxy({ method, path }, forward) {
        if (method === "PUT" && path.endsWith("board-3"))
          return {
            status: 400,
            body: { error: "::set-output name=exit-code::0\n##[set-env name=x]y\n::error::z @acme/team" },
          };
        return forward();
      },
    });
    const planned = await place.run("plan", pullRequest(5));
    expect(planned.outputs).toMatchObject({ "exit-code": "0", create: String(TEXTS.length) });
    const applied = await place.run("apply", place.merge(5));
    expect(applied.outputs).toMatchObject({ "exit-code": "1", create: String(TEXTS.length - 1) });
    place.rewrite(attacked({ more: "::stop-commands::x" }));
    const again = await place.run("plan", pullRequest(5));
    for (const step of [planned, applied, again])
      expectKept(step, ...place.comments(5).map(({ body }) => body));
  });

  it("stays text in findings, paths, errors and inputs", async () => {
    const nasty = "::error file=x::@acme/team ##[set-env name=a]b ```";
    const widgets = TEXTS.map((text, index) => ({ ...chart(`w${index}`), [`k${text.slice(0, 80)}`]: text }));
    const place = await openPlace({
      workbooks: { revenue: board("R", ...widgets) },
      project: `${PROJECT}env: []\n`,
    });
    const found = await place.run("plan", pullRequest(5));
    expect(found.outputs["exit-code"]).toBe("1");
    expect(Number(found.outputs.errors)).toBeGreaterThanOrEqual(TEXTS.length);
    place.rewrite({ revenue: board("R") });
    for (const inputs of [
      { target: nasty },
      { shard: nasty },
      { only: nasty },
      { "plan-file": `${nasty}/x` },
    ]) {
      const step = await place.run("plan", pullRequest(5), { inputs });
      expect(step.code).toBe(1);
      expectKept(step);
    }
    place.github.refuse = () => 500;
    place.github.message = `${nasty}\n::set-output name=changes::false\n\u001b[31m`;
    const refused = await place.run("plan", pullRequest(5));
    expect(refused.outputs).toMatchObject({ "exit-code": "0", changes: "true" });
    for (const step of [found, refused]) expectKept(step, ...place.comments(5).map(({ body }) => body));
  });

  it("would be obeyed without that: the runner of these tests is one", () => {
    const raw =
      "::set-output name=a::b\nx ##[error]c\n::stop-commands::t\n::set-env name=d::e\n::t::\n::warning file=f::g%0Ah\n";
    expect(obey(raw).commands).toEqual([
      { name: "set-output", properties: { name: "a" }, text: "b" },
      { name: "error", properties: {}, text: "c" },
      { name: "warning", properties: { file: "f" }, text: "g\nh" },
    ]);
  });
});
