// Somebody gives a workbook another slug in the moment between the last read of an apply and its write: the write makes a second one.
import { describe, expect, it } from "vitest";
import { pickUp } from "../../src/apply/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type World } from "../support/world.ts";

const OLD = { stock: { dashboard: board("Old") } };
const NEW = { stock: { dashboard: board("New") } };

interface RaceOptions {
  /** What the files declare first, and then. */
  files?: [Record<string, JsonObject>, Record<string, JsonObject>];
}

/** Applies NEW over OLD; `slug` is what the workbook is called right before the write, undefined if it is deleted. */
async function race(slug: string | null | undefined, { files: [old, next] = [OLD, NEW] }: RaceOptions = {}) {
  let act: (() => Promise<void>) | undefined;
  const proxy: Hook = async (asked, forward) => {
    if (asked.method === "PUT") await act?.();
    return forward();
  };
  const world: World = await openWorld({ workbooks: old, proxy });
  await world.deploy();
  const first = world.sandbox.workbook("stock")?.id;
  const planned = await world.plan(next);
  act = async () => {
    act = undefined;
    if (slug === undefined) return world.platform.deleteWorkbook(1, first as number);
    world.sandbox.edit("stock", (workbook) => {
      workbook.slug = slug;
    });
  };
  return { ...world, first, outcome: await world.apply(planned) };
}

describe("a workbook that is renamed right before it is written", () => {
  it("is told with both, at once and by every later plan, until one of them goes", async () => {
    const { outcome, first, sandbox, run, ok, planned, plan } = await race("stock-2026");
    const second = sandbox.workbook("stock")?.id;
    expect(outcomes(outcome)).toEqual(["stock failed renamed-meanwhile"]);
    expect(outcome.results[0]?.error?.message).toBe(
      `stock was given the slug stock-2026 on the platform while it was being written, and the write made a second workbook, ${second}`,
    );
    expect(sandbox.workbook("stock-2026")?.id).toBe(first);

    const told = async (...flags: string[]) =>
      (await planned(...flags)).diagnostics.map(({ rule, slug, message }) => [rule, slug, message]);
    const finding = [
      "double-stamp",
      "stock",
      `the workbooks ${first} and ${second} both were applied as stock, and the older one is live as stock-2026: renamed in the UI?`,
    ];
    expect(await told()).toEqual([finding]);
    expect(await told("--prune")).toEqual([finding]);
    expect((await run("plan")).stdout).toContain("boardwright disown stock-2026");
    await ok("disown", "stock-2026", "--yes");
    expect(await told()).toEqual([]);
    expect((await plan()).changes).toEqual([]);
  });

  it("is told, too, if it has no slug any more", async () => {
    const { outcome, first, plan, sandbox } = await race(null);
    expect(outcomes(outcome)).toEqual(["stock failed renamed-meanwhile"]);
    const { message, details } = outcome.results[0]?.error ?? {};
    const second = sandbox.workbook("stock")?.id;
    expect(message).toMatch(/^stock lost its slug on the platform while it was being written/);
    expect(details?.join("\n")).toContain(
      `Delete ${second} on the platform, and give ${first} the slug stock back`,
    );
    expect((await plan()).diagnostics).toMatchObject([
      { rule: "double-stamp", message: expect.stringContaining(`${first} and `) },
    ]);
  });

  it("is none of the copies that people make: a copy is younger", async () => {
    const { deploy, sandbox, platform, plan } = await openWorld({ workbooks: OLD });
    await deploy();
    await platform.upsertWorkbook(1, "copy", { name: "Copy", meta: sandbox.workbook("stock")?.meta ?? {} });
    expect((await plan()).diagnostics).toEqual([]);
  });
});

describe("what is told of the workbook that the write made", () => {
  const REST =
    "Its links, publication and access rights are those of a new workbook, or of whoever made it in that moment.";
  const LACKS = "`boardwright plan` shows what it lacks, and `boardwright apply --allow drift` brings that.";
  const told = async (slug: string | undefined, options?: RaceOptions) => {
    const { outcome, sandbox, first } = await race(slug, options);
    const { code, message, details = [] } = outcome.results[0]?.error ?? {};
    return { code, message, details, second: sandbox.workbook("stock")?.id, first };
  };

  it("where the old one is gone: that it exists again, and which draft it has", async () => {
    const { code, message, details, second } = await told(undefined);
    expect([code, message]).toEqual([
      "recreated",
      `stock was deleted on the platform while it was being written, and exists again with the id ${second}`,
    ]);
    expect(details).toEqual([REST, LACKS]);
  });

  it("where it was renamed: that there are two, and what to do with them", async () => {
    const { code, details, second, first } = await told("stock-2026");
    expect(code).toBe("renamed-meanwhile");
    expect(details).toEqual([
      REST,
      LACKS,
      `Delete ${second} on the platform, and give ${first} the slug stock back or rename it in Git too; or keep both. Until then, plans name them.`,
    ]);
  });
});

describe("a workbook that is renamed after the plan was applied to it", () => {
  it("is told by the plan, which is used again, as one that it was applied to", async () => {
    const { deploy, plan, apply, sandbox, platform } = await openWorld({ workbooks: OLD });
    await deploy();
    const made = await plan(NEW);
    await apply(made);
    sandbox.edit("stock", (workbook) => Object.assign(workbook, { slug: "stock-2026" }));
    const { id, updatedAt } = sandbox.workbook("stock-2026")!;
    expect((await pickUp(made, { platform, ignored: [], declaredFolders: {} })).moved).toEqual([
      {
        reason: `stock: this plan was applied to the workbook ${id}, which was then changed at ${updatedAt}`,
      },
    ]);
  });
});
