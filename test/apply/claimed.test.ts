// Somebody takes a slug in the moment before an apply creates it, on a platform whose answers do not say how old a workbook is.
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import {
  type ApplyReport,
  isObject,
  type Json,
  type JsonObject,
  type Result,
  readStamp,
} from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { board, type Harness, openHarness, outcomes, PROJECT } from "./harness.ts";
import { type Answered, type Asked, type Hook, openProxy } from "./proxy.ts";

const TIMES: [string, (item: JsonObject) => JsonObject][] = [
  ["a date only", (item) => ({ ...item, createdAt: "2026-11-20", updatedAt: "2026-11-20" })],
  ["absent", ({ createdAt: _, updatedAt: __, ...item }) => item],
];
const SEED = { workbooks: [{ slug: "other", name: "Other" }] };
const chart = { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } };
const PLAIN = { workbooks: { b: { dashboard: board("B") } } };
const DRAWN = {
  workbooks: { b: { dashboard: board("B", { widgets: [chart] }) } },
  reports: { r: { name: "R", workbook: "b", query: { measures: ["orders.count"] } } },
};
const text = (id: string): JsonObject => ({ id, type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 } });
const STAMP = { v: 2, project: "theirs", of: "1/b", digest: "sha256:0", base: "" };
const isUpsert = ({ method, path }: Asked) => method === "PUT" && path.endsWith("/by-slug/b");

/** What lies between: no answer says when a workbook was made, and `act` happens right before the first write to b. */
function between(change: (item: JsonObject) => JsonObject, act?: () => Promise<unknown>): Hook {
  let isDone = false;
  const alter = (item: Json): Json => (isObject(item) ? change(item) : item);
  return async (asked, forward): Promise<Answered> => {
    if (isUpsert(asked) && !isDone) {
      isDone = true;
      await act?.();
    }
    const answer = await forward();
    if (!asked.path.includes("/workbooks") || !("body" in answer) || !isObject(answer.body)) return answer;
    const { items } = answer.body;
    const body = Array.isArray(items) ? { ...answer.body, items: items.map(alter) } : alter(answer.body);
    return { ...answer, body };
  };
}

