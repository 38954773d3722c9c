// Contract 5 and 6: whose a difference is, and what stands against writing.
import { describe, expect, it } from "vitest";
import {
  type Change,
  type JsonObject,
  readStamp,
  type Stamp,
  stampToJson,
  valueAt,
} from "../../src/model/index.ts";
import { baseOf, type LiveWorkbook } from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { afterUpsert, liveWorkbook, planOf } from "./support.ts";

const widget = (id: string, x: number, config: JsonObject = {}) => ({
  id,
  type: "CHART",
  position: { x, y: 0, w: 4, h: 4 },
  config,
});
const board = (...widgets: JsonObject[]): JsonObject => ({ title: "Revenue", widgets });
const FILES = { name: "Revenue", dashboard: board(widget("a", 0), widget("b", 4)) };

/** The workbook as the project applied it last. */
function applied(entry: JsonObject = FILES): LiveWorkbook {
  const create = planOf({ entries: { rev: entry }, live: [] }).changes.at(-1);
  return afterUpsert("rev", create?.request as JsonObject);
}

function only(entry: JsonObject, live: LiveWorkbook, more: { project?: string } = {}): Change | undefined {
  return planOf({ entries: { rev: entry }, live: [live], ...more }).changes.at(-1);
}

const origins = (change: Change | undefined) =>
  Object.fromEntries((change?.fields ?? []).map((f) => [f.path, f.origin]));
const hazards = (change: Change | undefined) => (change?.hazards ?? []).map(({ code }) => code);

