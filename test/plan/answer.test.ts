// Reading the platform's answer: what the stamp learns from it, what did not converge, and whether live holds what was asked.
import { describe, expect, it } from "vitest";
import {
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  type Stamp,
  stampToJson,
} from "../../src/model/index.ts";
import { baseOf, holdsRequest, type LiveWorkbook, verifyAnswer } from "../../src/plan/index.ts";
import { makeStamp } from "../../src/plan/stamp/stamp.ts";
import { afterUpsert, planOf } from "./support.ts";

const widgets = (...ids: string[]): JsonObject[] => ids.map((id) => ({ id }));
const FILES = {
  name: "Revenue",
  dashboard: { title: "Revenue", layout: { cols: 12 }, rows: [], widgets: widgets("a", "b") },
};

/** The request that creates it, and what is live once it was taken. */
function created(entry: JsonObject = FILES): { request: JsonObject; live: LiveWorkbook } {
  const request = planOf({ entries: { rev: entry }, live: [] }).changes.at(-1)?.request as JsonObject;
  return { request, live: afterUpsert("rev", request) };
}
const stampOf = (live: Pick<LiveWorkbook, "meta">): Stamp => readStamp(live.meta) as Stamp;
const stamped = (live: LiveWorkbook, stamp: Stamp): LiveWorkbook => ({
  ...live,
  meta: { ...live.meta, boardwright: stampToJson(stamp) },
});
const drafted = (live: LiveWorkbook, more: JsonObject): LiveWorkbook => ({
  ...live,
  draft: { ...live.draft, ...more },
});

type Edit = (live: LiveWorkbook) => LiveWorkbook;
const draft =
  (more: JsonObject): Edit =>
  (live) =>
    drafted(live, more);
const without =
  (key: string): Edit =>
  (live) => {
    const { [key]: _, ...rest } = live.draft as JsonObject;
    return { ...live, draft: rest };
  };

