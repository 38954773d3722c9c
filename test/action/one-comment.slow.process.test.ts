// The one comment of a pull request, as jobs write it at the same time, one after the other, and after people did.
import { describe, expect, it } from "vitest";
import { board, chart, openPlace, type Place } from "./place.ts";
import { planSection } from "./reseal.ts";
import { pullRequest, SHA } from "./runner.ts";

const OVERLAPPING = { revenue: board("Revenue", chart("a"), chart("b")) };
const NEWER = "b".repeat(40);
const body = (place: Place) => place.comments(5)[0]?.body ?? "";
const names = (place: Place) => [...place.sections(5).keys()];

/** Lets no request of this kind pass before `number` of them are there. */
function hold(place: Place, wanted: string, number: number): void {
  let open: () => void;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  let count = 0;
  place.github.before = (method, path) => {
    if (!`${method} ${path}`.startsWith(wanted) || count >= number) return undefined;
    count += 1;
    if (count === number) open();
    return all;
  };
}

const CREATE = "POST /repos/acme/dashboards/issues/5/comments";
const UPDATE = "PATCH /repos/acme/dashboards/issues/comments/";

describe("jobs that write at the same time", () => {
  it("make one comment of those that each of them has begun", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    hold(place, CREATE, 3);
    const steps = await Promise.all([
      place.run("lint", pullRequest(5)),
      place.run("plan", pullRequest(5)),
      place.run("plan", pullRequest(5), { inputs: { target: "staging" } }),
    ]);
    expect(place.comments(5)).toHaveLength(1);
    expect(names(place)).toEqual(["plan production", "plan staging", "lint"]);
    const [comment] = place.comments(5);
    for (const { outputs } of steps) expect(outputs["comment-id"]).toBe(String(comment?.id));
  });

  it("keep what the other wrote where both had read the same comment", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    await place.run("plan", pullRequest(5));
    hold(place, UPDATE, 3);
    const jobs = ["1/3", "2/3", "3/3"].map((shard) =>
      place.run("plan", pullRequest(5), { inputs: { shard, target: "staging" } }),
    );
    const steps = await Promise.all(jobs);
    for (const { outputs } of steps) expect(outputs["exit-code"]).toBe("0");
    expect(place.comments(5)).toHaveLength(1);
    expect(names(place).sort()).toEqual([
      "plan production",
      "plan staging 1/3",
      "plan staging 2/3",
      "plan staging 3/3",
    ]);
  });

  it("wait as long as GitHub asks, and go on without a comment where that is too long", async () => {
    const place = await openPlace();
    place.github.retryAfter = 1;
    let left = 2;
    place.github.refuse = (method, path) => (`${method} ${path}` === CREATE && left-- > 0 ? 403 : undefined);
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(1);
    expect(left).toBe(-1);
    place.github.retryAfter = 3600;
    place.github.refuse = (method) => (method === "PATCH" ? 429 : undefined);
    place.rewrite({ churn: board("Churn") });
    const step = await place.run("plan", pullRequest(5));
    expect(step.outputs["exit-code"]).toBe("0");
    expect(step.summary).toContain("could not write the comment");
  });
});

describe("a second push", () => {
  it("marks what is of an older commit, until its command has run again", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    await place.run("plan", pullRequest(5));
    const planned = planSection(body(place));
    place.github.heads.set(5, NEWER);
    await place.run("lint", pullRequest(5, { sha: NEWER }));
    expect(planSection(body(place))).toEqual(planned);
    const line = `**What follows is of an older commit**, <code>${SHA.slice(0, 12)}</code>. The newest one is <code>${NEWER.slice(0, 12)}</code>.`;
    expect(body(place).split("\n").slice(2, 5)).toEqual([line, "", planned.texts[0]?.split("\n")[0]]);
    expect(body(place).match(/of an older commit/g)).toHaveLength(1);
    await place.run("plan", pullRequest(5, { sha: NEWER }));
    expect(body(place)).not.toContain("of an older commit");
  });

  it("is not undone by a run of the older commit that ends later", async () => {
    const place = await openPlace();
    place.github.heads.set(5, NEWER);
    const first = await place.run("plan", pullRequest(5, { sha: NEWER }));
    const before = body(place);
    place.rewrite({ churn: board("Churn") });
    const late = await place.run("plan", pullRequest(5));
    expect(late.outputs["comment-id"]).toBe(first.outputs["comment-id"]);
    expect(body(place)).toBe(before);
    // What nobody has said of the newer one yet is better than nothing.
    await place.run("plan", pullRequest(5), { inputs: { target: "staging" } });
    expect(names(place)).toEqual(["plan production", "plan staging"]);
    expect(body(place)).toContain("of an older commit");
  });

  it("leaves nothing of an older plan or lint to see where theirs fails", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    place.given["review-key"] = "k".repeat(32);
    for (const command of ["plan", "lint"]) await place.run(command, pullRequest(5));
    expect(body(place)).toContain("widget-overlap");
    place.github.heads.set(5, NEWER);
    await place.run("plan", pullRequest(5, { sha: NEWER }), { inputs: { "api-key": "wrong-key" } });
    const lint = { inputs: { branch: "none", "api-key": "wrong-key" } };
    await place.run("lint", pullRequest(5, { sha: NEWER }), lint);
    expect(names(place)).toEqual(["plan production", "lint"]);
    for (const text of place.sections(5).values()) expect(text).toMatch(/^### 🔴 .* failed\n/);
    expect(body(place)).not.toContain("widget-overlap");
    expect(body(place)).not.toContain("of an older commit");
    // The seal of what was reviewed is still there: the merge compares with it.
    expect(planSection(body(place)).approval?.head).toBe(SHA);
  });
});

