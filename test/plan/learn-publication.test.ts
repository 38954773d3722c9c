// What a stamp learns of a publication: what the platform filled in for viewers.
import { expect, it } from "vitest";
import {
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  type Stamp,
  stampToJson,
} from "../../src/model/index.ts";
import { baseOf, type LiveWorkbook, learnPublication } from "../../src/plan/index.ts";
import { applied, planOf } from "./world.ts";

const BOARD: JsonObject = { title: "T", layout: { cols: 12 } };
const THEMED: JsonObject = { ...BOARD, theme: "dark" };
const FILES: JsonObject = { name: "a", publish: true, dashboard: BOARD };
const OURS = applied("a", FILES);
const STAMP = readStamp(OURS.meta) as Stamp;

const learn = (published: JsonObject, { stamp = STAMP, wanted = BOARD, ignore = "" } = {}) =>
  learnPublication(
    stamp,
    { wanted, published, version: 3 },
    { ignored: ignore === "" ? [] : [parseIgnoredPath(ignore) ?? []] },
  );
/** The actions of the next plan. */
const next = (stamp: Stamp, live: Partial<LiveWorkbook>) =>
  planOf({
    entries: { a: FILES },
    live: [{ ...OURS, publishedVersion: 3, ...live, meta: { boardwright: stampToJson(stamp) } }],
  }).changes.map(({ action, origin }) => `${action} ${origin}`);

it("nothing where it shows what was sent, differs in what is ignored, or nobody knows what was applied", () => {
  expect(learn(BOARD)).toBeUndefined();
  expect(learn(THEMED, { ignore: "dashboard.theme" })).toBeUndefined();
  expect(learn(THEMED, { stamp: { ...STAMP, base: "" } })).toBeUndefined();
});

it("what viewers are given besides, and which publication that was", () => {
  const stamp = learn(THEMED) as Stamp;
  expect([baseOf(stamp), stamp.published]).toEqual([baseOf(STAMP), 3]);
  expect(next(stamp, { published: THEMED })).toEqual([]);
  expect(next(STAMP, { published: THEMED, publishedVersion: 2 })).toEqual(["publish live"]);
  expect(next(stamp, { published: { ...THEMED, theme: "light" } })).toEqual(["publish git"]);
  expect(learn(THEMED, { stamp })).toBeUndefined();
});

it("no number where the stamp counts none, and of another draft what that was shown as", () => {
  const { published: _, ...uncounted } = STAMP;
  expect(learn(THEMED, { stamp: uncounted })).not.toHaveProperty("published");
  const old = { title: "Old", theme: 1 };
  expect(learn(old, { wanted: { title: "Old" } })?.shown).toMatch(/^sha256:/);
  expect(learn(old, { wanted: { title: "Old" } })?.shown).not.toBe(learn(old)?.shown);
});
