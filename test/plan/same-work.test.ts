// What another run of the same plan has made so far: part of what this one is about to make, or somebody else's.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, readStamp, type Stamp, stampToJson } from "../../src/model/index.ts";
import { canonical, digest, isSameWork, type LiveWorkbook } from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { isPartOf } from "../../src/plan/stamp/same-work.ts";
import { afterUpsert, planOf } from "./support.ts";

describe("a part of a whole", () => {
  const report = { $report: "r" };
  it.each<[Json, Json | undefined, boolean]>([
    [5, 5, true],
    [5, 6, false],
    [5, report, true],
    ["5", report, false],
    [report, report, true],
    [report, 5, false],
    [5, { ...report, more: 1 }, false],
    [5, undefined, false],
    ["a", undefined, false],
    [{}, undefined, false],
    [{}, "a", false],
    [{}, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true],
    [{ a: { b: 1 } }, { a: { c: 2 } }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [[1], [1, 2], false],
    [{ widgets: [{ id: "b" }] }, { widgets: [{ id: "a" }, { id: "b", x: 1 }] }, true],
    [{ widgets: [{ id: "c" }] }, { widgets: [{ id: "a" }] }, false],
    [{ widgets: [{ id: "a", chart: 5 }] }, { widgets: [{ id: "a", chart: report }] }, true],
  ])("%j of %j: %j", (part, whole, expected) => expect(isPartOf(part, whole)).toBe(expected));
});

describe("a workbook that is live by now", () => {
  const FILES = { name: "R", dashboard: { title: "T", widgets: [{ id: "a" }, { id: "b" }] } };
  const requestOf = (entry: JsonObject) =>
    planOf({ entries: { rev: entry }, live: [] }).changes[0]?.request as JsonObject;
  const request = requestOf(FILES);
  const live = afterUpsert("rev", request);
  const stamped = (given: JsonObject, more: Partial<LiveWorkbook> = {}): LiveWorkbook => ({
    ...live,
    meta: { boardwright: { ...stampToJson(readStamp(live.meta) as Stamp), ...given } },
    ...more,
  });
  const part = afterUpsert(
    "rev",
    requestOf({ name: "R", dashboard: { title: "T", widgets: [{ id: "a" }] } }),
  );

  it.each<[string, LiveWorkbook, boolean]>([
    ["is all of it", live, true],
    ["is a part of it", part, true],
    ["is something else", afterUpsert("rev", requestOf({ name: "S" })), false],
    ["is more than it", afterUpsert("rev", requestOf({ ...FILES, meta: { team: "x" } })), false],
    ["was edited", { ...live, name: "Mine" }, false],
    ["was edited, in part", { ...part, draft: { title: "Mine", widgets: [{ id: "a" }] } }, false],
    ["is nobody's", { ...live, meta: {} }, false],
    ["is another project's", stamped({ project: "other" }), false],
    ["is a copy of another one", stamped({ of: "1/other" }), false],
    ["has a stamp that cannot be read", stamped({ base: "" }), false],
  ])("%s: %3$s", (_, now, expected) => expect(isSameWork(request, now, [])).toBe(expected));

  it("is of no request whose stamp is damaged or not there", () => {
    const meta = { ...(request.meta as JsonObject) };
    const boardwright = { ...(meta.boardwright as JsonObject), base: "" };
    expect(isSameWork({ ...request, meta: { ...meta, boardwright } }, live, [])).toBe(false);
    expect(isSameWork({ name: "R" }, live, [])).toBe(false);
  });

  it("may have the number of a report that this run does not know yet", () => {
    const drawing = (chart: Json) => ({ name: "R", dashboard: { chart } }) as JsonObject;
    const [waiting, done] = [{ $report: "r" }, 55].map((chart) => {
      const { changes } = planOf({ entries: { rev: drawing(55) }, live: [] });
      const made = changes[0]?.request as JsonObject;
      return chart === 55 ? made : openRequest(drawing(chart), made);
    }) as [JsonObject, JsonObject];
    expect(isSameWork(waiting, afterUpsert("rev", done), [])).toBe(true);
  });
});

/** As it is planned while its report has no number. */
function openRequest(entry: JsonObject, made: JsonObject): JsonObject {
  const stamp = readStamp(made.meta) as Stamp;
  const base = encodeBase({ asked: entry });
  const open = { ...stamp, base, digest: digest(canonical(entry)) };
  return { ...made, meta: { dashboardDraft: entry.dashboard as Json, boardwright: stampToJson(open) } };
}
