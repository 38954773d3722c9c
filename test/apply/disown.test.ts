// Letting go of a live workbook or report: only what is still ours, after a backup, and only if the stamp is gone afterwards.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { disown, hasStamp, stampedProject } from "../../src/apply/index.ts";
import { type Change, isObject, type JsonObject, type Result } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, type WorldOptions } from "../support/world.ts";

const FILES = {
  workbooks: { a: { name: "A", meta: { team: "finance" }, dashboard: board("A") } },
  reports: {
    r: { name: "R", workbook: "a", meta: { kind: "table" }, query: { measures: ["orders.count"] } },
  },
};
const STAMP = "boardwright";
const isWrite = ({ method, path }: Asked) => method === "PUT" && path.includes("/by-");
const isTakingOff = (asked: Asked) =>
  isWrite(asked) && isObject(asked.body?.meta) && asked.body.meta[STAMP] === null;

async function open(more: Partial<WorldOptions> = {}) {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(FILES) }, ...more });
  const { sandbox, platform, cwd } = world;
  await world.deploy();
  const report = async (): Promise<WireReport> => {
    for await (const [first] of platform.listReports(1)) return first as WireReport;
    throw new Error("there is no report");
  };
  const { publicId, id } = await report();
  const changes: Record<"workbook" | "report", Change> = {
    workbook: { kind: "workbook", key: "a", action: "update", id: sandbox.workbook("a")?.id ?? 0 } as Change,
    report: { kind: "report", key: "r", action: "update", id, publicId } as Change,
  };
  const stamp = async (kind: "workbook" | "report", stamp: JsonObject | null) => {
    if (kind === "report")
      await platform.upsertReport(1, publicId, { meta: { kind: "table", [STAMP]: stamp } });
    else await platform.upsertWorkbook(1, "a", { meta: { [STAMP]: stamp } });
  };
  const meta = async (kind: "workbook" | "report") =>
    kind === "report" ? (await report()).meta : sandbox.workbook("a")?.meta;
  sandbox.requests.length = 0;
  const backups = `${cwd}/backups/disown`;
  return {
    ...world,
    changes,
    stamp,
    meta,
    read: (file: string) => JSON.parse(readFileSync(`${backups}/${file}`, "utf8")),
    letGo: async (kind: "workbook" | "report", to: Partial<Change> = {}): Promise<Result> =>
      disown(await world.context(backups), { ...changes[kind], ...to }),
  };
}

const KINDS = ["workbook", "report"] as const;

