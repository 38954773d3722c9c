// What moves on the platform between the plan and the write.
import { describe, expect, it } from "vitest";
import type { ApplyOutcome } from "../../src/apply/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const OLD = { a: { dashboard: board("A") }, b: { dashboard: board("B") }, c: { dashboard: board("C") } };
const NEW = { a: { dashboard: board("A2") }, b: { dashboard: board("B2") }, c: { dashboard: board("C2") } };

describe("two runs of one plan at the same moment", () => {
  it("finish each other's work: what the other has begun is not somebody else's", async () => {
    let second: Promise<unknown> | undefined;
    const world = await openWorld({
      workbooks: NEW,
      // Right after the first draft of one run, which nobody has seen the answer of yet, comes all of the other run.
      async proxy({ method, path }, forward) {
        const answer = await forward();
        if (method !== "PUT" || !path.endsWith("/by-slug/a") || second) return answer;
        second = planned.then((plan) => apply(plan, { backups: `${cwd}/backups/second` }));
        expect(outcomes((await second) as ApplyOutcome)).toEqual(["a applied", "b applied", "c applied"]);
        return answer;
      },
    });
    const { plan, apply, cwd, actions } = world;
    const planned = plan();
    const first = await apply(await planned);
    expect(outcomes(first)).toEqual(["a applied", "b applied", "c applied"]);
    expect(await actions()).toEqual([]);
  });
});

describe("an update of a workbook that moved since the plan", () => {
  it("is stale after an edit in the UI; the others are applied, and the edit is kept", async () => {
    const { sandbox, deploy, plan, apply } = await openWorld({ workbooks: OLD });
    await deploy();
    const planned = await plan(NEW);
    sandbox.edit("b", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Mine" };
    });
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual(["a applied", "b stale stale", "c applied"]);
    expect(outcome.results[1]?.error?.message).toBe("b was changed on the platform since the plan was made");
    expect(outcome.summary).toMatchObject({ updated: 2, failed: 1 });
    expect(sandbox.workbook("b")).toMatchObject({ dashboardDraft: { title: "Mine" } });
    expect(sandbox.workbook("c")).toMatchObject({ dashboardDraft: { title: "C2" } });
  });

  it("is stale where it was deleted or renamed, and is not made anew", async () => {
    const { sandbox, deploy, plan, apply } = await openWorld({ workbooks: OLD });
    await deploy();
    const planned = await plan(NEW);
    const id = sandbox.workbook("a")?.id;
    const url = `${sandbox.url}/api/v1/deployments/1/workbooks/${id}`;
    await fetch(url, { method: "DELETE", headers: { authorization: `Bearer ${sandbox.apiKey}` } });
    sandbox.edit("b", (workbook) => {
      workbook.slug = "b-old";
    });
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual(["a stale stale", "b stale stale", "c applied"]);
    for (const [at, slug] of ["a", "b"].entries())
      expect(outcome.results[at]?.error?.message).toBe(
        `${slug} was deleted or renamed since the plan was made`,
      );
    expect(sandbox.workbook("a")).toBeUndefined();
    expect(sandbox.workbook("b")).toBeUndefined();
  });

  it("is stale where it is deleted between the platform's decision and the write", async () => {
    let remove: (() => Promise<unknown>) | undefined;
    const { sandbox, deploy, plan, apply } = await openWorld({
      workbooks: OLD,
      sandbox: { betweenDecisionAndApply: async (slug) => void (slug === "a" && (await remove?.())) },
    });
    await deploy();
    const planned = await plan(NEW);
    const url = `${sandbox.url}/api/v1/deployments/1/workbooks/${sandbox.workbook("a")?.id}`;
    remove = () => fetch(url, { method: "DELETE", headers: { authorization: `Bearer ${sandbox.apiKey}` } });
    expect(outcomes(await apply(planned))).toEqual(["a stale stale", "b applied", "c applied"]);
    expect(sandbox.workbook("a")).toBeUndefined();
  });

  it("counts as applied, without a write, where another run applied the same", async () => {
    const { deploy, plan, apply, writes, sandbox } = await openWorld({ workbooks: OLD });
    await deploy();
    const planned = await plan(NEW);
    await apply(await plan(NEW));
    sandbox.requests.length = 0;
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual(["a applied", "b applied", "c applied"]);
    expect(outcome.results.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    expect(outcome.summary).toMatchObject({ updated: 0, published: 0, unchanged: 3 });
    expect(writes()).toEqual([]);
  });

  it("is written where only its folder is still another", async () => {
    const folders = [
      { id: 31, name: "One" },
      { id: 32, name: "Two" },
    ];
    const { sandbox, deploy, plan, apply, actions } = await openWorld({
      workbooks: { a: { name: "A", folder: "One" } },
      sandbox: { seed: { folders } },
    });
    await deploy();
    sandbox.edit("a", (workbook) => {
      workbook.folderId = 32;
    });
    expect(outcomes(await apply(await plan()))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.folderId).toBe(31);
    expect(await actions()).toEqual([]);
  });
});

describe("a stamp", () => {
  it("counts as applied, without a write, where another run wrote the same", async () => {
    const seed = { workbooks: [{ slug: "a", name: "A", dashboardDraft: board("A") }] };
    const { plan, apply, writes, sandbox } = await openWorld({
      workbooks: { a: { name: "A", dashboard: board("A") } },
      sandbox: { seed },
    });
    const planned = await plan();
    expect(planned.summary.stamp).toBe(1);
    await apply(await plan());
    sandbox.requests.length = 0;
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(writes()).toEqual([]);
  });
});

describe("a create of a slug that somebody took since the plan", () => {
  const upsert = (url: string, slug: string, body: JsonObject) =>
    fetch(`${url}/api/v1/deployments/1/workbooks/by-slug/${slug}`, {
      method: "PUT",
      headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("is stopped at as a plan would, and overwrites nothing", async () => {
    const { sandbox, plan, apply } = await openWorld({ workbooks: NEW });
    const planned = await plan();
    await upsert(sandbox.url, "b", { name: "Mine", meta: { dashboardDraft: { title: "Mine" } } });
    expect(outcomes(await apply(planned))).toEqual(["a applied", "b failed adopt", "c applied"]);
    expect(sandbox.workbook("b")).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" } });
  });

  it("is stopped at where it is taken between the platform's decision and the write", async () => {
    let origin = "";
    let taken = false;
    const { sandbox, plan, apply } = await openWorld({
      workbooks: NEW,
      sandbox: {
        seed: { listDrafts: false },
        async betweenDecisionAndApply(slug) {
          if (slug !== "b" || taken) return;
          taken = true;
          await upsert(origin, "b", { name: "Mine" });
        },
      },
    });
    origin = sandbox.url;
    expect(outcomes(await apply(await plan()))).toEqual(["a applied", "b failed adopt", "c applied"]);
    expect(sandbox.workbook("b")).toMatchObject({ name: "Mine", dashboardDraft: null });
  });

  it("counts as applied, without a write but the claim, where another run made the same", async () => {
    const { plan, apply, writes, sandbox } = await openWorld({
      workbooks: NEW,
      sandbox: { seed: { listDrafts: false } },
    });
    const planned = await plan();
    await apply(await plan());
    sandbox.requests.length = 0;
    expect(outcomes(await apply(planned))).toEqual(["a applied", "b applied", "c applied"]);
    expect(sandbox.requests.filter(({ body }) => body && Object.keys(body).length > 0)).toEqual([]);
    expect(writes()).toEqual(["PUT a", "PUT b", "PUT c"]);
  });
});
