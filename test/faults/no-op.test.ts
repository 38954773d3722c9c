// An apply that has nothing to do: GET requests only, and no more of them than paging needs, plus one for each item without a draft.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { type Harness, openHarness } from "../apply/harness.ts";

const COUNT = 1000;
const PAGE = /\/workbooks\?/;
const ONE = /\/workbooks\/\d+$/;

const workbooks = Object.fromEntries(
  Array.from({ length: COUNT }, (_, index): [string, JsonObject] => [
    `w${String(index).padStart(4, "0")}`,
    { name: `W ${index}`, publish: index % 2 === 0, dashboard: { title: `W ${index}` } },
  ]),
);
/** Not in any file: nobody asks for their drafts. */
const others = Array.from({ length: 50 }, (_, index) => ({ slug: `x${index}`, name: `X ${index}` }));

describe.each<[string, SandboxOptions, number]>([
  ["with drafts", {}, 0],
  ["without drafts", { seed: { listDrafts: false, workbooks: others } }, COUNT],
])("a no-op apply of 1,000 workbooks, from a list %s", (_name, sandbox, reads) => {
  it("sends GET requests only, and no more than it needs", async () => {
    const harness = await openHarness({ workbooks, sandbox });
    expect((await harness.run()).summary).toMatchObject({ created: COUNT, failed: 0 });
    const pages = await pagesOf(harness);
    harness.sandbox.requests.length = 0;
    expect((await harness.run()).summary).toMatchObject({ unchanged: COUNT, created: 0, updated: 0 });
    const { requests } = harness.sandbox;
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(requests.filter(({ path }) => PAGE.test(path))).toHaveLength(pages);
    expect(requests.filter(({ path }) => ONE.test(path))).toHaveLength(reads);
    expect(requests).toHaveLength(pages + reads);
  });
});

/** How many pages the whole list has, at the size that the client asks for. */
async function pagesOf({ sandbox, platform }: Harness): Promise<number> {
  sandbox.requests.length = 0;
  let items = 0;
  for await (const page of platform.listWorkbooks(1)) items += page.length;
  const pages = sandbox.requests.length;
  const size = Number(new URLSearchParams(sandbox.requests[0]?.path.split("?")[1]).get("first"));
  expect(pages).toBe(Math.max(1, Math.ceil(items / size)));
  return pages;
}
