// The stamp: what it says was asked and answered, part by part, and what an apply learns from the platform's answer.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, readStamp, type Stamp } from "../../src/model/index.ts";
import {
  alreadyApplied,
  asShell,
  type ComparedState,
  clearingRequest,
  decodeParts,
  hasLanded,
  holdsRequest,
  isStampRequest,
  isUnfinished,
  type LiveWorkbook,
  mayBeFilledIn,
  noteAnswer,
  openStamp,
  partsOf,
  shortDigest,
  verifyAnswer,
  withOpenStamp,
} from "../../src/plan/index.ts";
import { extendsValue, isOfSameWork, makeStamp } from "../../src/plan/stamp/stamp.ts";
import {
  decodeOpenParts,
  movedSinceStamp,
  NO_WIDGETS,
  ORDER_PART,
  stampedPart,
} from "../../src/plan/state/parts.ts";
import { afterUpsert, liveWorkbook, planOf } from "./support.ts";

const DIGEST = `sha256:${"0".repeat(64)}`;
const board = (...ids: string[]): JsonObject => ({ title: "Revenue", widgets: ids.map((id) => ({ id })) });
const FILES = { name: "Revenue", dashboard: { ...board("a", "b"), layout: { cols: 12 } } };

/** The request that creates it, and what is live once it was taken. */
function created(entry: JsonObject = FILES): { request: JsonObject; live: LiveWorkbook } {
  const request = planOf({ entries: { rev: entry }, live: [] }).changes.at(-1)?.request as JsonObject;
  return { request, live: afterUpsert("rev", request) };
}
const stampOf = (live: Pick<LiveWorkbook, "meta">): Stamp => readStamp(live.meta) as Stamp;
const known = (entries: Record<string, [string, string]>) =>
  new Map(Object.entries(entries).map(([part, [asked, returned]]) => [part, { asked, returned }]));
const stampWith = (desired: Record<string, string>, returned: Record<string, [string, string]>): Stamp =>
  makeStamp({
    project: "acme",
    of: "1/rev",
    digest: DIGEST,
    desired: new Map(Object.entries(desired)),
    returned: known(returned),
  });

describe("the parts of a state", () => {
  it("are its fields, the keys of its meta, the fields of its dashboard, each widget and their order; sorted", () => {
    const state: ComparedState = {
      name: "R",
      folder: ["A"],
      meta: { team: "x" },
      dashboard: board("b", "a b"),
    };
    expect([...partsOf(state)]).toEqual([
      ["dashboard.title", shortDigest('"Revenue"')],
      ["dashboard.widgets", shortDigest('["b","a b"]')],
      ['dashboard.widgets["a b"]', shortDigest('{"id":"a b"}')],
      ["dashboard.widgets[b]", shortDigest('{"id":"b"}')],
      ["folder", shortDigest('["A"]')],
      ["meta.team", shortDigest('"x"')],
      ["name", shortDigest('"R"')],
    ]);
  });

  it("tell no list of widgets from an empty one", () => {
    expect(partsOf({ dashboard: {} }).get(ORDER_PART)).toBe(NO_WIDGETS);
    expect(partsOf({ dashboard: { widgets: [] } }).get(ORDER_PART)).toBe(shortDigest("[]"));
    expect(partsOf({ name: "R" }).has(ORDER_PART)).toBe(false);
  });

  it("are not there for what is null", () => {
    expect([...partsOf({ meta: { a: null }, dashboard: { b: null } }).keys()]).toEqual([ORDER_PART]);
  });
});

