import { describe, expect, it } from "vitest";
import { openGate, type Permit } from "../../src/platform/http/gate.ts";
import { connectTo, describeApi, json, serve, workbook } from "./loopback.ts";

const description = describeApi({
  "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish": { post: [] },
});

async function enter(gate: ReturnType<typeof openGate>, count: number): Promise<Permit[]> {
  const permits = await Promise.all(Array.from({ length: count }, () => gate.enter([])));
  return permits.filter((permit) => permit !== undefined);
}

describe("the gate", () => {
  it("lets in as many as it may, and the next when one leaves, in order", async () => {
    const gate = openGate(2);
    const [first] = await enter(gate, 2);
    const order: string[] = [];
    const third = gate.enter([]).then(() => order.push("third"));
    const fourth = gate.enter([]).then(() => order.push("fourth"));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.leave("fine");
    await third;
    expect(order).toEqual(["third"]);
    void fourth;
  });

  it("halves once for a burst of 429s, and again for the next round", async () => {
    const gate = openGate(8);
    for (const permit of await enter(gate, 8)) permit.leave("slow-down");
    expect(gate.limit()).toBe(4);
    for (const permit of await enter(gate, 4)) permit.leave("slow-down");
    expect(gate.limit()).toBe(2);
    for (let round = 0; round < 5; round++)
      for (const permit of await enter(gate, 1)) permit.leave("slow-down");
    expect(gate.limit()).toBe(1);
  });

  it("grows back by one for each full round of good answers, not past where it began", async () => {
    const gate = openGate(4);
    for (const permit of await enter(gate, 4)) permit.leave("slow-down");
    const limits: number[] = [];
    for (let answers = 0; answers < 9; answers++) {
      for (const permit of await enter(gate, 1)) permit.leave("fine");
      limits.push(gate.limit());
    }
    expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4]);
  });

  it("lets go of who stops waiting", async () => {
    const gate = openGate(1);
    const [inside] = await enter(gate, 1);
    const controller = new AbortController();
    const waiting = gate.enter([controller.signal]);
    controller.abort();
    expect(await waiting).toBeUndefined();
    inside?.leave("fine");
    expect(await enter(gate, 1)).toHaveLength(1);
  });
});

it.each(["PUT", "POST"])(
  "a 429 to a %s lowers the number of requests in flight at the platform",
  async (method) => {
    let inFlight = 0;
    const peaks = { before: 0, after: 0 };
    const { url } = await serve(async (each, response, count) => {
      if (each.path.endsWith("/spec")) return json(response, 200, description);
      count -= 1;
      inFlight++;
      if (count <= 4) peaks.before = Math.max(peaks.before, inFlight);
      else peaks.after = Math.max(peaks.after, inFlight);
      // Holds the first four until all of them are here, so that the answers make one round.
      while (count <= 4 && peaks.before < 4) await new Promise(setImmediate);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      inFlight--;
      if (count <= 4) json(response, 429, {});
      else json(response, 200, workbook(count));
    });
    const { platform } = connectTo(url, { concurrency: 4 });
    await platform.capabilities();
    // A POST is not sent again by the platform room, so the next round is the caller's.
    const write = (id: number): Promise<unknown> =>
      method === "PUT"
        ? platform.upsertWorkbook(1, `w${id}`, {})
        : platform.publishWorkbook(1, id, {}).catch(() => platform.publishWorkbook(1, id, {}));
    await Promise.all([1, 2, 3, 4].map(write));
    expect(peaks.before).toBe(4);
    expect(peaks.after).toBeLessThan(4);
  },
);
