// Somebody takes a slug while an apply that is about to create it runs.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isUndoable, type JsonObject, readStamp } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { board, type Harness, openHarness, outcomes } from "./harness.ts";
import type { Hook } from "./proxy.ts";

const NEW = { a: { dashboard: board("A") }, b: { dashboard: board("B") }, c: { dashboard: board("C") } };
const isList = ({ method, path }: { method: string; path: string }) =>
  method === "GET" && path.endsWith("/workbooks");
const isUpsert = (slug: string) => (asked: { method: string; path: string }) =>
  asked.method === "PUT" && asked.path.endsWith(`/by-slug/${slug}`);

function send({ url, apiKey }: Sandbox, method: string, path: string, body: JsonObject): Promise<Response> {
  return fetch(`${url}/api/v1/deployments/1/workbooks/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

describe("the list that shows who holds the slugs", () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`w${index}`, { name: "W" }]));

  it("is read once for many creations, not once for each", async () => {
    let lists = 0;
    const proxy: Hook = async (asked, forward) => {
      if (isList(asked) && !asked.query.has("after")) lists += 1;
      return forward();
    };
    const { plan, apply } = await openHarness({ workbooks: many, proxy });
    const planned = await plan();
    lists = 0;
    expect((await apply(planned)).summary).toMatchObject({ created: 250, failed: 0 });
    expect(lists).toBeGreaterThan(1);
    // How often is a matter of time: the machine may be slow, but not so slow.
    expect(lists).toBeLessThan(25);
  });

  it("is read again every few seconds: what was taken in between is left alone", async () => {
    let harness: Harness;
    let taken = false;
    const proxy: Hook = async (asked, forward) => {
      const answer = await forward();
      if (isUpsert("a")(asked) && !taken) {
        taken = true;
        await send(harness.sandbox, "PUT", "by-slug/b", {
          name: "Mine",
          meta: { dashboardDraft: board("Mine") },
        });
        harness.pass(60_000);
      }
      return answer;
    };
    harness = await openHarness({ workbooks: NEW, proxy });
    const outcome = await harness.apply(await harness.plan(), { concurrency: 1 });
    expect(outcomes(outcome)).toEqual(["a applied", "b stale stale", "c applied"]);
    expect(harness.sandbox.workbook("b")).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" } });
  });
});

describe("a slug that is taken right before it is written", () => {
  /** Time passes on the platform between what `take` does and the write that comes after it. */
  async function open(take: (harness: Harness) => Promise<unknown>, files?: object, laterMs = 10_000) {
    let ahead = 0;
    let left: Promise<unknown> | undefined;
    let harness: Harness;
    const proxy: Hook = async (asked, forward) => {
      if (isUpsert("b")(asked) && !left) {
        left = take(harness).then(() => {
          ahead += laterMs;
        });
        await left;
      }
      return forward();
    };
    const clock = () => new Date(Date.now() + ahead);
    harness = await openHarness({
      ...(files ? { files: { "dashboards/all.yaml": stringify(files) } } : { workbooks: NEW }),
      proxy,
      sandbox: { clock },
    });
    return harness;
  }
  const makeMine = ({ sandbox }: Harness) =>
    send(sandbox, "PUT", "by-slug/b", {
      name: "Mine",
      meta: { team: "sales", dashboardDraft: board("Mine") },
    });

  it("is told at once, with what is known of it, and is nobody's of ours afterwards", async () => {
    const publishMine = async (harness: Harness): Promise<void> => {
      await makeMine(harness);
      const id = harness.sandbox.workbook("b")?.id;
      await send(harness.sandbox, "POST", `${id}/publish`, { workbookId: id ?? 0 });
    };
    // In the same moment, so that nothing but the publication shows it.
    const { plan, apply, sandbox } = await open(publishMine, undefined, 0);
    const outcome = await apply(await plan());
    expect(outcomes(outcome)).toEqual(["a applied", "b failed created-meanwhile", "c applied"]);
    const { error, id } = outcome.results[1]!;
    expect(id).toBeNull();
    // A rollback of this run must not delete it.
    expect(isUndoable({ ...outcome.results[1]!, error: "created-meanwhile", publish: false })).toBe(false);
    const said = [error?.message, ...(error?.details ?? [])].join("\n");
    expect(said).toContain(`The workbook ${sandbox.workbook("b")?.id}`);
    expect(said).toContain('Viewers still see what it had published "Mine".');
    expect(said).toContain("Its meta still holds team.");
    expect(sandbox.workbook("b")?.dashboardPublished).toMatchObject({ title: "Mine" });
    expect(readStamp(sandbox.workbook("b")?.meta)).toBeUndefined();
  });

  it("is told in an empty deployment, too, and within the same second, if it holds what nobody sent", async () => {
    const { plan, apply, sandbox } = await open(makeMine, { workbooks: { b: NEW.b } }, 300);
    const outcome = await apply(await plan());
    expect(outcomes(outcome)).toEqual(["b failed created-meanwhile"]);
    expect(outcome.results[0]?.error?.details).toContain("Its meta still holds team.");
    expect(readStamp(sandbox.workbook("b")?.meta)).toBeUndefined();
  });

  it("is told also where nothing but its age shows", async () => {
    const { plan, apply } = await open(({ sandbox }) => send(sandbox, "PUT", "by-slug/b", { name: "Mine" }));
    expect(outcomes(await apply(await plan()))).toContain("b failed created-meanwhile");
  });

  it("is told where a workbook that was there got this slug", async () => {
    const { plan, apply, sandbox } = await open(async (harness) =>
      harness.sandbox.edit("other", (workbook) => {
        workbook.slug = "b";
        workbook.createdAt = "2099-01-01T00:00:00Z";
      }),
    );
    await send(sandbox, "PUT", "by-slug/other", { name: "Other" });
    expect(outcomes(await apply(await plan()))).toContain("b failed created-meanwhile");
  });

  it("loses no draft where the workbook is first made empty, for its reports", async () => {
    const widgets = [
      { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } },
    ];
    const files = {
      workbooks: { b: { dashboard: board("B", { widgets }) } },
      reports: { r: { name: "R", workbook: "b", query: { measures: ["orders.count"] } } },
    };
    const { plan, apply, sandbox } = await open(makeMine, files);
    const outcome = await apply(await plan());
    expect(outcomes(outcome)).toEqual(["r skipped missing-part", "b failed created-meanwhile"]);
    expect(outcome.results[1]?.error?.details?.[0]).toContain("wrote over its name, and then left it alone");
    expect(sandbox.workbook("b")?.dashboardDraft).toMatchObject({ title: "Mine" });
    const [change] = (await plan()).changes.filter(({ kind }) => kind === "workbook");
    expect(change?.hazards.map(({ code }) => code)).toEqual(["adopt"]);
  });

  it("is the same work where another run of this project has published it", async () => {
    const files = { workbooks: { b: { publish: true, dashboard: board("B") } } };
    const other = async (harness: Harness) =>
      harness.apply(await harness.plan(), { backups: `${harness.cwd}/backups/other` });
    const { plan, apply, actions } = await open(other, files);
    expect(outcomes(await apply(await plan()))).toEqual(["b applied"]);
    expect(await actions()).toEqual([]);
  });

  it("is the same work where another run of this project was met before", async () => {
    let other: Promise<unknown> | undefined;
    let harness: Harness;
    let ahead = 0;
    const proxy: Hook = async (asked, forward) => {
      // The other run makes a before this one looks, and the rest after.
      if (isUpsert("b")(asked) && !other) {
        other = harness
          .plan()
          .then((plan) => harness.apply(plan, { backups: `${harness.cwd}/backups/other` }));
        await other;
        ahead += 10_000;
      }
      return forward();
    };
    harness = await openHarness({
      workbooks: NEW,
      proxy,
      sandbox: { clock: () => new Date(Date.now() + ahead) },
    });
    const planned = await harness.plan();
    await harness.run({ a: NEW.a });
    const outcome = await harness.apply(planned, { concurrency: 1 });
    expect(outcomes(outcome)).toEqual(["a applied", "b applied", "c applied"]);
    expect(await harness.actions()).toEqual([]);
  });
});
