// A copy that the UI makes of a managed workbook takes its meta along, stamp included. It is nobody's, and stays so.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, readStamp } from "../../src/model/index.ts";
import { board, openWorld, type World } from "../support/world.ts";

const workbooks = { a: { name: "A", publish: true, meta: { team: "x" }, dashboard: board("A") } };

describe("a copy of a managed workbook", () => {
  it("is neither an orphan nor unchanged, whatever slug it gets", async () => {
    const world = await openWorld({ workbooks });
    await world.deploy();
    await copyOf(world, "a", "a-copy");
    const { changes, summary } = await world.plan();
    expect(changes).toEqual([]);
    expect(summary).toMatchObject({ unchanged: 1, orphaned: 0 });
  });

  it("that a file then names is adopted knowingly, or not at all", async () => {
    const world = await openWorld({ workbooks });
    await world.deploy();
    await copyOf(world, "a", "b");
    const [change] = (await world.plan({ ...workbooks, b: { name: "B", dashboard: board("B") } })).changes;
    expect(change).toMatchObject({
      key: "b",
      action: "update",
      origin: "unknown",
      hazards: [{ code: "adopt" }],
    });
    expect(change?.fields.map(({ origin }) => origin)).toEqual(change?.fields.map(() => "unknown"));
  });

  it("that is as declared gets a stamp of its own", async () => {
    const world = await openWorld({ workbooks });
    await world.deploy();
    await copyOf(world, "a", "b");
    const both = { ...workbooks, b: { ...workbooks.a, publish: false } };
    expect(await world.actions(both)).toEqual(["stamp b"]);
    expect((await world.deploy(both)).summary).toMatchObject({ stamped: 1, failed: 0 });
    const stamps = ["a", "b"].map((slug) => readStamp(world.sandbox.workbook(slug)?.meta as Json)?.of);
    expect(stamps).toEqual(["1/a", "1/b"]);
    expect(await world.actions(both)).toEqual([]);
  });

  it("in another deployment is nobody's there, also under the same slug", async () => {
    const seed = {
      deployments: [
        { id: 1, name: "one" },
        { id: 2, name: "two" },
      ],
    };
    const world = await openWorld({ workbooks, sandbox: { seed } });
    await world.deploy();
    // Deployment 2 has what was copied from 1; seen from 1 nothing changed.
    await copyOf(world, "a", "a", 2);
    expect(await world.actions()).toEqual([]);
    const live = world.sandbox.workbook("a", 2)?.meta as JsonObject;
    expect((live.boardwright as JsonObject).of).toBe("1/a");
  });
});

/** What the UI does: the same meta, draft and name under another slug. */
async function copyOf({ sandbox }: World, slug: string, as: string, deployment = 1): Promise<void> {
  const { name, meta, dashboardDraft } = sandbox.workbook(slug) as unknown as JsonObject;
  const url = `${sandbox.url}/api/v1/deployments/${deployment}/workbooks/by-slug/${as}`;
  const answer = await fetch(url, {
    method: "PUT",
    headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name, meta: { ...(meta as JsonObject), dashboardDraft } }),
  });
  expect(answer.status).toBe(200);
}