describe.each(KINDS)("a %s that is let go", (kind) => {
  const file = kind === "workbook" ? "a.json" : "report%3Ar.json";
  const others = kind === "workbook" ? { team: "finance" } : { kind: "table" };

  it.each(["shallow", "deep"] as const)(
    "loses its stamp and nothing else, after a backup (%s)",
    async (merge) => {
      const { letGo, meta, read, writes, stamp } = await open({ sandbox: { merge } });
      expect(await letGo(kind)).toMatchObject({ status: "applied", attempts: 1 });
      expect(await meta(kind)).toMatchObject({ ...others, [STAMP]: null });
      expect(read(file).meta[STAMP]).toMatchObject({ project: "acme" });
      expect(await letGo(kind)).toMatchObject({ status: "applied", attempts: 0 });
      expect(writes()).toHaveLength(1);
      // A stamp of which only the project can be read is ours as well.
      await stamp(kind, { project: "acme" });
      expect(await letGo(kind)).toMatchObject({ status: "applied", attempts: 1 });
    },
  );

  it.each<[string, JsonObject]>([
    ["another project took over", { v: 2, project: "other", of: "1/a", digest: "sha256:0", base: "" }],
    ["has a stamp of nobody known", { digest: 7 }],
  ])("is kept as it is where %s", async (_, theirs) => {
    const { letGo, stamp, writes, sandbox } = await open();
    await stamp(kind, theirs);
    sandbox.requests.length = 0;
    const result = await letGo(kind);
    expect(result).toMatchObject({ status: "stale", attempts: 0 });
    expect(result.error?.message).toMatch(kind === "workbook" ? /^a was/ : /^the report r was/);
    expect(writes()).toEqual([]);
  });

  it("is stale where it is gone, and where its id belongs to something else by now", async () => {
    const { letGo, writes } = await open();
    expect(await letGo(kind, { id: 999 })).toMatchObject({ status: "stale" });
    expect(await letGo(kind, { key: "b", publicId: "zzzzzzzzzzzz" })).toMatchObject({ status: "stale" });
    expect(writes()).toEqual([]);
  });

  it("fails where the platform keeps the stamp, whether its answer shows it or leaves meta out", async () => {
    let isMute = false;
    const proxy: Hook = async (asked, forward) => {
      if (!isTakingOff(asked)) return forward();
      const answer = await forward({ name: "R" });
      if (!isMute || !("body" in answer) || !isObject(answer.body)) return answer;
      const { meta: _, ...body } = answer.body;
      return { ...answer, body };
    };
    const { letGo } = await open({ proxy });
    for (isMute of [false, true]) {
      const result = await letGo(kind);
      expect(result).toMatchObject({ status: "failed", attempts: 1, error: { code: "did-not-converge" } });
      expect(result.error?.details?.join()).toContain("meta.boardwright");
    }
  });

  it("is let go though the answer leaves meta out", async () => {
    const proxy: Hook = async (asked, forward) => {
      const answer = await forward();
      if (!isTakingOff(asked) || !("body" in answer) || !isObject(answer.body)) return answer;
      const { meta: _, ...body } = answer.body;
      return { ...answer, body };
    };
    const { letGo } = await open({ proxy });
    expect(await letGo(kind)).toMatchObject({ status: "applied", attempts: 1 });
  });

  it.each([true, false])("after a conflict is tried again, if it is still there: %s", async (isThere) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    let conflicts = 0;
    const proxy: Hook = async (asked, forward) => {
      if (!isTakingOff(asked) || conflicts++ > 0) return forward();
      await meanwhile?.();
      return { status: 409, body: { error: "Meanwhile", code: "upsert_branch_changed" } };
    };
    const { letGo, platform, changes } = await open({ proxy });
    const id = changes[kind].id ?? 0;
    const remove = () => (kind === "report" ? platform.deleteReport(1, id) : platform.deleteWorkbook(1, id));
    if (!isThere) meanwhile = remove;
    const end = isThere ? { status: "applied", attempts: 2 } : { status: "stale", attempts: 1 };
    expect(await letGo(kind)).toMatchObject(end);
  });

  it("is not touched where its backup cannot be written", async () => {
    const { cwd, context, changes, writes } = await open();
    const blocked = `${cwd}/boardwright.yaml/run`;
    const result = await disown(await context(blocked), changes[kind]);
    expect(result).toMatchObject({ status: "failed", attempts: 0, error: { code: "backup-failed" } });
    expect(writes()).toEqual([]);
  });
});

describe("a workbook that is deleted in the moment before its stamp is taken off", () => {
  it("is made anew by the upsert, which is said with the id of the empty one", async () => {
    let remove: (() => Promise<unknown>) | undefined;
    const proxy: Hook = async (asked, forward) => {
      if (isTakingOff(asked)) await remove?.();
      return forward();
    };
    const { letGo, platform, changes, sandbox } = await open({ proxy });
    remove = () => platform.deleteWorkbook(1, changes.workbook.id ?? 0);
    const { status, error } = await letGo("workbook");
    expect([status, error?.code]).toEqual(["failed", "recreated"]);
    expect(error?.message).toContain(`id ${sandbox.workbook("a")?.id}`);
    expect(error?.details?.join()).toContain("Delete that one");
  });

  it("is somebody's who gave it the slug: nobody is told to delete that one", async () => {
    let take: (() => Promise<unknown>) | undefined;
    const proxy: Hook = async (asked, forward) => {
      if (isTakingOff(asked)) await take?.();
      return forward();
    };
    const { letGo, platform, changes, sandbox } = await open({ proxy });
    await platform.upsertWorkbook(1, "anna", { name: "Anna", meta: { dashboardDraft: { title: "Hers" } } });
    take = async () => {
      await platform.deleteWorkbook(1, changes.workbook.id ?? 0);
      sandbox.edit("anna", (workbook) => Object.assign(workbook, { slug: "a" }));
    };
    const { error } = await letGo("workbook");
    expect(error?.code).toBe("taken-meanwhile");
    expect(error?.details?.join()).not.toContain("Delete");
    expect(sandbox.workbook("a")).toMatchObject({ name: "Anna", dashboardDraft: { title: "Hers" } });
  });
});

describe("what is at the place of a stamp", () => {
  it.each<[JsonObject | undefined, boolean, string | undefined]>([
    [undefined, false, undefined],
    [{}, false, undefined],
    [{ [STAMP]: null }, false, undefined],
    [{ [STAMP]: "text" }, true, undefined],
    [{ [STAMP]: { project: 7 } }, true, undefined],
    [{ [STAMP]: { project: "acme" } }, true, "acme"],
    [{ [STAMP]: { v: 2, project: "acme", of: "1/a", digest: "sha256:0", base: "" } }, true, "acme"],
  ])("of %j is one: %s, of %s", (meta, has, project) => {
    expect([hasStamp(meta), stampedProject(meta)]).toEqual([has, project]);
  });
});
