// Platforms that do what no document forbids: list only the root, delete in between.
import { describe, expect, it } from "vitest";
import { isObject, type JsonObject, readStamp } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

describe("a stamp of another kind under a slug that is adopted", () => {
  it.each(["shallow", "deep"] as const)("leaves nothing behind where meta is merged %s", async (merge) => {
    const preview = { name: "pr-1", branch: "b", wasOn: false };
    const stamp = { v: 2, project: "acme", of: "1/a", digest: "sha256:0", base: "", preview };
    const seed = { workbooks: [{ slug: "a", name: "Old", meta: { boardwright: stamp } }] };
    const { deploy, actions, sandbox } = await openWorld({
      workbooks: { a: { name: "A", dashboard: board("A") } },
      sandbox: { merge, seed },
    });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(readStamp(sandbox.workbook("a")?.meta)?.preview).toBeUndefined();
    expect(await actions()).toEqual([]);
  });
});

describe("a list that shows the root only", () => {
  /** Without `folderId` it leaves out what lies in a folder. */
  const rootOnly: Hook = async (asked, forward) => {
    const answer = await forward();
    if (asked.method !== "GET" || !asked.path.endsWith("/workbooks") || !("body" in answer)) return answer;
    if (asked.query.has("folderId") || !isObject(answer.body)) return answer;
    const items = (answer.body.items as JsonObject[]).filter(({ folderId }) => folderId === null);
    return { ...answer, body: { ...answer.body, items, data: items, count: items.length } };
  };
  const seed = {
    folders: [{ id: 31, name: "Sales" }],
    workbooks: [{ slug: "a", name: "Theirs", folderId: 31, dashboardDraft: board("Theirs") }],
  };

  it("does not make a workbook in a folder look absent: it is adopted knowingly or not at all", async () => {
    const { plan } = await openWorld({
      workbooks: { a: { dashboard: board("Ours") } },
      proxy: rootOnly,
      sandbox: { seed },
    });
    const [change] = (await plan()).changes;
    expect(change?.action).toBe("update");
    expect(change?.hazards.map(({ code }) => code)).toEqual(["adopt"]);
  });

  it("costs nothing more where everything declared was found", async () => {
    const { deploy, plan, sandbox } = await openWorld({
      workbooks: { a: { dashboard: board("A") } },
      proxy: rootOnly,
    });
    await deploy();
    sandbox.requests.length = 0;
    expect((await plan()).changes).toEqual([]);
    expect(sandbox.requests.filter(({ path }) => path.includes("/folders"))).toEqual([]);
  });
});

describe("a workbook that is deleted between the second look and the write", () => {
  it("is made anew by the upsert, and that is said", async () => {
    let doomed: (() => Promise<unknown>) | undefined;
    const { deploy, sandbox } = await openWorld({
      workbooks: { a: { dashboard: board("A") } },
      proxy: async (asked, forward) => {
        if (asked.method === "PUT" && doomed) {
          await doomed();
          doomed = undefined;
        }
        return forward();
      },
    });
    await deploy();
    const { id } = sandbox.workbook("a") ?? {};
    doomed = () =>
      fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/${id}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${sandbox.apiKey}` },
      });
    const { results } = await deploy({ a: { dashboard: board("A, changed") } });
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([["failed", "recreated"]]);
    const { message, details } = results[0]?.error ?? {};
    const now = sandbox.workbook("a");
    expect(message).toMatch(new RegExp(`^a was deleted .* exists again with the id ${now?.id}$`));
    expect(details?.join("\n")).toMatch(/^Its links, publication and access rights/);
    expect(now).toMatchObject({ dashboardDraft: { title: "A, changed" } });
  });
});