describe("a stamp", () => {
  it("says of each part what was asked, and what was answered where that is known and asked again", () => {
    const stamp = stampWith(
      { name: "aa", "meta.x": "bb", "meta.y": "cc" },
      { "meta.x": ["bb", "b2"], "meta.y": ["c0", "c2"] },
    );
    expect(stamp.parts).toBe("meta.x=bb.b2&meta.y=cc&name=aa");
    expect([...decodeParts(stamp.parts)]).toEqual([
      ["meta.x", { asked: "bb", returned: "b2" }],
      ["meta.y", { asked: "cc", returned: "cc" }],
      ["name", { asked: "aa", returned: "aa" }],
    ]);
  });

  it("keeps what the platform adds unasked, until a file asks for it", () => {
    const filled = { "dashboard.theme": ["0", "dd"] } as Record<string, [string, string]>;
    expect(stampWith({ name: "aa" }, filled).parts).toBe("dashboard.theme=0.dd&name=aa");
    expect(stampWith({ "dashboard.theme": "ee" }, filled).parts).toBe("dashboard.theme=ee");
    expect(stampWith({ name: "aa" }, { "meta.gone": ["ff", "0"] }).parts).toBe("name=aa");
  });

  it("that covers a dashboard covers it whole", () => {
    const whole = known({ [ORDER_PART]: ["aa", "aa"], name: ["bb", "bb"] });
    expect(stampedPart(whole, "dashboard.theme")).toEqual({ asked: "0", returned: "0" });
    expect(stampedPart(whole, "meta.team")).toBeUndefined();
    expect(stampedPart(known({ name: ["bb", "bb"] }), "dashboard.theme")).toBeUndefined();
  });

  it("says which parts moved since, and nothing of those that it does not know", () => {
    const stamped = known({ name: ["aa", "a2"], gone: ["bb", "bb"] });
    const moved = (live: Record<string, string>) =>
      ["name", "gone", "other"].filter((part) =>
        movedSinceStamp(part, new Map(Object.entries(live)), stamped),
      );
    expect(moved({ name: "a2", gone: "bb", other: "cc" })).toEqual([]);
    expect(moved({ name: "aa" })).toEqual(["name", "gone"]);
  });

  it("that is open says what was asked and knows no answer", () => {
    const stamp = stampWith(
      { name: "aa", "meta.x": "bb" },
      { "meta.x": ["bb", "b2"], "dashboard.t": ["0", "dd"] },
    );
    const open = openStamp(stamp);
    expect(decodeParts(open.parts).size).toBe(0);
    expect([...decodeOpenParts(open.parts)]).toEqual([
      ["meta.x", "bb"],
      ["name", "aa"],
    ]);
    expect(decodeOpenParts(stamp.parts).size).toBe(0);
    expect(open.digest).not.toBe(stamp.digest);
    expect([...decodeOpenParts(openStamp(stamp, (part) => part === "name").parts).keys()]).toEqual(["name"]);
  });

  it("is of the same work in one preview, or in none", () => {
    const [none, one, two] = [undefined, "pr-1", "pr-2"].map(
      (name) => name && { name, branch: "b", wasOn: false },
    );
    const stamp = (preview: typeof one | "" | undefined): Stamp => ({
      ...stampWith({}, {}),
      ...(preview && { preview }),
    });
    expect(isOfSameWork(stamp(none), undefined)).toBe(true);
    expect(isOfSameWork(stamp(one), one || undefined)).toBe(true);
    expect(isOfSameWork(stamp(one), undefined)).toBe(false);
    expect(isOfSameWork(stamp(none), one || undefined)).toBe(false);
    expect(isOfSameWork(stamp(one), two || undefined)).toBe(false);
  });
});

describe("a value that the platform answered", () => {
  it.each<[Json, Json, boolean]>([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true],
    [[{ a: 1 }], [{ a: 1, b: 2 }], true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1, b: 1 }, { a: 1 }, false],
    [[1], [1, 2], false],
    [[1, 2], [2, 1], false],
    [{}, [], false],
    ["a", "ab", false],
  ])("%j extends to %j: %s", (asked, returned, extended) =>
    expect(extendsValue(asked, returned)).toBe(extended),
  );
});

