// Owners in what reviewers and those who look after drift read: headings where there are several, nothing where there is one, and no name
// that notifies anybody.
import { describe, expect, it } from "vitest";
import type { Change } from "../../../src/model/index.ts";
import { fitSections } from "../../../src/report/document/markdown-document.ts";
import {
  renderComment,
  renderDriftMarkdown,
  renderDriftPretty,
  renderPlanMarkdown,
} from "../../../src/report/index.ts";
import { INJECTIONS } from "../../support/nasty.ts";
import { changed, makeChange, makePlan } from "../plan-samples.ts";

const edit = (key: string, owners?: string[], given: Partial<Change> = {}) =>
  makeChange(key, {
    fields: [changed("dashboard.title", key, `${key} new`)],
    ...(owners && { owners }),
    ...given,
  });
/** As people read it. */
const readable = (markdown: string) =>
  markdown.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replaceAll("\u200b", "");
const headings = (markdown: string) =>
  readable(markdown)
    .split("\n")
    .filter((line) => line.startsWith("#### "));
const told = (markdown: string) =>
  readable(markdown)
    .split("\n")
    .flatMap((line) => {
      const key = /<details><summary>\S+ .*?\b(one|two|three|four)\b/.exec(line)?.[1];
      return line.startsWith("#### ") ? [line] : key ? [key] : [];
    });

describe("a review", () => {
  it("has the details of each owner under a heading, in the order in which they come, and what nobody owns last", () => {
    const report = edit("four", undefined, {
      kind: "report",
      title: "four",
      drawnBy: [{ key: "three", title: "three", id: 1, source: { file: "a", line: 1 }, owners: ["@b"] }],
    });
    const plan = makePlan([edit("one"), edit("two", ["@b", "c"]), edit("three", ["@b"]), report]);
    const text = renderPlanMarkdown(plan);
    expect(told(text)).toEqual([
      "#### @b · 1 dashboard",
      "three",
      "#### @b, c · 1 dashboard",
      "two",
      "#### no owner · 1 dashboard",
      "one",
    ]);
    expect(readable(text)).toContain("👥 <b>Owners</b>: @b (1), @b, c (1), no owner (1).");
  });

  it("groups what is alike within each owner", () => {
    const alike = (key: string, owner: string) =>
      edit(key, [owner], { fields: [changed("dashboard.theme.color", "red", "blue")] });
    const plan = makePlan([alike("one", "@a"), alike("two", "@a"), alike("three", "@b")]);
    expect(headings(renderPlanMarkdown(plan))).toEqual(["#### @a · 2 dashboards", "#### @b · 1 dashboard"]);
  });

  it.each([
    ["one owner", [edit("one", ["@a"]), edit("two", ["@a"])]],
    ["one owner and none", [edit("one", ["@a"]), edit("two")]],
  ])("is with %s as without", (_, changes) => {
    const bare = changes.map(({ owners: _owners, ...change }) => change as Change);
    expect(renderPlanMarkdown(makePlan(changes))).toBe(renderPlanMarkdown(makePlan(bare)));
  });

  it("keeps the row of every dashboard where details have no room, and counts who owns them", () => {
    const changes = Array.from({ length: 150 }, (_, index) =>
      edit(`board-${index}`, [`@team-${index % 40}`]),
    );
    const long = changes.map((change) => ({
      ...change,
      fields: [changed("dashboard.widgets[a].config.markdown", "a".repeat(900), "b".repeat(900))],
    }));
    const text = renderComment({ command: "plan", target: "t", project: "p", plan: makePlan(long) });
    expect(text.length).toBeLessThanOrEqual(65_536);
    for (const { key } of long) expect(text).toContain(`${key}`);
    expect(readable(text)).toMatch(/Owners<\/b>: @team-0 \(4\), .* more\./);
  });
});

describe("headings", () => {
  const section = (title: string, heading: string) => ({ title, heading, text: title.repeat(50) });
  const all = [section("a", "H1"), section("b", "H1"), section("c", "H2")];

  it("are once above what fits under them, within every limit", () => {
    const at = (limit: number) =>
      fitSections({ head: ["head"], tail: ["tail"] }, all, {
        limit,
        measure: (text) => text.length,
        rest: "log",
      });
    expect(at(1000)).toMatch(/^head\n\nH1\n\na+\n\nb+\n\nH2\n\nc+\n\ntail\n$/);
    for (let limit = 130; limit < 260; limit += 1) {
      const text = at(limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text.includes("H2")).toBe(text.includes("c".repeat(50)));
    }
  });
});

describe("drift", () => {
  const drift = makePlan([edit("one", ["@a"]), edit("two")]);

  it("says who owns what was edited, also where there is one owner", () => {
    const text = renderDriftMarkdown(drift);
    expect(told(text)).toEqual(["#### @a · 1 dashboard", "one", "#### no owner · 1 dashboard", "two"]);
    expect(readable(text)).toContain("👥 <b>Owners</b>: @a (1), no owner (1).");
    const alone = renderDriftMarkdown(makePlan([edit("one", ["@a"])]));
    expect(headings(alone)).toEqual([]);
    expect(readable(alone)).toContain("👥 <b>Owners</b>: @a (1).");
  });

  it("says it at a terminal below each headline", () => {
    const text = renderDriftPretty(drift, { color: false, files: 1, liveCount: 2 });
    expect(text).toMatch(/one .*\n {6}owner @a\n {6}dashboard/i);
    expect(text.match(/owner/g)).toHaveLength(1);
  });
});

describe("names of owners", () => {
  it.each([...INJECTIONS, "@acme/all", "| a | b", "a\n## b", "</summary><img src=x>", "long".repeat(3000)])(
    "mean nothing, and notify nobody: %.40j",
    (name) => {
      const changes = [edit("one", [name]), edit("two", ["@b"]), edit("three", [name, "@acme/all"])];
      for (const text of [renderPlanMarkdown(makePlan(changes)), renderDriftMarkdown(makePlan(changes))]) {
        expect(text).not.toMatch(/@\w/);
        expect(text).not.toContain("<img");
        expect(text.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(4);
        expect(text.length).toBeLessThan(9000);
      }
    },
  );
});