describe.each(TIMES)(
  "a workbook that somebody makes in the same moment, where `createdAt` is %s",
  (_, change) => {
    it.each([
      ["alone", PLAIN],
      ["with a report, so that it is made empty first", DRAWN],
    ])("is not written over: %s", async (_how, files) => {
      const sandbox = await createSandbox({ seed: SEED });
      onTestFinished(() => sandbox.close());
      const act = () =>
        fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/b`, {
          method: "PUT",
          headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
          body: JSON.stringify({ name: "Mine", meta: { dashboardDraft: board("Mine"), boardwright: STAMP } }),
        });
      const url = await openProxy(sandbox.url, between(change, act));
      const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(files) });
      const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
      const ran = await boardwright(["apply", "--yes", "--json"], { cwd, env });
      expect(ran.code).toBe(1);
      const { summary, results } = JSON.parse(ran.stdout) as ApplyReport;
      expect(summary.created).toBe(0);
      const { error, ...result } = results.at(-1) as Result;
      expect([result, error?.code]).toMatchObject([
        { key: "b", status: "failed", id: null },
        "created-meanwhile",
      ]);
      expect(error?.details?.[0]).toMatch(
        /^The workbook \d+ of \S+ carries a stamp of the project theirs: nothing of it was written over\.$/,
      );
      const left = sandbox.workbook("b");
      expect(left).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" } });
      expect(readStamp(left?.meta)).toMatchObject({ project: "theirs" });
    });

    const make = (mine: JsonObject) => (harness: Harness) => harness.platform.upsertWorkbook(1, "b", mine);
    it.each<[string, (harness: Harness) => Promise<unknown>, RegExp]>([
      ["a draft", make({ meta: { dashboardDraft: board("Mine") } }), / holds a draft with 1 widget: /],
      [
        "a larger draft",
        make({ meta: { dashboardDraft: board("Mine", { widgets: ["c", "d"].map(text) }) } }),
        / holds a draft with 2 widgets: /,
      ],
      ["a page", make({ meta: { dashboardDraft: { kind: "APP", app: { html: "x" } } } }), / holds a draft: /],
      [
        "a publication",
        async ({ platform }) => {
          const { id } = await platform.upsertWorkbook(1, "b", {});
          await platform.publishWorkbook(1, id, { config: { title: "Mine" } });
        },
        / is published already: /,
      ],
      [
        "somebody's mark",
        async (harness) => {
          await make({})(harness);
          harness.sandbox.edit("b", (workbook) => Object.assign(workbook, { isFavorite: true }));
        },
        / is somebody's favorite: /,
      ],
      [
        "its id, if it had another slug",
        async ({ sandbox }) => sandbox.edit("other", (workbook) => Object.assign(workbook, { slug: "b" })),
        / had another slug until now: /,
      ],
    ])("is known by %s", async (_what, act, sign) => {
      let harness: Harness;
      const proxy = between(change, () => act(harness));
      harness = await openHarness({ workbooks: PLAIN.workbooks, sandbox: { seed: SEED }, proxy });
      const { results } = await harness.apply(await harness.plan());
      expect(results[0]?.error).toMatchObject({
        code: "created-meanwhile",
        details: [expect.stringMatching(sign), expect.stringContaining("take another slug")],
      });
      expect(readStamp(harness.sandbox.workbook("b")?.meta)).toBeUndefined();
    });

    it("is new where it is empty: a platform may put nulls where a page would be", async () => {
      let harness: Harness;
      const proxy = between(change, () =>
        make({ meta: { dashboardDraft: { app: { html: null } } } })(harness),
      );
      harness = await openHarness({ workbooks: PLAIN.workbooks, sandbox: { seed: SEED }, proxy });
      expect(outcomes(await harness.apply(await harness.plan()))).toEqual(["b applied"]);
    });

    it("is ours if another run of this project made it", async () => {
      let harness: Harness;
      const act = async () =>
        harness.apply(await harness.plan(), { backups: `${harness.cwd}/backups/other` });
      const proxy = between(change, act);
      harness = await openHarness({ workbooks: PLAIN.workbooks, sandbox: { seed: SEED }, proxy });
      expect(outcomes(await harness.apply(await harness.plan()))).toEqual(["b applied"]);
      expect(await harness.actions()).toEqual([]);
    });
  },
);

describe("a platform that does not say when a workbook was made", () => {
  it("is asked for the slug by an empty request before each creation, and then written as ever", async () => {
    const harness = await openHarness({
      files: { "dashboards/all.yaml": stringify(DRAWN) },
      sandbox: { seed: SEED },
      proxy: between(TIMES[0]?.[1] ?? ((item) => item)),
    });
    const outcome = await harness.run();
    expect(outcomes(outcome)).toEqual(["r applied", "b applied"]);
    expect(outcome.summary).toMatchObject({ created: 2, failed: 0 });
    expect(harness.writes().filter((write) => write === "PUT b")).toHaveLength(4);
    expect(await harness.actions()).toEqual([]);
  });

  it("is found out by the first answers if nothing is live yet", async () => {
    const workbooks = { a: { name: "A" }, b: { name: "B" }, c: { name: "C" } };
    const { plan, apply, writes } = await openHarness({
      workbooks,
      proxy: between(TIMES[1]?.[1] ?? ((item) => item)),
    });
    expect(outcomes(await apply(await plan(), { concurrency: 1 }))).toEqual([
      "a applied",
      "b applied",
      "c applied",
    ]);
    expect(writes()).toEqual(["PUT a", "PUT b", "PUT b", "PUT c", "PUT c"]);
  });

  it("is found out by the answer to an empty workbook, too, which is made before its reports", async () => {
    const { plan, apply, writes } = await openHarness({
      files: {
        "dashboards/all.yaml": stringify({ ...DRAWN, workbooks: { ...DRAWN.workbooks, c: { name: "C" } } }),
      },
      proxy: between(TIMES[1]?.[1] ?? ((item) => item)),
    });
    expect(outcomes(await apply(await plan(), { concurrency: 1 }))).toEqual([
      "r applied",
      "b applied",
      "c applied",
    ]);
    expect(writes().filter((write) => write === "PUT c")).toHaveLength(2);
  });
});
