import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import type { Answered, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const widgets = [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } }];
const files = (measure: string) => ({
  workbooks: { a: { publish: true, dashboard: board("A", { widgets }) } },
  reports: { r: { name: "R", workbook: "a", query: { measures: [measure] } } },
});

async function open(proxy?: Hook) {
  const world = await openWorld({
    files: { "dashboards/all.yaml": stringify(files("a.b")) },
    ...(proxy && { proxy }),
  });
  await world.deploy();
  world.write("dashboards/all.yaml", stringify(files("a.c")));
  /** The version of the publication, and of the report in it. */
  const shown = (): unknown[] => {
    const { publishedDashboard } = world.sandbox.workbook("a") ?? {};
    const [snapshot] = (publishedDashboard?.reportSnapshots ?? []) as JsonObject[];
    return [publishedDashboard?.versionNumber, snapshot?.versionNumber];
  };
  return { ...world, shown };
}

describe("a report that another run has written meanwhile", () => {
  it("is published all the same by the run that finds it written", async () => {
    const { plan, apply, shown, actions, cwd } = await open();
    const planned = await plan();
    // The other run ends after the report, before the publication.
    const half = { ...planned, changes: planned.changes.filter(({ kind }) => kind === "report") };
    await apply(half, { backups: `${cwd}/backups/other` });
    expect(shown()).toEqual([1, 3]);
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual(["r applied", "a applied"]);
    expect(outcome.results.map(({ attempts }) => attempts)).toEqual([0, 1]);
    expect(outcome.summary).toMatchObject({ updated: 0, published: 1, unchanged: 1 });
    expect(shown()).toEqual([2, 4]);
    expect(await actions()).toEqual([]);
  });

  it("is published by a run that also changes the draft to what it is already", async () => {
    const { plan, apply, shown, actions, cwd } = await open();
    const planned = await plan();
    const [report, workbook] = planned.changes;
    await apply({ ...planned, changes: [report!] }, { backups: `${cwd}/backups/other` });
    // As an update: whether it has to be published shows only in the versions of its reports.
    const { renews: _, ...rest } = workbook!;
    const update = { ...rest, action: "update" as const };
    const outcome = await apply({ ...planned, changes: [report!, update] });
    expect(outcomes(outcome)).toEqual(["r applied", "a applied"]);
    expect(shown()).toEqual([2, 4]);
    expect(await actions()).toEqual([]);
  });
});

/** The answer without the versions of reports, which a platform may not tell. */
function withoutVersions(answer: Answered): Answered {
  if (!("body" in answer) || !isObject(answer.body)) return answer;
  const { version: _version, ...body } = answer.body;
  const items = Array.isArray(body.items) ? (body.items as JsonObject[]) : undefined;
  const bare = items?.map(({ version: _of, ...item }) => item);
  return { ...answer, body: bare ? { ...body, items: bare, data: bare } : body };
}

describe("a publication that is refused before it arrives", () => {
  it.each([true, false])(
    "is repeated: that it was published before shows nothing (versions told: %s)",
    async (tells) => {
      let refused = 0;
      let isOn = false;
      const proxy: Hook = async (asked, forward) => {
        if (isOn && asked.method === "POST" && refused < 2) {
          refused += 1;
          return { status: 503, body: { error: "Unavailable" } };
        }
        const answer = await forward();
        return tells || !/\/reports(\/|$)/.test(asked.path) ? answer : withoutVersions(answer);
      };
      const { plan, apply, shown, actions } = await open(proxy);
      const planned = await plan();
      isOn = true;
      expect(outcomes(await apply(planned))).toEqual(["r applied", "a applied"]);
      expect(refused).toBe(2);
      expect(shown()).toEqual([2, 4]);
      expect(await actions()).toEqual([]);
    },
  );
});

describe("pruning beside an error of the plan", () => {
  it("deletes nothing: what was left out may be what replaces it", async () => {
    const old = { a: { dashboard: board("A") }, b: { dashboard: board("B") } };
    const { plan, apply, deploy, sandbox, write } = await openWorld({
      files: { "dashboards/all.yaml": stringify({ workbooks: old }) },
    });
    await deploy();
    const next = {
      workbooks: { a: { dashboard: board("A2") } },
      reports: { r: { name: "R", workbook: "ghost" } },
    };
    write("dashboards/all.yaml", stringify(next));
    const planned = await plan(undefined, { prune: true });
    expect(planned.diagnostics.map(({ severity }) => severity)).toContain("error");
    expect(outcomes(await apply(planned))).toEqual(["a applied", "b skipped held-back"]);
    expect(sandbox.workbook("b")).toBeDefined();
  });
});