describe("origin", () => {
  it("is git where only the files moved", () => {
    const change = only({ ...FILES, dashboard: board(widget("a", 2), widget("b", 4)) }, applied());
    expect(origins(change)).toEqual({ "dashboard.widgets[a].position.x": "git" });
    expect(change?.origin).toBe("git");
    expect(hazards(change)).toEqual([]);
  });

  it("is live where only the UI moved: drift", () => {
    const live = { ...applied(), draft: board(widget("a", 2), widget("b", 4)) };
    const change = only(FILES, live);
    expect(origins(change)).toEqual({ "dashboard.widgets[a].position.x": "live" });
    expect(hazards(change)).toEqual(["drift"]);
  });

  it("tells two people apart who edited different fields of one widget", () => {
    const live = { ...applied(), draft: board(widget("a", 2), widget("b", 4)) };
    const change = only(
      { ...FILES, dashboard: board(widget("a", 0, { title: "Net" }), widget("b", 4)) },
      live,
    );
    expect(origins(change)).toEqual({
      "dashboard.widgets[a].config.title": "git",
      "dashboard.widgets[a].position.x": "live",
    });
    expect(hazards(change)).toEqual(["drift"]);
  });

  it("is both where one field moved on both sides: conflict, which shows the base", () => {
    const live = { ...applied(), draft: board(widget("a", 2), widget("b", 4)) };
    const change = only({ ...FILES, dashboard: board(widget("a", 3), widget("b", 4)) }, live);
    expect(change?.fields).toEqual([
      {
        path: "dashboard.widgets[a].position.x",
        change: "changed",
        before: 2,
        after: 3,
        base: 0,
        origin: "both",
      },
    ]);
    expect(hazards(change)).toEqual(["conflict"]);
  });

  it("tells two people apart who edited different widgets", () => {
    const live = { ...applied(), draft: board(widget("a", 2), widget("b", 4)) };
    const change = only({ ...FILES, dashboard: board(widget("a", 0), widget("b", 6)) }, live);
    expect(origins(change)).toEqual({
      "dashboard.widgets[a].position.x": "live",
      "dashboard.widgets[b].position.x": "git",
    });
    expect(change?.origin).toBe("both");
    expect(hazards(change)).toEqual(["drift"]);
  });

  it("sees a widget that was added in the UI as live, though no stamp lists it", () => {
    const live = { ...applied(), draft: board(widget("a", 0), widget("b", 4), widget("c", 8)) };
    expect(origins(only(FILES, live))).toEqual({ "dashboard.widgets[c]": "live" });
  });

  it("is git where the files name by its id a folder that they named by its path, or the reverse", () => {
    const at = (folderId: number, ...folderPath: string[]) => ({ folderId, folderPath });
    const byPath = { ...applied({ ...FILES, folder: "Finance" }), ...at(31, "Finance") };
    const byId = { ...applied({ ...FILES, folderId: 31 }), ...at(31, "Finance") };
    const moved = (live: LiveWorkbook) => ({ ...live, ...at(32, "Moved") });
    const field = (entry: JsonObject, live: LiveWorkbook) => only({ ...FILES, ...entry }, live)?.fields;
    const [before, then] = [["Finance"], ["Moved"]];
    expect(field({ folderId: 9 }, byPath)).toEqual([
      { path: "folder", change: "changed", before, after: { id: 9 }, origin: "git" },
    ]);
    expect(field({ folder: "/" }, byId)).toEqual([
      { path: "folder", change: "changed", before, after: [], origin: "git" },
    ]);
    expect(field({ folderId: 9 }, moved(byPath))).toMatchObject([
      { before: then, base: before, origin: "both" },
    ]);
    expect(field({ folder: "/" }, moved(byId))).toMatchObject([
      { before: then, base: { id: 31 }, origin: "both" },
    ]);
    // Where it is already, whatever the files call it.
    for (const live of [byPath, byId]) {
      expect(
        only({ ...FILES, folder: "Finance", name: "New" }, live)?.fields.map(({ path }) => path),
      ).toEqual(["name"]);
      expect(only({ ...FILES, folderId: 31, name: "New" }, live)?.fields.map(({ path }) => path)).toEqual([
        "name",
      ]);
      expect(
        only({ ...FILES, folder: "Finance" }, { ...moved(live), name: FILES.name })?.hazards,
      ).toMatchObject([{ code: live === byPath ? "drift" : "conflict" }]);
    }
  });

  it("is unknown for a part that the last apply did not manage", () => {
    const live = { ...applied(), meta: { ...applied().meta, team: "sales" } };
    const change = only({ ...FILES, meta: { team: "finance" } }, live);
    expect(origins(change)).toEqual({ "meta.team": "unknown" });
    expect(hazards(change)).toEqual(["adopt"]);
    const added = only({ ...FILES, meta: { team: "finance" } }, applied());
    expect(hazards(added)).toEqual([]);
  });

  it("is git for the first folder of a workbook that is still in the root, and unknown anywhere else", () => {
    const there = { ...applied(), folderId: null, folderPath: [] };
    const moved = { ...applied(), folderId: 31, folderPath: ["Finance"] };
    for (const entry of [{ folder: "Sales" }, { folderId: 9 }] as JsonObject[]) {
      const change = only({ ...FILES, ...entry }, there);
      expect(origins(change)).toEqual({ folder: "git" });
      expect(hazards(change)).toEqual([]);
      expect(origins(only({ ...FILES, ...entry }, moved))).toEqual({ folder: "unknown" });
      expect(hazards(only({ ...FILES, ...entry }, moved))).toEqual(["adopt"]);
      // Nobody's workbook, and one that was moved to the root, are overwritten only if somebody says so.
      expect(hazards(only({ ...FILES, ...entry }, { ...applied(), meta: {} }))).toEqual(["adopt"]);
      const left = { ...applied({ ...FILES, folder: "Finance" }), folderId: null, folderPath: [] };
      expect(hazards(only({ ...FILES, ...entry }, left))).toEqual(["conflict"]);
    }
  });
});

describe("what the platform filled in", () => {
  const layout = { cols: 12, rows: 4 };
  const filled = { ...FILES.dashboard, layout, theme: { dark: false }, description: "none" };
  const files = { ...FILES, dashboard: { ...FILES.dashboard, layout: { cols: 12 } } };
  const live = (): LiveWorkbook => {
    const stamp = readStamp(applied(files).meta) as Stamp;
    const base = encodeBase({ asked: files, answered: { ...files, dashboard: filled } });
    return { ...applied(files), meta: { boardwright: stampToJson({ ...stamp, base }) }, draft: filled };
  };
  const draftOf = (change: Change | undefined) => valueAt(change?.request, ["meta", "dashboardDraft"]);

  it("is no difference, and is sent along by a request that changes something else: it may be somebody's all the same", () => {
    expect(only(files, live())).toBeUndefined();
    const change = only({ ...files, dashboard: { ...files.dashboard, title: "New" } }, live());
    expect(origins(change)).toEqual({ "dashboard.title": "git" });
    expect(draftOf(change)).toEqual({ ...filled, title: "New" });
    expect(baseOf(readStamp(change?.request?.meta))?.answered).toEqual({
      ...files,
      dashboard: { ...filled, title: "New" },
    });
  });

  it("is put back where somebody edited it", () => {
    const change = only(files, {
      ...live(),
      draft: { ...filled, theme: { dark: true }, layout: { ...layout, mine: 1 } },
    });
    expect(origins(change)).toEqual({ "dashboard.layout.mine": "live", "dashboard.theme.dark": "live" });
    expect(hazards(change)).toEqual(["drift"]);
    expect(draftOf(change)).toEqual({
      ...filled,
      layout: { ...layout, mine: null },
    });
  });

  it("is known after a stamp, too", () => {
    const declares = { ...files, dashboard: { ...files.dashboard, description: "none" } };
    const change = only(declares, live());
    expect(change).toMatchObject({ action: "stamp", origin: "git", hazards: [], fields: [] });
    const stamped = { ...live(), meta: change?.request?.meta as JsonObject };
    expect(only(declares, stamped)).toBeUndefined();
    expect(only(files, stamped)?.fields).toMatchObject([{ path: "dashboard.description", origin: "git" }]);
  });
});

