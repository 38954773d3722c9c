// What a prune would throw away besides what was applied: the plan says of a report, too, that somebody edited it outside Git.
import { describe, expect, it } from "vitest";
import type { Change, Plan } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Quirk } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { board, openWorld } from "../support/world.ts";

const ONE = { one: { name: "One", dashboard: board("One") } };
const R1 = { name: "R1", workbook: "one", query: { measures: ["orders.count"], limit: 5 } };
const LOST = "and with it edits made outside Git since the last apply";

async function open(quirks: Quirk[] = []) {
  const place = await openWorld({
    workbooks: ONE,
    reports: { r1: R1, r2: { ...R1, name: "R2" } },
    sandbox: { quirks },
  });
  const { cwd, env, sandbox } = place;
  await place.ok("apply", "--yes");
  const base = `${sandbox.url}/api/v1/deployments/1/reports`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const { items } = (await (await fetch(base, { headers })).json()) as { items: WireReport[] };
  return {
    ...place,
    async edit(fields: object) {
      const { publicId } = items.find(({ name }) => name === "R1") as WireReport;
      const url = `${base}/by-public-id/${publicId}`;
      expect((await fetch(url, { method: "PUT", headers, body: JSON.stringify(fields) })).status).toBe(200);
    },
    async pruned(...flags: string[]): Promise<Change[]> {
      const { stdout } = await boardwright(["plan", "--prune", "--json", ...flags], { cwd, env });
      return (JSON.parse(stdout) as Plan).changes.filter(({ kind }) => kind === "report");
    },
  };
}

const told = (changes: Change[]) =>
  changes.map(({ key, origin, hazards }) => `${key} ${origin} ${hazards[0]?.message.includes(LOST)}`);

describe("a report that a prune would delete", () => {
  it.each<[string, object]>([
    ["its query", { jsonQuery: '{"measures":["orders.count"],"limit":777}' }],
    ["its name", { name: "Mine" }],
  ])("is told with its edits: %s", async (_, fields) => {
    const place = await open();
    place.declare({ workbooks: ONE });
    expect(told(await place.pruned())).toEqual(["r1 git false", "r2 git false"]);
    await place.edit(fields);
    expect(told(await place.pruned())).toEqual(["r1 both true", "r2 git false"]);
  });

  it("is told so, too, if its key is declared with another publicId", async () => {
    const place = await open();
    place.declare({ workbooks: ONE, reports: { r1: { ...R1, publicId: "AbCdEfGhIjKl" } } });
    await place.edit({ jsonQuery: '{"measures":["orders.sum"]}' });
    const deleted = (await place.pruned()).filter(({ action }) => action === "delete");
    expect(told(deleted)).toEqual(["r1 both true", "r2 git false"]);
  });

  it.each<[Quirk[]]>([[["fills-defaults", "trims-strings"]], [["lists-without-meta"]], [["sorts-keys"]]])(
    "is not called edited for what the platform made of it: %s",
    async (quirks) => {
      const place = await open(quirks);
      place.declare({ workbooks: ONE });
      expect(told(await place.pruned())).toEqual(["r1 git false", "r2 git false"]);
    },
  );
});
