// How long a chart waits. The clock is the test's.
import { expect, it } from "vitest";
import type { ProjectContext } from "../../src/project/context.ts";
import { openRows } from "../../src/serve/studio/rows.ts";
import { connectTo, describeApi, json, serve } from "../support/loopback.ts";

const TOKENS = "/api/v1/deployments/{d}/environments/{e}/tokens";

it("a chart waits for a minute in all, and a wait that nobody asked about for a while begins anew", async () => {
  const { url, seen } = await serve(({ path }, response) => {
    if (path === "/api/v1/spec") return json(response, 200, describeApi({ [TOKENS]: { post: [] } }));
    if (path.endsWith("/environments"))
      return json(response, 200, {
        items: [{ id: "7", type: "production", api_credentials: [{ type: "rest", url: `${url}/data` }] }],
      });
    if (path.endsWith("/tokens"))
      return json(response, 200, {
        data: { token: "a.b.c", expires_at: new Date(now + 3_600_000).toISOString() },
      });
    return json(response, 200, { error: "Continue wait" });
  });
  let now = 1_000_000;
  const { platform } = connectTo(url);
  const context = { target: { deployment: 1 }, connect: async () => platform } as unknown as ProjectContext;
  const rows = openRows({ connecting: (use) => use(context), now: () => now });
  const ask = () => rows.read({ name: "q", query: { measures: ["a.b"] } }, new AbortController().signal);
  const told: string[] = [];
  for (let at = 0; at <= 60; at += 5) {
    told.push((await ask()).status);
    now += 5000;
  }
  expect(told).toEqual([...Array.from({ length: 12 }, () => "waiting"), "failed"]);
  expect((await ask()).status).toBe("waiting");
  now += 59_000;
  expect((await ask()).status).toBe("waiting");
  now += 3_600_000;
  await ask();
  // One for an hour, and another one after it.
  expect(seen.filter(({ path }) => path.endsWith("/tokens"))).toHaveLength(2);
});