describe("an answer", () => {
  const check = (edit: (live: LiveWorkbook) => Partial<LiveWorkbook>, before?: LiveWorkbook) => {
    const { request, live } = created();
    return verifyAnswer(request, { live: { ...live, ...edit(live) }, before, ignored: [] });
  };
  const draft = (more: JsonObject) => (live: LiveWorkbook) => ({ draft: { ...live.draft, ...more } });

  it("that is what was asked needs nothing more", () => {
    expect(check(() => ({}))).toEqual({ restamp: undefined, unconverged: [] });
  });

  it("with defaults filled in is stamped once more, with both digests", () => {
    const { restamp, unconverged } = check(draft({ theme: { dark: false }, layout: { cols: 12, rows: 4 } }));
    expect(unconverged).toEqual([]);
    const parts = decodeParts(restamp?.parts ?? "");
    expect(parts.get("dashboard.theme")).toEqual({ asked: "0", returned: shortDigest('{"dark":false}') });
    expect(parts.get("dashboard.layout")).toEqual({
      asked: shortDigest('{"cols":12}'),
      returned: shortDigest('{"cols":12,"rows":4}'),
    });
    expect(parts.get("name")).toEqual({
      asked: shortDigest('"Revenue"'),
      returned: shortDigest('"Revenue"'),
    });
  });

  it.each<[string, (live: LiveWorkbook) => Partial<LiveWorkbook>, string]>([
    ["another name", () => ({ name: "Other" }), "name"],
    ["another value", draft({ title: "Other" }), "dashboard.title"],
    ["a widget less", draft({ widgets: [{ id: "a" }] }), "dashboard.widgets[b]"],
    ["another order", draft({ widgets: [{ id: "b" }, { id: "a" }] }), "dashboard.widgets"],
  ])("with %s did not converge", (_, edit, path) => {
    const { restamp, unconverged } = check(edit);
    expect(unconverged.map((difference) => difference.path)).toEqual([path]);
    // What did not converge is no answer that the next plan may expect.
    const part = decodeParts(restamp?.parts ?? "").get(path);
    expect(part?.returned).toBe(part?.asked);
  });

  it("that still holds what had to go did not converge, unless the platform is known to fill it in", () => {
    const { live } = created();
    const before = { ...live, draft: { ...live.draft, theme: { dark: true } } };
    const kept = check(draft({ theme: { dark: true } }), before);
    expect(kept.unconverged.map(({ path }) => path)).toEqual(["dashboard.theme"]);
    const fresh = check(draft({ theme: { dark: false } }), before);
    expect(fresh.unconverged).toEqual([]);
    const widgets: JsonObject[] = [{ id: "a", shadow: false }, { id: "b" }];
    const shadowed = { ...live, draft: { ...live.draft, widgets } };
    expect(check(draft({ widgets }), shadowed).unconverged).toEqual([]);
    const theme = shortDigest('{"dark":true}');
    const parts = `${stampOf(live).parts}&dashboard.theme=0.${theme}`;
    const filled = { ...before, meta: { boardwright: { ...stampOf(live), parts } as unknown as JsonObject } };
    expect(check(draft({ theme: { dark: true } }), filled).unconverged).toEqual([]);
  });

  it("in another folder did not converge", () => {
    const { request, live } = created();
    const moved = verifyAnswer(
      { ...request, folderId: 31 },
      { live: { ...live, folderId: 9 }, before: undefined, ignored: [] },
    );
    expect(moved.unconverged).toEqual([{ path: "folder", change: "changed", before: 31, after: 9 }]);
  });
});

describe("what is live already", () => {
  const { request, live } = created();
  const withTitle = (title: string) => ({ ...live, draft: { ...live.draft, title } });

  it("is the request's, or is not", () => {
    expect(alreadyApplied(request, live, [])).toBe(true);
    expect(alreadyApplied(request, withTitle("Other"), [])).toBe(false);
    expect(alreadyApplied({ ...request, folderId: 31 }, live, [])).toBe(false);
    expect(alreadyApplied({ ...request, folderId: 31 }, { ...live, folderId: 31 }, [])).toBe(true);
    expect(alreadyApplied(request, { ...live, meta: {} }, [])).toBe(false);
    for (const [key, value] of [
      ["project", "other"],
      ["of", "2/rev"],
      ["digest", DIGEST],
    ] as const) {
      const meta = { boardwright: { ...stampOf(live), [key]: value } as unknown as JsonObject };
      expect(alreadyApplied(request, { ...live, meta }, [])).toBe(false);
    }
  });

  it("holds a request as the platform answered it then, but not as somebody edited it since", () => {
    const filled = { ...live, draft: { ...live.draft, theme: { dark: false } } };
    const { restamp } = verifyAnswer(request, { live: filled, before: undefined, ignored: [] });
    const stamped = { ...filled, meta: { boardwright: restamp as unknown as JsonObject } };
    expect(holdsRequest(request, stamped, [])).toBe(true);
    expect(alreadyApplied(request, stamped, [])).toBe(false);
    expect(holdsRequest(request, filled, [])).toBe(false);
    expect(holdsRequest(request, { ...stamped, draft: { ...live.draft, theme: { dark: true } } }, [])).toBe(
      false,
    );
    expect(holdsRequest(request, { ...stamped, draft: live.draft }, [])).toBe(true);
    expect(holdsRequest(request, { ...stamped, name: "Other" }, [])).toBe(false);
    const { layout: _gone, ...rest } = filled.draft as JsonObject;
    expect(holdsRequest(request, { ...stamped, draft: rest }, [])).toBe(false);
    const other = created({ ...FILES, dashboard: { ...FILES.dashboard, title: "New" } }).request;
    expect(holdsRequest(other, live, [])).toBe(false);
    expect(
      holdsRequest(request, { ...stamped, draft: { ...filled.draft, widgets: [{ id: "a" }] } }, []),
    ).toBe(false);
  });

  it("landed only if its stamp was not there before", () => {
    const before = liveWorkbook("rev", { draft: { title: "Old" } });
    expect(hasLanded(request, { live, before, ignored: [] })).toBe(true);
    expect(hasLanded(request, { live, before: undefined, ignored: [] })).toBe(true);
    expect(hasLanded(request, { live, before: live, ignored: [] })).toBe(false);
    expect(hasLanded(request, { live: before, before, ignored: [] })).toBe(false);
    expect(hasLanded(request, { live: withTitle("Other"), before, ignored: [] })).toBe(false);
  });

  it("is unfinished where a run of ours left it and nobody edited it since", () => {
    const open = { ...live, meta: withOpenStamp(request).meta as JsonObject };
    expect(isUnfinished(request, open, [])).toBe(true);
    expect(
      isUnfinished(request, { ...open, draft: { ...live.draft, layout: { cols: 12, rows: 4 } } }, []),
    ).toBe(true);
    expect(isUnfinished(request, { ...open, draft: { ...live.draft, title: "Other" } }, [])).toBe(false);
    expect(isUnfinished(request, { ...open, draft: { ...live.draft, ...board("a", "b", "mine") } }, [])).toBe(
      false,
    );
    expect(isUnfinished(request, live, [])).toBe(false);
    const other = created({ ...FILES, name: "Other" }).request;
    expect(isUnfinished(other, open, [])).toBe(false);
  });
});