describe("an answer", () => {
  const check = (edit: Edit, entry: JsonObject = FILES) => {
    const { request, live } = created(entry);
    return verifyAnswer(request, { live: edit(live), ignored: [] });
  };

  it("that is what was asked needs nothing more", () => {
    expect(check((live) => live)).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
  });

  it.each<[string, JsonObject]>([
    ["a field", { theme: { dark: false } }],
    ["a key in one", { layout: { cols: 12, rows: 4 } }],
    ["a key in a widget", { widgets: [{ id: "a", shadow: false }, { id: "b" }] }],
    [
      "more than twenty keys",
      { theme: Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`k${at}`, at])) },
    ],
    ["a list", { lists: [1, { a: 2 }] }],
    ["an empty key", { layout: { cols: 12, "": 0 } }],
  ])("with defaults filled in is stamped once more, and says what was answered: %s", (_, more) => {
    const { restamp, unconverged } = check(draft(more));
    expect(unconverged).toEqual([]);
    expect(restamp).toEqual({ ...stampOf(created().live), base: restamp?.base });
    expect(baseOf(restamp)).toEqual({
      asked: FILES,
      answered: { ...FILES, dashboard: { ...FILES.dashboard, ...more } },
    });
    // The next plan says nothing of it.
    const live = stamped(drafted(created().live, more), restamp as Stamp);
    expect(planOf({ entries: { rev: FILES }, live: [live] }).changes).toEqual([]);
  });

  it("to a stamp alone teaches nothing", () => {
    const entry = { ...FILES, meta: { team: "sales" } };
    const unstamped = { ...created(entry).live, meta: { team: "sales" } };
    const [change] = planOf({ entries: { rev: entry }, live: [unstamped] }).changes;
    expect(change?.action).toBe("stamp");
    const live = { ...unstamped, meta: { ...unstamped.meta, ...(change?.request?.meta as JsonObject) } };
    expect(verifyAnswer(change?.request ?? {}, { live, ignored: [] })).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
  });

  it("in a list of objects is learned whole, if it only adds", () => {
    const entry = { dashboard: { rows: [{ a: 1, in: [{ b: 1 }] }] } };
    const rows = (...list: JsonObject[]) => check(draft({ rows: list }), entry);
    const added = rows({ a: 1, on: true, in: [{ b: 1, c: 2 }] });
    expect(added.unconverged).toEqual([]);
    expect(baseOf(added.restamp)?.answered).toEqual({
      dashboard: { rows: [{ a: 1, on: true, in: [{ b: 1, c: 2 }] }] },
    });
    const changed = rows({ a: 2, on: true, in: [{ b: 1 }] });
    expect(changed.unconverged).toMatchObject([{ path: "dashboard.rows[0].a", before: 1, after: 2 }]);
    expect(baseOf(changed.restamp)?.answered?.dashboard?.rows).toEqual([{ a: 2, on: true, in: [{ b: 1 }] }]);
    const longer = rows({ a: 1, in: [{ b: 1 }] }, { a: 2 });
    expect(longer.unconverged.map(({ path }) => path)).toEqual(["dashboard.rows"]);
    const two = { dashboard: { rows: [{ a: 1 }, { a: 2 }] } };
    const second = check(draft({ rows: [{ a: 1, on: true }, { a: 3 }] }), two);
    expect(second.unconverged).toMatchObject([{ path: "dashboard.rows[1].a", before: 2, after: 3 }]);
    const grid = { dashboard: { rows: [[{ a: 1 }], [{ a: 2 }]] } } as unknown as JsonObject;
    const cell = check(draft({ rows: [[{ a: 1, on: true }], [{ a: 2 }]] }), grid);
    expect(cell.unconverged).toEqual([]);
    const lost = rows({ in: [{ b: 1 }] });
    expect(lost.unconverged.map(({ path, change }) => [path, change])).toEqual([
      ["dashboard.rows[0].a", "removed"],
    ]);
  });

  it.each<[string, Edit, string]>([
    ["another name", (live) => ({ ...live, name: "Other" }), "name"],
    ["another value", draft({ title: "Other" }), "dashboard.title"],
    ["a longer text", draft({ title: "Revenue!" }), "dashboard.title"],
    ["a field less", without("title"), "dashboard.title"],
    ["an empty text in the place of an empty list", draft({ rows: "" }), "dashboard.rows"],
    ["something else in the place of an object", draft({ layout: [] }), "dashboard.layout"],
    ["an object in the place of a number", draft({ layout: { cols: {} } }), "dashboard.layout.cols"],
    ["a widget less", draft({ widgets: widgets("a") }), "dashboard.widgets[b]"],
    ["another order", draft({ widgets: widgets("b", "a") }), "dashboard.widgets"],
  ])("with %s did not converge, once: no later plan takes it for an edit", (_, edit, path) => {
    const { restamp, unconverged, isLearned } = check(edit);
    expect(unconverged.map((difference) => difference.path)).toEqual([path]);
    expect(isLearned).toBe(true);
    expect(baseOf(restamp)?.asked).toEqual(FILES);
    const live = stamped(edit(created().live), restamp as Stamp);
    expect(planOf({ entries: { rev: FILES }, live: [live] }).changes).toEqual([]);
    // The next write expects the same answer, and is told nothing new by it.
    const next = { ...FILES, meta: { team: "sales" } };
    const [change] = planOf({ entries: { rev: next }, live: [live] }).changes;
    expect(change?.fields.map((field) => field.path)).toEqual(["meta.team"]);
    const meta = change?.request?.meta as JsonObject;
    const again = { ...live, meta };
    // Not even if all of it is sent once more.
    const whole = { name: FILES.name, meta: { ...meta, dashboardDraft: FILES.dashboard } };
    expect(verifyAnswer(whole, { live: again, ignored: [] })).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
    // Another answer than that is news.
    const third = verifyAnswer(whole, {
      live: drafted(again, { title: "Third" }),
      ignored: [],
    });
    expect(third.unconverged.map((difference) => difference.path)).toContain("dashboard.title");
    // Beside it, a default is learned.
    const beside = check((answer) => drafted(edit(answer), { theme: 1 }));
    expect(beside.unconverged).toEqual(unconverged);
    expect(baseOf(beside.restamp)?.answered?.dashboard).toMatchObject({ theme: 1 });
  });

  it("with a widget more did not converge, and is not expected: it may be somebody's", () => {
    const more = draft({ widgets: widgets("a", "b", "c") });
    const { restamp, unconverged, isLearned } = check(more);
    expect(unconverged.map(({ path }) => path)).toEqual(["dashboard.widgets[c]"]);
    expect(isLearned).toBe(false);
    expect(restamp).toBeUndefined();
    const beside = check((live) => drafted(more(live), { theme: 1 }));
    expect(baseOf(beside.restamp)?.answered).toEqual({
      ...FILES,
      dashboard: { ...FILES.dashboard, theme: 1 },
    });
  });

  it("without the empty key that was asked for did not converge", () => {
    const { unconverged } = check(draft({ s: { a: 1 } }), {
      dashboard: { title: "T", s: { a: 1, "": 2 } },
    });
    expect(unconverged).toMatchObject([{ path: 'dashboard.s[""]', change: "removed", before: 2 }]);
  });

  it("without the list of its widgets did not converge, and expects none", () => {
    const { restamp, unconverged } = check(without("widgets"));
    expect(unconverged.map(({ path, change }) => `${path} ${change}`)).toEqual([
      "dashboard.widgets[a] removed",
      "dashboard.widgets[b] removed",
    ]);
    expect(baseOf(restamp)?.answered?.dashboard).toEqual({
      title: "Revenue",
      layout: { cols: 12 },
      rows: [],
    });
  });

  it("with widgets that nobody asked for did not converge, with no widgets it may", () => {
    const entry = { dashboard: { title: "T" } };
    const more = check(draft({ widgets: widgets("x") }), entry);
    expect(more.unconverged.map(({ path }) => path)).toEqual(["dashboard.widgets[x]"]);
    expect(more.restamp).toBeUndefined();
    const none = check(draft({ widgets: [] }), entry);
    expect(none.unconverged).toEqual([]);
    expect(baseOf(none.restamp)?.answered).toEqual({ dashboard: { title: "T", widgets: [] } });
  });

  it("that still holds what had to go is the platform's, and says where", () => {
    const { request, live } = created({ ...FILES, meta: { team: "x" } });
    const { dashboardDraft, ...meta } = request.meta as JsonObject;
    const asked = {
      ...request,
      meta: { ...meta, old: null, dashboardDraft: { ...(dashboardDraft as JsonObject), theme: null } },
    };
    const held = { ...drafted(live, { theme: 1 }), meta: { ...live.meta, old: 1 } };
    const { restamp, ...kept } = verifyAnswer(asked, { live: held, ignored: [] });
    expect(kept).toEqual({ unconverged: [], putBack: ["dashboard.theme", "meta.old"], isLearned: true });
    expect(baseOf(restamp)?.answered).toMatchObject({ dashboard: { theme: 1 } });
    expect(verifyAnswer(asked, { live, ignored: [] })).toMatchObject({ restamp: undefined, putBack: [] });
  });

  it("with other meta than asked did not converge, once", () => {
    const entry = { name: "R", meta: { team: "x" } };
    const { request, live } = created(entry);
    const stamp = (request.meta as JsonObject).boardwright as JsonObject;
    for (const meta of [{ team: "y" }, {}] as JsonObject[]) {
      const now = { ...live, meta: { ...meta, boardwright: stamp } };
      const { restamp, unconverged } = verifyAnswer(request, { live: now, ignored: [] });
      expect(unconverged.map(({ path }) => path)).toEqual(["meta.team"]);
      expect(baseOf(restamp)).toEqual({ asked: entry, answered: { name: "R", meta } });
      const known = stamped(now, restamp as Stamp);
      expect(planOf({ entries: { rev: entry }, live: [known] }).changes).toEqual([]);
    }
  });

  it("to a key of meta alone that had to go says nothing of meta", () => {
    const { request, live } = created();
    const asked = { ...request, meta: { ...(request.meta as JsonObject), old: null } };
    expect(verifyAnswer(asked, { live, ignored: [] })).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
  });

  it("is of a name only if it is managed, though a creation sends one", () => {
    const { request, live } = created({ dashboard: { title: "T" } });
    expect(request.name).toBe("T");
    expect(verifyAnswer(request, { live: { ...live, name: "Other" }, ignored: [] })).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
  });

  it("is not of what is ignored", () => {
    const { request, live } = created();
    const ignored = [parseIgnoredPath("dashboard.seen") ?? []];
    const meta = request.meta as JsonObject;
    const sent = {
      ...request,
      meta: { ...meta, dashboardDraft: { ...(meta.dashboardDraft as JsonObject), seen: 6 } },
    };
    expect(verifyAnswer(sent, { live: drafted(live, { seen: 7 }), ignored })).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
    expect(verifyAnswer(request, { live: drafted(live, { seen: 7 }), ignored }).restamp).toBeUndefined();
  });

  it("keeps where it is asked to be in the base", () => {
    const { request, live } = created({ ...FILES, folderId: 31 });
    const { restamp } = verifyAnswer(request, {
      live: { ...drafted(live, { theme: 1 }), folderId: 31 },
      ignored: [],
    });
    expect(baseOf(restamp)?.answered).toMatchObject({ folder: { id: 31 } });
  });

  it("in another folder did not converge", () => {
    const { request, live } = created();
    const moved = verifyAnswer({ ...request, folderId: 31 }, { live: { ...live, folderId: 9 }, ignored: [] });
    expect(moved.unconverged).toEqual([{ path: "folder", change: "changed", before: 31, after: 9 }]);
    const symbolic = { ...request, folderId: { $folder: "A" } };
    expect(verifyAnswer(symbolic, { live, ignored: [] }).unconverged).toEqual([]);
  });

  it("that was expected is not stamped again", () => {
    const filled = { theme: { dark: false } };
    const first = created();
    const { restamp } = verifyAnswer(first.request, {
      live: drafted(first.live, filled),
      ignored: [],
    });
    const live = stamped(drafted(first.live, filled), restamp as Stamp);
    const files = { ...FILES, dashboard: { ...FILES.dashboard, title: "New" } };
    const update = planOf({ entries: { rev: files }, live: [live] }).changes[0]?.request as JsonObject;
    const after = afterUpsert("rev", update, live);
    expect(verifyAnswer(update, { live: drafted(after, filled), ignored: [] })).toEqual({
      restamp: undefined,
      unconverged: [],
      putBack: [],
      isLearned: true,
    });
  });

  it("cannot be read of a request without a stamp", () => {
    const { live } = created();
    expect(() => verifyAnswer({ meta: {} }, { live, ignored: [] })).toThrow("carries no stamp");
  });
});