const NOT_RUN = "model check: not run · preview: not up";

describe("what has nothing to say", () => {
  it("begins no comment, is a word in the last line of one, and says what it finds again", async () => {
    const place = await openPlace();
    await place.run("lint", pullRequest(5));
    expect(place.comments(5)).toEqual([]);
    await place.run("plan", pullRequest(5));
    await place.run("lint", pullRequest(5));
    const last = `<details><summary>✅ lint: no findings in 1 file · ${NOT_RUN}</summary>`;
    expect(body(place).split("\n")).toContain(last);
    expect(body(place).indexOf(last)).toBeGreaterThan(body(place).indexOf("Boardwright · production"));
    place.rewrite(OVERLAPPING);
    await place.run("lint", pullRequest(5));
    expect(body(place)).not.toContain("<summary>✅");
    expect(body(place)).toContain("widget-overlap");
  });

  it("says so at length where nothing else is there", async () => {
    const place = await openPlace({ workbooks: {} });
    await place.run("plan", pullRequest(5));
    await place.run("plan", pullRequest(5), { inputs: { target: "staging" } });
    const lines = body(place).split("\n");
    expect(lines[2]).toBe("### ⚪ Boardwright · production: nothing to do&#58; no workbook is declared");
    expect(lines).toContain(`<details><summary>✅ plan of staging: nothing to do · ${NOT_RUN}</summary>`);
  });
});

describe("a comment that people touched", () => {
  it("that they deleted is written anew, with the section of who writes", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    for (const command of ["plan", "lint"]) await place.run(command, pullRequest(5));
    place.comments(5).length = 0;
    await place.run("lint", pullRequest(5));
    expect(names(place)).toEqual(["lint"]);
  });

  it("that they delete in the very moment of writing is written anew as well", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    await place.run("plan", pullRequest(5));
    place.github.before = (method) => {
      if (method === "PATCH") place.comments(5).length = 0;
    };
    const step = await place.run("lint", pullRequest(5));
    expect(names(place)).toEqual(["lint"]);
    expect(step.outputs["comment-id"]).toBe(String(place.comments(5)[0]?.id));
  });

  it("that they edited loses what is not ours, and proves no review until its command runs again", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    for (const command of ["plan", "lint"]) await place.run(command, pullRequest(5));
    const [comment] = place.comments(5);
    if (!comment) throw new Error("no comment");
    comment.body = `${comment.body}\nWell done!\n`.replaceAll("\n", "\r\n");
    const planned = planSection(comment.body);
    await place.run("lint", pullRequest(5));
    expect(body(place)).not.toContain("Well done!");
    const { seal, key, ...rest } = planned;
    expect([seal, key]).not.toContain(undefined);
    expect(planSection(body(place))).toEqual({ ...rest, edited: true });
    expect(body(place)).toContain("**Somebody edited this comment**: what follows is as it was written");
    await place.run("plan", pullRequest(5));
    expect(planSection(body(place)).seal).toBeDefined();
    expect(body(place)).not.toContain("Somebody edited");
  });

  it("of another account that may not be written over is left to it", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const theirs = body(place);
    place.github.login = "release-bot";
    place.github.refuse = (method) => (method === "PATCH" ? 403 : undefined);
    place.rewrite({ churn: board("Churn") });
    const step = await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(2);
    expect(body(place)).toBe(theirs);
    expect(step.outputs["comment-id"]).toBe(String(place.comments(5)[1]?.id));
    place.github.refuse = () => undefined;
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(2);
  });
});

