// What the comment says once the merge was applied: what became of it, not what was planned.
import { describe, expect, it } from "vitest";
import { parseComment } from "../../src/report/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openPlace, reviewAndMerge } from "./place.ts";
import { pullRequest, readMarkdown } from "./runner.ts";

const published = (title: string) => ({ ...board(title), publish: true });
const boards = (edition: string) => ({
  a: published(`Alpha ${edition}`),
  b: published(`Beta ${edition}`),
  c: published(`Gamma ${edition}`),
});

interface Refused {
  path: RegExp;
  method?: string;
  status?: number;
  error?: string;
}

async function openMerged(refused?: Refused) {
  let isRefusing = false;
  const proxy: Hook = async (asked, forward) => {
    const {
      path,
      method = "POST",
      status = 403,
      error = "no `code` <b>bold</b>",
    } = refused ?? { path: /^$/ };
    const isHit = isRefusing && asked.method === method && path.test(asked.path);
    return isHit ? { status, body: { error } } : forward();
  };
  const place = await openPlace({ workbooks: boards("one"), proxy });
  await place.run("apply", await reviewAndMerge(place));
  place.github.issues.clear();
  place.rewrite(boards("two"));
  return {
    place,
    merge: () => place.merge(5),
    async apply() {
      const merge = await reviewAndMerge(place);
      isRefusing = true;
      const step = await place.run("apply", merge);
      const [comment] = place.comments(5);
      return { step, body: comment?.body ?? "" };
    },
  };
}

const titles = (body: string) =>
  readMarkdown(body)
    .split("\n")
    .filter((line) => line.startsWith("### "));
const rowsOf = (body: string) => body.split("### ")[1]?.match(/^\| [^|:]+ \| .*$/gm) ?? [];

