// What a stamp learns of a publication: what the platform filled in when it published, for viewers alone or in the draft as well, and what
// may as well be somebody's edit.
import { describe, expect, it } from "vitest";
import {
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  type Stamp,
  stampToJson,
} from "../../src/model/index.ts";
import { baseOf, type LiveWorkbook, learnPublication, openStamp } from "../../src/plan/index.ts";
import { applied, planOf } from "./world.ts";

const widgets = (...more: JsonObject[]): JsonObject[] =>
  more.map((one, index) => ({ id: `w${index}`, config: { x: 1 }, ...one }));
const BOARD: JsonObject = { title: "T", layout: { cols: 12 }, list: [{ a: 1 }], widgets: widgets({}, {}) };
const FILES: JsonObject = { name: "a", publish: true, dashboard: BOARD };
const OURS = applied("a", FILES);
const STAMP = readStamp(OURS.meta) as Stamp;

interface Seen {
  draft?: JsonObject;
  published?: JsonObject | undefined;
  before?: JsonObject;
  stamp?: Stamp;
  sent?: JsonObject;
  wanted?: JsonObject;
  ignore?: string;
}

function learn({ draft = BOARD, stamp = STAMP, sent = BOARD, before, ...more }: Seen): Stamp | undefined {
  const published = "published" in more ? more.published : draft;
  const now: LiveWorkbook = { ...OURS, draft, published, publishedVersion: 3 };
  return learnPublication(stamp, {
    sent: { ...OURS, draft: sent },
    now,
    before: before && { ...OURS, draft: before },
    wanted: more.wanted,
    ignored: more.ignore ? [parseIgnoredPath(more.ignore) ?? []] : [],
  });
}
/** What the stamp knows by now to be the platform's in the draft. */
const filledIn = (stamp: Stamp | undefined) => baseOf(stamp)?.answered?.dashboard;
const marks = (stamp: Stamp | undefined) => stamp?.noticed?.split(" ") ?? [];
/** The actions of the next plan. */
const next = (stamp: Stamp, live: Partial<LiveWorkbook>) =>
  planOf({
    entries: { a: FILES },
    live: [{ ...OURS, publishedVersion: 3, ...live, meta: { boardwright: stampToJson(stamp) } }],
  }).changes.map(({ action, origin }) => `${action} ${origin}`);

const THEMED: JsonObject = { ...BOARD, theme: "dark" };
const DEEP: JsonObject = {
  ...BOARD,
  layout: { cols: 12, rows: 4 },
  list: [{ a: 1, b: 2 }],
  widgets: widgets({ config: { x: 1, y: 2 } }, { color: "red" }),
};

describe("a publication teaches the stamp", () => {
  it.each<[string, Seen]>([
    ["it shows what was sent", {}],
    ["nothing is published", { draft: THEMED, published: undefined }],
    ["nobody knows what was applied", { draft: THEMED, stamp: { ...STAMP, base: "" } }],
    ["nobody has seen the answer yet", { draft: THEMED, stamp: openStamp(STAMP) }],
    ["it differs in what is ignored", { draft: THEMED, published: BOARD, ignore: "dashboard.theme" }],
  ])("nothing where %s", (_, seen) => expect(learn(seen)).toBeUndefined());

  it("what viewers alone are given besides, and which publication that was", () => {
    const stamp = learn({ published: THEMED }) as Stamp;
    expect([filledIn(stamp), marks(stamp), stamp.published]).toEqual([undefined, [], 3]);
    expect(next(stamp, { published: THEMED })).toEqual([]);
    expect(next(STAMP, { published: THEMED, publishedVersion: 2 })).toEqual(["publish live"]);
    expect(next(stamp, { published: { ...THEMED, theme: "light" } })).toEqual(["publish git"]);
    expect(learn({ stamp, published: THEMED })).toBeUndefined();
  });

  it.each([
    ["at the top", THEMED],
    ["in maps, lists and widgets", DEEP],
  ])("what the draft got as well, %s", (_, draft) => {
    const stamp = learn({ draft }) as Stamp;
    expect([filledIn(stamp), marks(stamp)]).toEqual([draft, []]);
    expect(next(stamp, { draft, published: draft })).toEqual([]);
    expect(learn({ stamp, sent: draft, draft })).toBeUndefined();
  });

  it("what was in the draft before this run, whoever is shown it", () => {
    expect(filledIn(learn({ draft: DEEP, published: BOARD, before: DEEP }))).toEqual(DEEP);
    expect(filledIn(learn({ draft: DEEP, published: BOARD, before: THEMED }))).toBeUndefined();
  });

  it("no number where the stamp counts none, and of another draft than ours what that was shown as", () => {
    const { published: _, ...uncounted } = STAMP;
    expect(learn({ stamp: uncounted, published: THEMED })).not.toHaveProperty("published");
    const wanted = { title: "Old" };
    expect(learn({ published: wanted, wanted })).toBeUndefined();
    const stamp = learn({ published: { title: "Old", theme: 1 }, wanted });
    expect(stamp?.shown).toMatch(/^sha256:/);
    expect(stamp?.shown).not.toBe(learn({ published: { title: "Old", theme: 1 } })?.shown);
  });

  it("nothing of a draft that the files say nothing of", () => {
    const named = readStamp(applied("a", { name: "a", publish: true }).meta) as Stamp;
    expect(filledIn(learn({ stamp: named, draft: THEMED }))).toBeUndefined();
  });
});

