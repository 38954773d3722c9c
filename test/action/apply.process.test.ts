// apply in the Action, on the merge: what was reviewed is applied, what moved since is not, and both are said on the pull request.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place, reviewAndMerge } from "./place.ts";
import { byHand, pullRequest, push, readMarkdown } from "./runner.ts";

/** Somebody renames a dashboard in the UI. */
async function edit(place: Place, slug: string, title: string): Promise<void> {
  const { items } = (await place.call("GET", "/deployments/1/workbooks")) as unknown as {
    items: { id: number; slug: string }[];
  };
  const id = items.find((item) => item.slug === slug)?.id;
  const workbook = await place.call("GET", `/deployments/1/workbooks/${id}`);
  const meta = workbook.meta as { dashboardDraft: object };
  await place.call("PUT", `/deployments/1/workbooks/${id}`, {
    meta: { ...meta, dashboardDraft: { ...meta.dashboardDraft, title } },
  });
}

const said = (place: Place, command: string) => place.sections(5).get(`${command} production`) ?? "";

describe("apply in the Action", () => {
  it("applies what was reviewed, and says so on the pull request that was merged", async () => {
    const place = await openPlace();
    const step = await place.run("apply", await reviewAndMerge(place));
    expect(step.code).toBe(0);
    expect(step.outputs).toMatchObject({ "exit-code": "0", changes: "true", create: "1", errors: "0" });
    expect(await place.live()).toEqual({ revenue: "Revenue" });
    expect(place.comments(5)).toHaveLength(1);
    // What became of the merge is read before what was planned for it.
    expect([...place.sections(5).keys()]).toEqual(["apply production", "plan production"]);
    expect(said(place, "apply")).toMatch(/^### 🟢 Boardwright · production: Applied 1 of 1/);
    const again = await place.run("apply", place.merge(5));
    expect(again.outputs).toMatchObject({ "exit-code": "0", changes: "false", create: "0" });
    expect(place.comments(5)).toHaveLength(1);
    expect(place.sections(5).size).toBe(2);
  });

  it("stops where the platform moved since the review, and a run by hand goes on", async () => {
    const place = await openPlace();
    const direct = await place.run("apply", push);
    expect(direct.summary).toContain("compared with no review");
    place.rewrite({ revenue: board("Revenue, net") });
    const merge = await reviewAndMerge(place);
    await edit(place, "revenue", "Edited");
    const before = place.writes().length;
    const step = await place.run("apply", merge);
    expect(step.code).toBe(1);
    expect(step.outputs).toMatchObject({ "exit-code": "3", changes: "true" });
    for (const told of [step.summary, said(place, "apply")])
      expect(told).toContain("<code>revenue</code> was changed on the platform since the review");
    expect(step.log).toContain("revenue was changed on the platform since the review");
    expect(place.writes()).toHaveLength(before);

    const refused = await place.run("apply", byHand);
    expect(refused.outputs["exit-code"]).toBe("3");
    expect(refused.summary).toContain("boardwright pull revenue");
    expect(refused.summary).toContain("allow: drift,conflict&#96; in this job");
    expect(place.writes()).toHaveLength(before);
    const allowed = await place.run("apply", byHand, { inputs: { allow: "conflict, drift" } });
    expect(allowed.outputs["exit-code"]).toBe("0");
    expect(await place.live()).toEqual({ revenue: "Revenue, net" });
    expect(place.comments(5)).toHaveLength(1);
  });

  it("stops where the files say something else than was reviewed, also with no comment wanted", async () => {
    const place = await openPlace({ workbooks: { revenue: board("Revenue"), churn: board("Churn") } });
    const merge = await reviewAndMerge(place);
    place.rewrite({ revenue: board("Other"), returns: board("Returns") });
    const step = await place.run("apply", merge, { inputs: { comment: "false" } });
    expect(step.outputs["exit-code"]).toBe("3");
    expect(step.summary).toContain("<code>revenue</code> is declared differently");
    expect(step.summary).toContain("<code>returns</code> was not in the reviewed plan");
    expect(step.summary).toContain("<code>churn</code> was in the reviewed plan, but no longer is");
    expect(place.comments(5)).toHaveLength(1);
    expect(await place.live()).toEqual({});
  });

  it("completes what somebody began, and does nothing at a second attempt", async () => {
    const place = await openPlace({ workbooks: { revenue: board("Revenue"), churn: board("Churn") } });
    const merge = await reviewAndMerge(place);
    await place.run("apply", byHand, { inputs: { only: "churn" } });
    expect((await place.run("apply", merge)).outputs).toMatchObject({ "exit-code": "0", create: "1" });
    expect((await place.run("apply", { ...merge, attempt: 2 })).outputs["exit-code"]).toBe("0");
    expect(await place.live()).toEqual({ churn: "Churn", revenue: "Revenue" });
  });

  it("carries out a saved plan, or says what stands against that", async () => {
    const place = await openPlace();
    const planned = await place.run("plan", pullRequest(5), { inputs: { "plan-file": "plan.json" } });
    const inputs = { "plan-file": planned.outputs["plan-file"] ?? "" };
    await place.run("apply", push);
    await edit(place, "revenue", "Edited");
    const stale = await place.run("apply", place.merge(5), { inputs });
    expect(stale.outputs["exit-code"]).toBe("3");
    expect(stale.summary).toContain("the plan is stale");
    expect(said(place, "apply")).toContain("the plan is stale");
    const missing = await place.run("apply", push, { inputs: { "plan-file": "none.json" } });
    expect(missing.outputs["exit-code"]).toBe("64");
    expect(missing.summary).toContain("there is no plan file none.json");

    place.rewrite({ churn: board("Churn") });
    await place.run("plan", pullRequest(6), { inputs: { only: "churn", "plan-file": "plan.json" } });
    expect(readFileSync(`${place.workspace}/plan.json`, "utf8")).not.toContain(place.given["api-key"]);
    const done = await place.run("apply", place.merge(6), { inputs: { "plan-file": "plan.json" } });
    expect(done.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    writeFileSync(`${place.workspace}/plan.json`, "{}");
    const broken = await place.run("apply", push, { inputs: { "plan-file": "plan.json" } });
    expect(broken.outputs["exit-code"]).toBe("1");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "finishes what is in flight on %s, and takes nothing new",
    async (name) => {
      const slugs = Array.from({ length: 12 }, (_, index) => `board-${index}`);
      let cancel: () => void = () => {};
      const place = await openPlace({
        workbooks: Object.fromEntries(slugs.map((slug) => [slug, board(slug)])),
        async proxy({ method }, forward) {
          if (method === "PUT") cancel();
          return forward();
        },
      });
      const step = await place.run("apply", push, {
        // Once, as the runner does: a second one ends the process where it is.
        onStart: (signal) => {
          cancel = () => {
            cancel = () => {};
            signal(name);
          };
        },
      });
      expect(step.code).toBe(1);
      expect(step.outputs["exit-code"]).toBe("130");
      expect(readMarkdown(step.summary)).toContain("Interrupted: applied");
      expect(step.log).toContain("running it again completes");
      const live = Object.keys(await place.live());
      expect(live.length).toBeGreaterThan(0);
      expect(live.length).toBeLessThan(slugs.length);
      expect(Number(step.outputs.create)).toBe(live.length);
      const rest = await place.run("apply", push);
      expect(rest.outputs["exit-code"]).toBe("0");
    },
  );
});