describe("what is live already", () => {
  const { request, live } = created();
  const DIGEST = `sha256:${"0".repeat(64)}`;

  it("is the request's, or is not", () => {
    expect(holdsRequest(request, live, [])).toBe(true);
    expect(holdsRequest(request, drafted(live, { title: "Other" }), [])).toBe(false);
    expect(holdsRequest(request, { ...live, name: "Other" }, [])).toBe(false);
    expect(holdsRequest({ ...request, folderId: 31 }, live, [])).toBe(false);
    expect(holdsRequest({ ...request, folderId: 31 }, { ...live, folderId: 31 }, [])).toBe(true);
    expect(holdsRequest({ ...request, folderId: null }, { ...live, folderId: 31 }, [])).toBe(false);
    expect(holdsRequest(request, { ...live, meta: {} }, [])).toBe(false);
    for (const [key, value] of [
      ["project", "other"],
      ["of", "2/rev"],
      ["digest", DIGEST],
    ] as const) {
      const other = stamped(live, { ...stampOf(live), [key]: value });
      expect(holdsRequest(request, other, [])).toBe(false);
    }
  });

  it("holds a request as the platform answered it then, but not as somebody edited it since", () => {
    const filled = drafted(live, { theme: { dark: false } });
    const { restamp } = verifyAnswer(request, { live: filled, ignored: [] });
    const known = stamped(filled, restamp as Stamp);
    expect(holdsRequest(request, live, [])).toBe(true);
    expect(holdsRequest(request, known, [])).toBe(true);
    expect(holdsRequest(request, filled, [])).toBe(false);
    const { name: _, ...nameless } = request;
    expect(holdsRequest(nameless, { ...known, name: "Other" }, [])).toBe(true);
    expect(holdsRequest(request, drafted(known, { theme: { dark: true } }), [])).toBe(false);
    expect(holdsRequest(request, drafted(known, { more: 1 }), [])).toBe(false);
    expect(holdsRequest(request, { ...known, draft: live.draft }, [])).toBe(true);
    expect(holdsRequest(request, { ...known, name: "Other" }, [])).toBe(false);
    expect(holdsRequest({ ...request, folderId: 31 }, known, [])).toBe(false);
    expect(holdsRequest({ ...request, folderId: 31 }, { ...known, folderId: 31 }, [])).toBe(true);
    expect(holdsRequest(request, without("layout")(known), [])).toBe(false);
    expect(holdsRequest(request, drafted(known, { widgets: widgets("a") }), [])).toBe(false);
    const other = created({ ...FILES, dashboard: { ...FILES.dashboard, title: "New" } }).request;
    expect(holdsRequest(other, live, [])).toBe(false);
  });

  it("is a stamp's, whatever else is live", () => {
    const only = { meta: { boardwright: stampToJson(stampOf(live)) } };
    expect(holdsRequest(only, { ...drafted(live, { title: "Other" }), name: "Other" }, [])).toBe(true);
    expect(holdsRequest(only, { ...live, meta: {} }, [])).toBe(false);
  });

  it("holds a request with meta, and none whose answer nobody has seen", () => {
    const one = created({ ...FILES, meta: { team: "x" } });
    const filled = {
      ...one.live,
      meta: { ...one.live.meta, team: "x" },
      draft: { ...one.live.draft, theme: 1 },
    };
    const { restamp } = verifyAnswer(one.request, { live: filled, ignored: [] });
    const known = stamped(filled, restamp as Stamp);
    expect(holdsRequest(one.request, known, [])).toBe(true);
    expect(holdsRequest(one.request, { ...known, meta: { ...known.meta, team: "y" } }, [])).toBe(false);
    const open = makeStamp({ ...stampOf(live), base: { asked: FILES, answered: null } });
    expect(holdsRequest(request, stamped(drafted(live, { theme: 1 }), open), [])).toBe(false);
    expect(holdsRequest(request, stamped(drafted(live, { theme: 1 }), { ...open, base: "" }), [])).toBe(
      false,
    );
  });
});
