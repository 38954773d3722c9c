// 409 upsert_branch_changed: another writer came between the platform's decision and its application.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const CONFLICT = {
  status: 409,
  body: { error: "The workbook was created or deleted meanwhile", code: "upsert_branch_changed" },
};
const isUpsert = ({ method, path }: { method: string; path: string }) =>
  method === "PUT" && path.includes("/by-slug/");

describe("conflicts", () => {
  it("in storms converge: up to nine in a row, the last that is borne", async () => {
    const slugs = Array.from({ length: 20 }, (_, index) => `w${index}`);
    const left = new Map(slugs.map((slug, index) => [slug, index % 10]));
    const storm: Hook = async (asked, forward) => {
      const slug = asked.path.split("/").at(-1) ?? "";
      const more = isUpsert(asked) ? (left.get(slug) ?? 0) : 0;
      left.set(slug, more - 1);
      return more > 0 ? CONFLICT : forward();
    };
    const workbooks = Object.fromEntries(slugs.map((slug) => [slug, { name: slug }]));
    const { deploy, actions } = await openWorld({ workbooks, proxy: storm });
    const { summary, results } = await deploy();
    expect(summary).toMatchObject({ created: 20, failed: 0 });
    const attempts = Object.fromEntries(results.map((result) => [result.key, result.attempts]));
    expect(attempts).toEqual(Object.fromEntries(slugs.map((slug, index) => [slug, (index % 10) + 2])));
    expect(await actions()).toEqual([]);
  });

  it("ten times in a row are told as what they are; the others go on", async () => {
    const hook: Hook = async (asked, forward) =>
      isUpsert(asked) && asked.path.endsWith("/b") ? CONFLICT : forward();
    const { deploy, sandbox } = await openWorld({
      workbooks: { a: { name: "A" }, b: { name: "B" }, c: { name: "C" } },
      proxy: hook,
    });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a applied", "b failed upsert_branch_changed", "c applied"]);
    const [, failed] = outcome.results;
    expect(failed?.attempts).toBe(10);
    expect(failed?.error?.message).toBe("b: another writer created or deleted it at each of 10 attempts");
    expect(sandbox.workbook("b")).toBeUndefined();
  });

  it("once, after which the platform asks for an hour, are told as one attempt", async () => {
    const hook: Hook = async (asked, forward) =>
      isUpsert(asked) ? { ...CONFLICT, headers: { "retry-after": "3600" } } : forward();
    const { deploy } = await openWorld({ workbooks: { a: { name: "A" } }, proxy: hook });
    const [failed] = (await deploy()).results;
    expect(failed?.error?.message).toBe("a: another writer created or deleted it at the attempt");
    expect(failed?.error?.details?.join("\n")).toContain("created or deleted meanwhile");
  });

  // The answer to a write is lost, and the repetition meets a conflict: what changed meanwhile is our own write.
  const lostThenConflict = (): Hook => {
    const tries = new Map<string, number>();
    return async (asked, forward) => {
      if (!isUpsert(asked)) return forward();
      const tried = (tries.get(asked.path) ?? 0) + 1;
      tries.set(asked.path, tried);
      if (tried === 2) return CONFLICT;
      const answer = await forward();
      return tried === 1 ? "drop" : answer;
    };
  };

  it("after a write whose answer was lost are no stranger's: a create", async () => {
    const { deploy, actions } = await openWorld({
      workbooks: { a: { dashboard: board("A") } },
      proxy: lostThenConflict(),
    });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(await actions()).toEqual([]);
  });

  it("after a write whose answer was lost are no stranger's: an update", async () => {
    const seed = { workbooks: [{ slug: "a", name: "A", dashboardDraft: board("Old") }] };
    const { deploy, actions } = await openWorld({
      workbooks: { a: { dashboard: board("A") } },
      sandbox: { seed },
      proxy: lostThenConflict(),
    });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(await actions()).toEqual([]);
  });

  it("after a write whose answer was lost are no stranger's: an edited default that is put back, by a stamp that stays", async () => {
    let isOn = false;
    const hook = lostThenConflict();
    const { deploy, actions, sandbox, plan } = await openWorld({
      workbooks: { a: { dashboard: board("A") } },
      sandbox: { quirks: "fills-defaults" },
      proxy: (asked, forward) => (isOn ? hook(asked, forward) : forward()),
    });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    sandbox.edit("a", (workbook) => {
      const { widgets = [] } = workbook.dashboardDraft as { widgets?: JsonObject[] };
      const filled = widgets.map((widget) => ({
        ...widget,
        style: { ...(widget.style as JsonObject), density: "tight" },
      }));
      workbook.dashboardDraft = { ...workbook.dashboardDraft, widgets: filled };
    });
    expect((await plan()).changes.map(({ origin }) => origin)).toEqual(["live"]);
    isOn = true;
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    isOn = false;
    expect(await actions()).toEqual([]);
  });

  it("during an update, with an edit in the UI between the attempts, leave the edit alone", async () => {
    let edit: (() => void) | undefined;
    const hook: Hook = async (asked, forward) => {
      if (!isUpsert(asked) || !edit) return forward();
      edit();
      return CONFLICT;
    };
    const { deploy, sandbox } = await openWorld({ workbooks: { a: { dashboard: board("A") } }, proxy: hook });
    await deploy();
    edit = () =>
      sandbox.edit("a", (workbook) => {
        workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Mine" };
      });
    expect(outcomes(await deploy({ a: { dashboard: board("B") } }))).toEqual(["a stale stale"]);
    expect(sandbox.workbook("a")).toMatchObject({ dashboardDraft: { title: "Mine" } });
  });
});