describe("the order of the widgets", () => {
  const ordered = (...ids: string[]) => ({ ...FILES, dashboard: board(...ids.map((id) => widget(id, 0))) });
  const liveAs = (...ids: string[]) => ({
    ...applied(ordered("a", "b", "c")),
    draft: ordered(...ids).dashboard,
  });

  it.each([
    [
      "Git moved one, and what the UI added in front was pulled",
      ["n", "b", "c", "a"],
      ["n", "a", "b", "c"],
      "git",
    ],
    [
      "Git moved one, and what the UI added behind it was pulled",
      ["b", "c", "a", "n"],
      ["a", "n", "b", "c"],
      "git",
    ],
    ["both added one, at two places", ["n", "a", "b", "c"], ["a", "b", "c", "n"], "both"],
    ["both added two, in another order", ["n", "m", "a", "b", "c"], ["m", "n", "a", "b", "c"], "both"],
    ["the UI moved one", ["a", "b", "c"], ["c", "a", "b"], "live"],
    ["both moved one alike", ["b", "a", "c"], ["b", "a", "c"], undefined],
    ["each moved one", ["b", "a", "c"], ["c", "a", "b"], "both"],
  ])("%s", (_, files, live, origin) => {
    const change = only(ordered(...files), liveAs(...live));
    expect(origins(change)["dashboard.widgets"]).toBe(origin);
  });
});

describe("ownership", () => {
  it("adopts nothing that differs without being allowed to", () => {
    const change = only(FILES, liveWorkbook("rev", { name: "Revenue", draft: board(widget("z", 0)) }));
    expect(change?.action).toBe("update");
    expect(hazards(change)).toEqual(["adopt"]);
    expect(change?.origin).toBe("unknown");
  });

  it("does not take a dashboard over that it did not manage until now", () => {
    const named = applied({ name: "Revenue" });
    const change = only(FILES, { ...named, draft: board(widget("theirs", 0)) });
    expect(hazards(change)).toEqual(["adopt"]);
    expect(hazards(only(FILES, named))).toEqual([]);
  });

  it("publishes nothing that no file declares", () => {
    const live = { ...applied({ name: "Revenue" }), draft: board(widget("theirs", 0)) };
    expect(only({ name: "Revenue", publish: true }, live)).toBeUndefined();
  });

  it("only stamps what is as declared already", () => {
    const change = only(FILES, liveWorkbook("rev", { name: "Revenue", draft: FILES.dashboard }));
    expect(change?.action).toBe("stamp");
    expect(hazards(change)).toEqual([]);
    expect(Object.keys(change?.request?.meta as object)).toEqual(["boardwright"]);
  });

  it("stamps again what both sides came to say", () => {
    const live = { ...applied(), name: "Sales" };
    expect(only({ ...FILES, name: "Sales" }, live)).toMatchObject({
      action: "stamp",
      origin: "git",
      fields: [],
    });
  });

  it("takes over nothing from another project, not even by a stamp", () => {
    const differs = only({ ...FILES, name: "Sales" }, applied(), { project: "other" });
    expect(hazards(differs)).toEqual(["takeover"]);
    expect(origins(differs)).toEqual({ name: "unknown" });
    const same = only(FILES, applied(), { project: "other" });
    expect([same?.action, same?.origin, ...hazards(same)]).toEqual(["stamp", "unknown", "takeover"]);
  });

  it("takes the stamp of a copy for none", () => {
    const copy = { ...applied(), slug: "rev-copy", id: 8 };
    const plan = planOf({ entries: { rev: FILES }, live: [applied(), copy] });
    expect(plan.changes).toEqual([]);
    const adopt = planOf({ entries: { "rev-copy": { ...FILES, name: "Copy" } }, live: [copy] });
    expect(hazards(adopt.changes[0])).toEqual(["adopt"]);
  });

  it("takes a stamp of an unknown version for none", () => {
    const live = applied();
    const stamp = { ...(live.meta.boardwright as JsonObject), v: 3 };
    const change = only({ ...FILES, name: "Sales" }, { ...live, meta: { boardwright: stamp } });
    expect(hazards(change)).toEqual(["adopt"]);
  });

  it("lists what is managed and no longer declared as orphaned, and nothing else", () => {
    const foreign = liveWorkbook("theirs", { id: 9 });
    const plan = planOf({ entries: {}, live: [applied(), foreign] });
    expect(plan.changes.map(({ key, action }) => [key, action])).toEqual([["rev", "orphaned"]]);
  });

  it("marks a plan that changes more of the managed workbooks than the limit", () => {
    const slugs = Array.from({ length: 10 }, (_, i) => `w${i}`);
    const entries = Object.fromEntries(slugs.map((slug) => [slug, FILES]));
    const live = planOf({ entries, live: [] }).changes.map((change, at) => ({
      ...afterUpsert(change.key, change.request as JsonObject),
      id: at + 1,
    }));
    const edited = (count: number) =>
      Object.fromEntries(slugs.map((slug, i) => [slug, i < count ? { ...FILES, name: "New" } : FILES]));
    const codes = (count: number) => planOf({ entries: edited(count), live }).changes.map(hazards);
    expect(codes(5)).toEqual(Array(5).fill([]));
    expect(codes(6)).toEqual(Array(6).fill(["mass-change"]));
    const few = planOf({ entries: { w0: { ...FILES, name: "New" } }, live: live.slice(0, 1) });
    expect(few.changes.map(hazards)).toEqual([[]]);
  });
});