describe("sections under different keys", () => {
  it("are in one comment, and each is proved and rewritten with its own", async () => {
    const place = await openPlace();
    const keyed = (target: string, sign: string) => ({
      inputs: { target, "review-key": sign.repeat(32), review: "required" },
    });
    const [production, staging] = [keyed("production", "p"), keyed("staging", "s")];
    const plan = (which: typeof production) =>
      place.run("plan", pullRequest(5), { inputs: { ...which.inputs, review: undefined } });
    await plan(production);
    await plan(staging);
    const before = planSection(body(place));
    await plan(staging);
    expect(planSection(body(place))).toEqual(before);
    expect(names(place)).toEqual(["plan production", "plan staging"]);
    const swapped = { inputs: { ...staging.inputs, "review-key": "p".repeat(32) } };
    expect((await place.run("apply", place.merge(5), swapped)).outputs["exit-code"]).toBe("3");
    for (const which of [staging, production])
      expect((await place.run("apply", place.merge(5), which)).outputs["exit-code"]).toBe("0");
    expect(names(place)).toEqual(["apply production", "apply staging", "plan production", "plan staging"]);
  });
});

describe("a plan whose rows have no room", () => {
  const many = () =>
    Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => {
        const name = `${"finance-".repeat(7)}${String(at).padStart(3, "0")}`;
        return [name, { ...board(name), folder: `Folder ${at}` }];
      }),
    );

  it("is in the one comment all the same, with where the rest is, and is a review", async () => {
    const place = await openPlace({ workbooks: many() });
    const step = await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(1);
    expect(body(place).length).toBeLessThanOrEqual(65_536);
    expect(body(place)).toContain("500 dashboards change in draft");
    expect(body(place)).toMatch(/\*\*\d+ sections did not fit here\*\* .*: the rest is in <a href=/);
    expect(step.summary.split("\n").filter((line) => line.startsWith("| 🆕 |"))).toHaveLength(500);
    const required = { inputs: { review: "required", comment: "false" } };
    place.rewrite({ ...many(), other: board("Never seen") });
    expect((await place.run("apply", place.merge(5), required)).outputs["exit-code"]).toBe("3");
    place.rewrite(many());
    expect((await place.run("apply", place.merge(5), required)).outputs["exit-code"]).toBe("0");
  });

  it("leaves the sections of others as they are, and is not written again for nothing", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    await place.run("lint", pullRequest(5));
    const lint = place.sections(5).get("lint");
    place.rewrite(many());
    await place.run("plan", pullRequest(5));
    await place.run("plan", pullRequest(5), { inputs: { target: "staging" } });
    const before = body(place);
    await place.run("plan", pullRequest(5));
    expect(body(place)).toBe(before);
    expect(place.comments(5)).toHaveLength(1);
    expect(place.sections(5).get("lint")).toBe(lint);
  });
});

describe("a plan of a part", () => {
  const two = { alpha: { ...board("Alpha"), publish: true }, beta: board("Beta") };

  it("says of which, and takes the place of no other", async () => {
    const place = await openPlace({ workbooks: two });
    await place.run("plan", pullRequest(5));
    await place.run("plan", pullRequest(5), { inputs: { only: "beta" } });
    await place.run("plan", pullRequest(5), { inputs: { only: "alpha" } });
    expect(place.comments(5)).toHaveLength(1);
    expect(names(place).sort()).toEqual([
      "plan production",
      "plan production only alpha",
      "plan production only beta",
    ]);
    const headline = body(place)
      .split("\n")
      .find((line) => line.startsWith("### ") && line.includes("only beta"));
    expect(headline).toContain("viewers see no change");
  });

  it("is the review of an apply of the same part", async () => {
    const place = await openPlace({ workbooks: two });
    place.given["review-key"] = "k".repeat(32);
    const only = { only: "beta" };
    await place.run("plan", pullRequest(5), { inputs: only });
    const merged = place.merge(5);
    const whole = await place.run("apply", merged, { inputs: { review: "required" } });
    expect(whole.outputs["exit-code"]).not.toBe("0");
    expect(await place.live()).toEqual({});
    const part = await place.run("apply", merged, { inputs: { ...only, review: "required" } });
    expect(part.outputs["exit-code"], part.log).toBe("0");
    expect(Object.keys(await place.live())).toEqual(["beta"]);
  });
});