describe("a request", () => {
  it("of a shell makes an empty workbook that is ours", () => {
    const change = planOf({ entries: { rev: { ...FILES, meta: { team: "x" }, folderId: 31 } }, live: [] })
      .changes[0]!;
    const { request } = asShell(change);
    expect(Object.keys(request ?? {}).sort()).toEqual(["folderId", "meta", "name"]);
    expect(Object.keys(request?.meta as JsonObject)).toEqual(["boardwright"]);
    const open = decodeOpenParts(readStamp(request?.meta)?.parts ?? "");
    expect([...open.keys()]).toEqual(["dashboard.widgets", "folder", "name"]);
    expect(open.get(ORDER_PART)).toBe(NO_WIDGETS);
  });

  it("of a stamp alone writes nothing else", () => {
    expect(isStampRequest({ meta: { boardwright: {} } })).toBe(true);
    expect(isStampRequest({ meta: { boardwright: {}, team: "x" } })).toBe(false);
    expect(isStampRequest({ name: "R", meta: { boardwright: {} } })).toBe(false);
    expect(isStampRequest({ meta: { team: "x" } })).toBe(false);
  });

  it("clears the text maps that have to lose a key, and vouches for none of them", () => {
    const { request } = created({ dashboard: { title: "T", app: { files: { "a.js": "1" } } } });
    const live = liveWorkbook("rev", { draft: { title: "T", app: { files: { "a.js": "1", "b.js": "2" } } } });
    const clearing = clearingRequest(request, live) as JsonObject;
    expect((clearing.meta as JsonObject).dashboardDraft).toEqual({ title: "T", app: { files: null } });
    const open = decodeOpenParts(readStamp(clearing.meta)?.parts ?? "");
    expect([...open.keys()]).toEqual(["dashboard.title", "dashboard.widgets"]);
    expect(clearingRequest(request, { ...live, draft: { app: { files: { "a.js": "0" } } } })).toBeUndefined();
  });

  it("may be filled in until the platform has shown that it fills in nothing", () => {
    const { request, live } = created();
    expect(mayBeFilledIn(request, undefined, { fillsIn: undefined })).toBe(true);
    expect(mayBeFilledIn(request, undefined, { fillsIn: false })).toBe(false);
    expect(mayBeFilledIn(request, live, { fillsIn: undefined })).toBe(false);
    expect(mayBeFilledIn(request, live, { fillsIn: true })).toBe(false);
    const changed = created({ ...FILES, dashboard: board("a", "c") }).request;
    expect(mayBeFilledIn(changed, live, { fillsIn: true })).toBe(true);
    expect(mayBeFilledIn({ meta: { boardwright: {} } }, undefined, { fillsIn: true })).toBe(false);
    const habits = { fillsIn: undefined as boolean | undefined };
    noteAnswer(habits, request, stampOf(live));
    expect(habits.fillsIn).toBe(false);
    noteAnswer(habits, request, { ...stampOf(live), parts: "dashboard.theme=0.aa" });
    expect(habits.fillsIn).toBe(true);
    noteAnswer(habits, request, stampOf(live));
    expect(habits.fillsIn).toBe(true);
  });
});