describe("the stamp", () => {
  it("holds the state as applied, packed, and is the same again", () => {
    const [one, two] = [applied(), applied()];
    const stamp = readStamp(one.meta);
    expect(stamp?.of).toBe("1/rev");
    expect(stamp?.project).toBe("acme");
    expect(baseOf(stamp)).toEqual({ asked: FILES });
    expect(JSON.stringify(stamp)).not.toContain("Revenue");
    expect(readStamp(two.meta)).toEqual(stamp);
  });

  const withStamp = (live: LiveWorkbook, change: JsonObject): LiveWorkbook => ({
    ...live,
    meta: { boardwright: { ...(live.meta.boardwright as JsonObject), ...change } },
  });
  const UNREADABLE = { base: "bm90IGRlZmxhdGVk" };

  it("is taken at its digest if its base cannot be read: an edit on one side alone is that side's", () => {
    const live = withStamp(applied(), UNREADABLE);
    const inGit = only({ ...FILES, name: "Sales" }, live);
    expect([origins(inGit), hazards(inGit)]).toEqual([{ name: "git" }, []]);
    const inUi = only(FILES, { ...live, name: "Mine" });
    expect([origins(inUi), hazards(inUi)]).toEqual([{ name: "live" }, ["drift"]]);
    const onBoth = only({ ...FILES, name: "Sales" }, { ...live, name: "Mine" });
    expect([origins(onBoth), hazards(onBoth)]).toEqual([{ name: "unknown" }, ["adopt"]]);
  });

  it("is written again while nothing else moved", () => {
    const change = only(FILES, withStamp(applied(), UNREADABLE));
    expect(change).toMatchObject({ action: "stamp", origin: "git", hazards: [], fields: [], publish: false });
    expect(change).not.toHaveProperty("publication");
    expect(readStamp(change?.request?.meta)).toMatchObject({ digest: readStamp(applied().meta)?.digest });
    expect(baseOf(readStamp(change?.request?.meta))?.asked).toEqual(FILES);
  });

  it("is not believed if its base is not the state that its digest is of", () => {
    const live = { ...applied(), name: "Mine" };
    const forged = withStamp(live, { base: encodeBase({ asked: { ...FILES, name: "Mine" } }) });
    const change = only(FILES, forged);
    expect([origins(change), hazards(change)]).toEqual([{ name: "live" }, ["drift"]]);
  });
});

