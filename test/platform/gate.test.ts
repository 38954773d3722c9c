import { describe, expect, it } from "vitest";
import { openGate, type Permit } from "../../src/platform/http/gate.ts";
import { connectTo, describeApi, json, serve, workbook } from "../support/loopback.ts";

const description = describeApi({
  "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish": { post: [] },
});

async function enter(gate: ReturnType<typeof openGate>, count: number): Promise<Permit[]> {
  const permits = await Promise.all(Array.from({ length: count }, () => gate.enter([])));
  return permits.filter((permit) => permit !== undefined);
}

describe("the gate", () => {
  it("lets in as many as it may, and the next when one leaves, in order", async () => {
    const gate = openGate({ first: 2 });
    const [first] = await enter(gate, 2);
    const order: string[] = [];
    const third = gate.enter([]).then(() => order.push("third"));
    const fourth = gate.enter([]).then(() => order.push("fourth"));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.leave({ answer: "fine", ms: 1 });
    await third;
    expect(order).toEqual(["third"]);
    void fourth;
  });

  it("halves once for a burst of 429s, and again for the next round", async () => {
    const gate = openGate({ first: 8 });
    for (const permit of await enter(gate, 8)) permit.leave({ answer: "slow-down", ms: 1 });
    expect(gate.limit()).toBe(4);
    for (const permit of await enter(gate, 4)) permit.leave({ answer: "slow-down", ms: 1 });
    expect(gate.limit()).toBe(2);
    for (let round = 0; round < 5; round++)
      for (const permit of await enter(gate, 1)) permit.leave({ answer: "slow-down", ms: 1 });
    expect(gate.limit()).toBe(1);
  });

  it("grows back by one for each full round of good answers, not past where it began", async () => {
    const gate = openGate({ first: 4 });
    for (const permit of await enter(gate, 4)) permit.leave({ answer: "slow-down", ms: 1 });
    const limits: number[] = [];
    for (let answers = 0; answers < 9; answers++) {
      for (const permit of await enter(gate, 1)) permit.leave({ answer: "fine", ms: 1 });
      limits.push(gate.limit());
    }
    expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4]);
  });

  async function rounds(gate: ReturnType<typeof openGate>, count: number, ms: (limit: number) => number) {
    const limits: number[] = [];
    for (let round = 0; round < count; round++) {
      const limit = gate.limit();
      // The first answer of the next round comes while the gate is full again.
      for (let answer = 0; answer < limit; answer++) {
        const inside = await enter(gate, limit);
        for (const [at, permit] of inside.entries())
          permit.leave({ answer: at === 0 ? "fine" : "other", ms: ms(limit) });
      }
      limits.push(gate.limit());
    }
    return limits;
  }

  it("goes on beyond its first number while more are answered as quickly as fewer", async () => {
    const gate = openGate({ first: 8, most: 32 });
    expect(await rounds(gate, 8, () => 50)).toEqual([10, 13, 17, 22, 28, 32, 32, 32]);
    expect(gate.peak()).toBe(32);
  });

  it("takes one step back for good when answers to more take longer", async () => {
    const gate = openGate({ first: 8, most: 32 });
    expect(await rounds(gate, 6, (limit) => (limit > 13 ? 70 : 50))).toEqual([10, 13, 17, 13, 13, 13]);
    expect(gate.peak()).toBe(17);
  });

  it("never goes beyond its first number after a 429", async () => {
    const gate = openGate({ first: 8, most: 32 });
    for (const permit of await enter(gate, 8)) permit.leave({ answer: "slow-down", ms: 5 });
    expect(await rounds(gate, 6, () => 50)).toEqual([5, 6, 7, 8, 8, 8]);
  });

  it("does not grow where nobody waits", async () => {
    const gate = openGate({ first: 8, most: 32 });
    for (let answers = 0; answers < 100; answers++)
      for (const permit of await enter(gate, 7)) permit.leave({ answer: "fine", ms: 50 });
    expect(gate.limit()).toBe(8);
  });

  it("lets go of who stops waiting", async () => {
    const gate = openGate({ first: 1 });
    const [inside] = await enter(gate, 1);
    const controller = new AbortController();
    const waiting = gate.enter([controller.signal]);
    controller.abort();
    expect(await waiting).toBeUndefined();
    inside?.leave({ answer: "fine", ms: 1 });
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

it("with `auto` there are more than 8 in flight at a platform that keeps answering, and 32 at most", async () => {
  let inFlight = 0;
  let most = 0;
  let left = 600;
  const { url } = await serve(async (each, response, count) => {
    if (each.path.endsWith("/spec")) return json(response, 200, description);
    most = Math.max(most, ++inFlight);
    // Answers once all have arrived that may be in flight by now, so that a slow machine sees as many as a quick one.
    while (inFlight < Math.min(platform.pace().inFlight, left)) await new Promise(setImmediate);
    inFlight--;
    left--;
    json(response, 200, workbook(count));
  });
  // The clock of these tests stands still, so each answer is as quick as the one before.
  const { platform } = connectTo(url, { concurrency: "auto" });
  await Promise.all(Array.from({ length: left }, (_, id) => platform.upsertWorkbook(1, `w${id}`, {})));
  expect(platform.pace()).toEqual({ inFlight: 32, most: 32 });
  expect(most).toBe(32);
});