describe("what only the draft has after a publication", () => {
  const noticed = learn({ draft: DEEP, published: BOARD }) as Stamp;

  it("is an edit until it is there once more", () => {
    expect([filledIn(noticed), marks(noticed).length]).toEqual([undefined, 4]);
    expect(noticed.noticed).toBe(marks(noticed).sort().join(" "));
    expect(next(noticed, { draft: DEEP, published: BOARD })).toEqual(["update live"]);
    const stamp = learn({ stamp: noticed, draft: DEEP, published: BOARD }) as Stamp;
    expect(filledIn(stamp)).toEqual(DEEP);
    expect(stamp.noticed).toBe(noticed.noticed);
    expect(next(stamp, { draft: DEEP, published: BOARD })).toEqual([]);
  });

  it("is known again by its place in any widget, and by its value", () => {
    const inOther = (config: JsonObject) => ({
      stamp: noticed,
      draft: { ...BOARD, widgets: widgets({}, { config }) },
      published: BOARD,
    });
    const same = inOther({ x: 1, y: 2 });
    expect(filledIn(learn(same))).toEqual(same.draft);
    const others: JsonObject[] = [
      { x: 1, y: 3 },
      { x: 1, z: 2 },
      { x: 1, y: 2, z: 3 },
    ];
    for (const config of others) expect(filledIn(learn(inOther(config)))).toBeUndefined();
    expect(marks(learn(inOther({ x: 1, y: 2, z: 3 })))).toHaveLength(5);
  });

  it("is noticed value by value, and what is empty or false as well", () => {
    const of = (value: JsonObject) => marks(learn({ draft: { ...BOARD, more: value }, published: BOARD }));
    expect([of({ a: 1, b: { c: 2, d: false } }).length, of({}).length]).toEqual([3, 1]);
    expect(of({ a: 1, b: 2 })).toEqual(expect.arrayContaining(of({ a: 1 })));
    expect(of({ a: 1 })).not.toEqual(of({ b: 1 }));
    expect(of({})).not.toEqual(of({ a: 1 }));
  });

  it.each<[string, JsonObject]>([
    ["a value that was changed", { ...BOARD, title: "Mine" }],
    ["a list that grew", { ...BOARD, list: [{ a: 1 }, { a: 2 }] }],
    ["a text where a map was", { ...BOARD, layout: "wide" }],
    ["a map where a text was", { ...BOARD, title: { en: "T" } }],
    ["what is gone", { title: "T", list: [{ a: 1 }], widgets: widgets({}, {}) }],
  ])("is learned once it was noticed twice, also where it is %s", (_, draft) => {
    const first = learn({ draft, published: BOARD });
    expect([filledIn(first), marks(first).length]).toEqual([undefined, 1]);
    // It may be somebody's edit that was published: of what viewers see nothing is known then.
    expect(learn({ draft, published: draft })).toMatchObject({ noticed: first?.noticed });
    expect(learn({ draft, published: draft })?.shown).toBe(STAMP.shown);
    const again = learn({ stamp: first as Stamp, draft, published: BOARD });
    expect(filledIn(again)).toEqual(draft);
  });
});
