// Which requests take two steps for what they ask: what the platform may trim, sort, round or fill in, and has not been seen to leave alone.
import { describe, expect, it } from "vitest";
import { type JsonObject, readStamp, type Stamp, stampToJson } from "../../src/model/index.ts";
import {
  baseOf,
  type Habits,
  mayBeFilledIn,
  mayReportBeFilledIn,
  noteReportAnswer,
  withOpenStamp,
} from "../../src/plan/index.ts";
import { liveWorkbook } from "./support.ts";
import { applied, appliedReport, planOf } from "./world.ts";

const ENTRY: JsonObject = { name: "R", query: { limit: 1 } };
const PADDED: JsonObject = { ...ENTRY, title: " T " };
const made = (entry: JsonObject) => planOf({ reports: { r: entry } }).changes[0]?.request as JsonObject;
const knows = (...entries: JsonObject[]): Habits => {
  const habits: Habits = { fillsIn: undefined };
  for (const entry of entries) noteReportAnswer(habits, readStamp(made(entry).meta) as Stamp);
  return habits;
};

describe("a report that may be answered otherwise", () => {
  it.each<[string, JsonObject, JsonObject | undefined, Habits, boolean]>([
    ["has a text that may be trimmed", PADDED, ENTRY, knows(ENTRY), true],
    ["is made with one", PADDED, undefined, knows(ENTRY), true],
    [
      "is made with one, where another was left alone",
      { ...PADDED, title: " U " },
      undefined,
      knows(PADDED, ENTRY),
      false,
    ],
    ["had one before", { ...PADDED, title: " U " }, PADDED, { fillsIn: false }, false],
    [
      "has one in another field than one that was left alone",
      { ...PADDED, name: " R " },
      PADDED,
      knows(PADDED),
      true,
    ],
    [
      "has a key more, where keys may be filled in",
      { ...ENTRY, query: { limit: 1, total: true } },
      ENTRY,
      { fillsIn: undefined },
      true,
    ],
    [
      "has a key more, where none is",
      { ...ENTRY, query: { limit: 1, total: true } },
      ENTRY,
      knows(ENTRY),
      false,
    ],
    [
      "has a key more in one of its parts",
      { ...ENTRY, query: { limit: 1, total: true }, pivotItems: { rows: [] } },
      { ...ENTRY, pivotItems: { rows: [] } },
      { fillsIn: undefined },
      true,
    ],
    [
      "has a key less, where keys may be filled in",
      { ...ENTRY, query: {} },
      ENTRY,
      { fillsIn: undefined },
      true,
    ],
    ["has another value", { ...ENTRY, query: { limit: 2 } }, ENTRY, { fillsIn: undefined }, false],
    [
      "has another value beside a list of maps",
      { ...ENTRY, query: { limit: 2, in: [{ b: 1 }] } },
      { ...ENTRY, query: { limit: 1, in: [{ b: 2 }] } },
      { fillsIn: undefined },
      false,
    ],
  ])("%s", (_, entry, before, habits, may) => {
    expect(mayReportBeFilledIn(made(entry), before && appliedReport("r", before), habits)).toBe(may);
  });

  it("is none once a run has seen that such is left alone", () => {
    expect([...(knows(PADDED, ENTRY).keeps ?? [])]).toEqual(["title trims"]);
    expect([...(knows(ENTRY).keeps ?? [])]).toEqual([]);
  });
});

describe("a stamp that cannot be read", () => {
  const damaged = (meta: unknown): JsonObject => {
    const stamp = { ...stampToJson(readStamp(meta as JsonObject) as Stamp), base: "" };
    return { ...(meta as JsonObject), boardwright: stamp };
  };
  const live = appliedReport("r", ENTRY);
  const unread = { ...live, meta: damaged(live.meta) };

  it("says nothing of what was answered: not of before, nor for the rest of a run", () => {
    const changed = made(PADDED);
    const [first, then]: Habits[] = [{ fillsIn: undefined }, { fillsIn: false }];
    expect([first, then].map((habits) => mayReportBeFilledIn(made(ENTRY), unread, habits as Habits))).toEqual(
      [true, false],
    );
    expect(mayReportBeFilledIn({ ...changed, meta: damaged(changed.meta) }, live, { fillsIn: true })).toBe(
      true,
    );
    const habits = knows(PADDED);
    noteReportAnswer(habits, readStamp(unread.meta) as Stamp);
    expect(habits).toEqual({ fillsIn: false, keeps: new Set(["title trims"]) });
    const open = readStamp(withOpenStamp(changed, unread).meta) as Stamp;
    expect(baseOf(open)).toEqual({ asked: PADDED, answered: null });
  });
});

describe("a workbook that may be answered otherwise", () => {
  const FILES: JsonObject = { name: "A", meta: { team: "x" }, dashboard: { title: "T" } };
  const live = applied("a", FILES);
  const update = (entry: JsonObject) =>
    planOf({ entries: { a: { ...FILES, ...entry } }, live: [live] }).changes[0]?.request as JsonObject;

  it.each<[string, JsonObject, Habits["fillsIn"], boolean]>([
    ["without its draft", { name: "New" }, undefined, false],
    ["without its draft, though drafts are filled in", { name: "New" }, true, false],
    ["without its draft, with a name that may be trimmed", { name: " New " }, false, true],
    ["with a draft", { dashboard: { title: "New" } }, undefined, false],
    ["with a draft that may be trimmed", { dashboard: { title: " New " } }, false, true],
  ])("is sent %s: %4$s", (_, entry, fillsIn, may) => {
    expect(mayBeFilledIn(update(entry), live, { fillsIn })).toBe(may);
  });

  it("is not one that gets a stamp alone", () => {
    const theirs = liveWorkbook("a", { name: " A " });
    const [change] = planOf({ entries: { a: { name: " A " } }, live: [theirs] }).changes;
    expect(change?.action).toBe("stamp");
    expect(mayBeFilledIn(change?.request as JsonObject, theirs, { fillsIn: undefined })).toBe(false);
  });

  it("is sent without its draft in one step, where a run has seen that such names are left alone", () => {
    const keeps = new Set(["name trims"]);
    expect(mayBeFilledIn(update({ name: " New " }), live, { fillsIn: true, keeps })).toBe(false);
    expect(mayBeFilledIn(update({ meta: { team: " y " } }), live, { fillsIn: true, keeps })).toBe(true);
  });
});