describe("the comment after the merge", () => {
  it("applies nothing that was in no plan: one of a part is a review of that part alone", async () => {
    const place = await openPlace({ workbooks: boards("one") });
    await place.run("plan", pullRequest(5), { inputs: { only: "a" } });
    const whole = await place.run("apply", place.merge(5));
    expect(whole.outputs["exit-code"]).toBe("3");
    expect(whole.log).toContain("#5 shows reviewed plans of only a alone, and this applies all");
    expect(place.writes()).toEqual([]);
    const other = await place.run("apply", place.merge(5), { inputs: { only: "b" } });
    expect(other.outputs["exit-code"]).toBe("3");
    const same = await place.run("apply", place.merge(5), { inputs: { only: "a" } });
    expect(same.outputs["exit-code"]).toBe("0");
    expect(Object.keys(await place.live())).toEqual(["a"]);
  });

  it("says of what was never answered that nobody knows, and not that it was not written", async () => {
    const { apply } = await openMerged({ path: /\/101\/publish$/, status: 503, error: "gone" });
    const { body } = await apply();
    expect(rowsOf(body).join()).toMatch(
      /❓ .*Alpha.*its draft is written, and whether it is published is <b>unknown<\/b>/,
    );
  });

  it("folds what was planned under what became of it", async () => {
    const { place, apply } = await openMerged();
    const { body } = await apply();
    expect(titles(body)[0]).toMatch(/^### 🟢 Boardwright · production: Applied 3 of 3 .*3 published$/);
    expect(rowsOf(body)).toEqual([]);
    const [, fold] = body.split("<details><summary>📋 ");
    expect(fold).toContain("What was planned for production before");
    expect(fold).toContain("viewers see <b>3</b> dashboards change");
    expect(body.indexOf("viewers see")).toBeGreaterThan(body.indexOf("📋"));
    // The next commit's plan is what will happen, above an apply that came before it.
    place.rewrite(boards("three"));
    const sha = "abcdefabcdefabcdefabcdefabcdefabcdefabcd";
    await place.run("plan", pullRequest(5, { sha }));
    expect(place.comments(5)).toHaveLength(1);
    expect([...place.sections(5).keys()].sort()).toEqual(["apply production", "plan production"]);
  });

  it("leaves a plan open that is not applied: refused, or made after the apply", async () => {
    const { place, apply } = await openMerged({ path: /by-slug\/b$/, method: "PUT" });
    await place.run("plan", pullRequest(5));
    await place.run("apply", pullRequest(5));
    expect(place.comments(5)[0]?.body).not.toContain("📋");
    const { body } = await apply();
    expect(body).toContain("📋");
    // What is left of it waits for somebody.
    await place.run("plan", pullRequest(5));
    const now = place.comments(5)[0]?.body ?? "";
    expect(now).not.toContain("📋");
    expect(now).toContain("viewers see <b>1</b> dashboard change");
  });

  it("marks a plan of which a part was applied", async () => {
    const { place } = await openMerged({ path: /\/101\/publish$/ });
    const merge = await reviewAndMerge(place);
    const only = { inputs: { only: "c", review: "off" } };
    expect((await place.run("apply", merge, only)).outputs["exit-code"]).toBe("0");
    const body = () => place.comments(5)[0]?.body ?? "";
    expect(body()).toContain("**What follows was planned before a part of it was applied**");
    expect(body()).not.toContain("📋");
  });

  it("says by its title what was written and not published, and what viewers see of it", async () => {
    const { place, apply, merge } = await openMerged({ path: /\/workbooks\/\d+\/publish$/ });
    const { step, body } = await apply();
    expect(step.outputs["exit-code"]).toBe("1");
    expect(titles(body)[0]).toMatch(
      /🔴 .*Applied 0 of 3 in [^:]*\. Failed in part: 3 written, but not published$/,
    );
    const link = 'href="https://platform.test/d/101/a">Alpha';
    const row = rowsOf(body).find((line) => line.includes(link));
    expect(row).toContain(
      "its draft is written, but <b>not published</b>&#58; viewers see what was published before",
    );
    expect(rowsOf(body)).toHaveLength(3);
    expect(body).toContain("<pre>\nerror: a: the platform refused to publish");
    const second = await place.run("apply", merge(), { inputs: { review: "required" } });
    expect(second.outputs["exit-code"]).toBe("3");
    const then = place.comments(5)[0]?.body ?? "";
    expect(titles(then)[0]).toMatch(
      /🔴 .*: stopped, nothing was written by this run: 3 changes moved since the review$/,
    );
    expect(then).toContain("An earlier run of this apply has written a part of it");
    expect(then).toContain("<b>Alpha two</b> <code>a</code> was changed on the platform");
  });

  it("tells what the platform refused to write as not applied, and says how it is undone from a checkout", async () => {
    const { apply } = await openMerged({ path: /by-slug\/b$/, method: "PUT" });
    const { body } = await apply();
    const [row, ...others] = rowsOf(body);
    expect(row).toMatch(/\| ❌ \| .*>Beta.*<\/a> \| <b>not applied<\/b>&#58; the platform refused to write/);
    expect(others).toEqual([]);
    expect(body).toMatch(
      /Undo it by reverting the commit; or bring the backups that the job kept to <code>\.boardwright\/backups\/\S+<\/code> in a checkout, and run <code>boardwright rollback \S+<\/code>/,
    );
  });

  it("says that a publication waits for a review on the platform", async () => {
    const error = "This dashboard requires review before publishing";
    const { apply } = await openMerged({ path: /\/101\/publish$/, status: 400, error });
    const { step, body } = await apply();
    expect(step.outputs["exit-code"]).toBe("0");
    expect(titles(body)[0]).toMatch(/🟡 .*2 published · <b>1 waits for a review on the platform<\/b>$/);
    expect(rowsOf(body).join("\n")).toMatch(
      /🕓 \| .*Alpha.* \| .*waits for a review .*&#58; viewers see what was published before/,
    );
  });

  it("promises nothing of a merge that was refused, and names the way out once, as an input of the job", async () => {
    const { place, apply } = await openMerged();
    place.sandbox.edit("a", (workbook) => Object.assign(workbook, { name: "Edited in the UI" }));
    const { step, body } = await apply();
    expect(step.outputs["exit-code"]).toBe("3");
    const section = parseComment(body)?.sections.find(({ command }) => command === "apply")?.texts[0] ?? "";
    expect(section.split("\n")[0]).toMatch(/🔴 .*: apply refused, <b>nothing was written<\/b>$/);
    expect(section).toContain("What it would have done:");
    expect(section).toContain("<code>allow&#58; conflict</code> in the apply job");
    expect(section + step.log).not.toContain("--allow");
  });
});