describe("what is never compared", () => {
  const ai = (runtime: JsonObject) => ({
    id: "ai",
    type: "AI",
    position: { x: 0, y: 0, w: 4, h: 4 },
    config: { prompt: "Why?", ...runtime },
  });

  it("is an AI widget's thread and checksum, which go back as they are live", () => {
    const entry = { dashboard: board(ai({})) };
    const live = { ...applied(entry), draft: board(ai({ threadId: "t1", checksum: "c1" })) };
    expect(planOf({ entries: { rev: entry }, live: [live] }).changes).toEqual([]);
    const change = only({ dashboard: { ...entry.dashboard, title: "New" } }, live);
    expect(change?.fields.map(({ path }) => path)).toEqual(["dashboard.title"]);
    const draft = (change?.request?.meta as JsonObject | undefined)?.dashboardDraft as JsonObject;
    expect(draft.widgets).toEqual([ai({ threadId: "t1", checksum: "c1" })]);
  });

  it("is what the project ignores, at every depth, also where nothing else stands beside it", () => {
    const ignore = ["dashboard.settings.lastViewedBy", "dashboard.widgets[*].config.debug"];
    const entry = { dashboard: board(widget("a", 0)) };
    const create = planOf({ entries: { rev: entry }, live: [], ignore }).changes[0];
    const before = afterUpsert("rev", create?.request as JsonObject);
    const draft = { ...board(widget("a", 0, { debug: { on: true } })), settings: { lastViewedBy: 7 } };
    const live = { ...before, draft };
    expect(planOf({ entries: { rev: entry }, live: [live], ignore }).changes).toEqual([]);
    const renamed = { dashboard: { ...entry.dashboard, title: "New" } };
    const request = planOf({ entries: { rev: renamed }, live: [live], ignore }).changes[0]
      ?.request as JsonObject;
    expect((request.meta as JsonObject).dashboardDraft).toEqual({ ...draft, title: "New" });
  });
});

describe("fields", () => {
  it("tell moved, resized and reordered apart", () => {
    const live = applied();
    const moved = only(
      {
        ...FILES,
        dashboard: board(widget("b", 4), { ...widget("a", 0), position: { x: 0, y: 0, w: 6, h: 4 } }),
      },
      live,
    );
    expect(moved?.fields.map(({ path, change }) => [path, change])).toEqual([
      ["dashboard.widgets", "reordered"],
      ["dashboard.widgets[a].position.w", "changed"],
    ]);
  });

  it("send what is live and not declared as null, so that a deep merge converges", () => {
    const live = {
      ...applied(),
      draft: { ...FILES.dashboard, settings: { refresh: 5 }, theme: { color: "red" } },
    };
    const request = only({ ...FILES, dashboard: { ...FILES.dashboard, theme: {} } }, live)
      ?.request as JsonObject;
    const draft = (request.meta as JsonObject).dashboardDraft as JsonObject;
    expect(draft.settings).toBeNull();
    expect(draft.theme).toEqual({ color: null });
  });

  it("send a folder only where the workbook has to move", () => {
    const entry = { folder: "Finance/Revenue", ...FILES };
    const folders = new Map([["Finance/Revenue", 31]]);
    const inPlace = liveWorkbook("rev", {
      name: "Old",
      folderId: 31,
      folderPath: ["Finance", "Revenue"],
      draft: FILES.dashboard,
    });
    const there = planOf({ entries: { rev: entry }, live: [inPlace], folders }).changes[0];
    expect(there?.request).not.toHaveProperty("folderId");
    const elsewhere = { ...inPlace, folderId: 9, folderPath: ["Old"] };
    const moved = planOf({ entries: { rev: entry }, live: [elsewhere], folders }).changes[0];
    expect(moved?.request?.folderId).toBe(31);
  });

  it("read every form of a folder", () => {
    const folderOf = (entry: JsonObject) =>
      planOf({ entries: { rev: entry }, live: [] }).changes.at(-1)?.folder;
    expect(folderOf({ folder: "/A / B/" })).toEqual(["A", "B"]);
    expect(folderOf({ folder: ["A/B", "C"] })).toEqual(["A/B", "C"]);
    expect(folderOf({ folder: "/" })).toEqual([]);
    expect(folderOf({ folderId: 7 })).toEqual({ id: 7 });
    expect(folderOf({ folder: null })).toBeUndefined();
  });

  it("plan the folders that are missing, parents first", () => {
    const plan = planOf({ entries: { rev: { folder: "Finance/Revenue", ...FILES } }, live: [] });
    expect(plan.changes.map(({ kind, key, action }) => [kind, key, action])).toEqual([
      ["folder", "Finance", "create"],
      ["folder", "Finance/Revenue", "create"],
      ["workbook", "rev", "create"],
    ]);
    expect(plan.changes[2]?.request?.folderId).toEqual({ $folder: "Finance/Revenue" });
  });
});
