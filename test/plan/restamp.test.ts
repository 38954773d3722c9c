// When a stamp is to be written though what it asks for is the same: what the platform had filled in is gone, or is there and no stamp knows
// it. And a report in two steps.
import { describe, expect, it } from "vitest";
import {
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../src/model/index.ts";
import {
  holdsRequest,
  isAnswerOpen,
  isBegun,
  type LiveReport,
  type LiveWorkbook,
  stampRequest,
  withOpenStamp,
} from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { applied, appliedReport, planOf } from "./world.ts";

const BOARD: JsonObject = { title: "T", layout: { cols: 12 } };
const FILES: JsonObject = { name: "a", dashboard: BOARD };
const filled = (more: JsonObject): JsonObject => ({ name: "a", dashboard: { ...BOARD, ...more } });
const stampOf = ({ meta }: Pick<LiveWorkbook, "meta">) => readStamp(meta) as Stamp;
/** The stamp of what was asked for, answered with something more. */
const knowing = (of: Pick<LiveWorkbook, "meta">, asked: JsonObject, answered?: JsonObject): Stamp => ({
  ...stampOf(of),
  base: encodeBase({ asked, ...(answered && { answered }) }),
});
const under = <T extends { meta: JsonObject }>(live: T, stamp: Stamp): T => ({
  ...live,
  meta: { ...live.meta, [STAMP_KEY]: stampToJson(stamp) },
});

describe("a stamp of the same files", () => {
  const ours = applied("a", FILES);
  const plain = stampRequest(stampOf(ours));
  const themed = knowing(ours, FILES, filled({ theme: "dark" }));

  it.each<[string, JsonObject, LiveWorkbook, string, boolean]>([
    ["is there", plain, ours, "", true],
    [
      "is there, and expects what is live",
      stampRequest(themed),
      { ...under(ours, themed), draft: { ...BOARD, theme: "dark" } },
      "",
      true,
    ],
    [
      "expects another default than is to be known",
      plain,
      { ...under(ours, themed), draft: { ...BOARD, theme: "dark" } },
      "",
      false,
    ],
    [
      "knows none, and one is to be known",
      stampRequest(themed),
      { ...ours, draft: { ...BOARD, theme: "dark" } },
      "",
      false,
    ],
  ])("that %s has done its work: %5$s", (_, request, live, ignore, done) => {
    const ignored = ignore === "" ? [] : [parseIgnoredPath(ignore) ?? []];
    expect(holdsRequest(request, live, ignored)).toBe(done);
  });

  it("is planned where defaults are gone, and only of what the files still ask for", () => {
    const lost = (answered: JsonObject, entry = FILES) => {
      const live = under(ours, knowing(ours, FILES, answered));
      const [change] = planOf({ entries: { a: entry }, live: [live] }).changes;
      return [change?.action, change?.reason?.message ?? change?.hazards[0]?.message ?? ""];
    };
    expect(lost(filled({ theme: "dark" }))[0]).toBe("stamp");
    expect(lost(filled({ layout: { cols: 12, rows: 4 } }))[0]).toBe("stamp");
    expect(lost(filled({}))[0]).toBeUndefined();
    expect(lost(filled({ layout: { cols: 12, rows: 4 } }), { name: "a", dashboard: { title: "T" } })[0]).toBe(
      "update",
    );
  });
});

describe("a report in two steps", () => {
  const ENTRY: JsonObject = { name: "R", query: { limit: 1 } };
  const live = appliedReport("r", ENTRY);
  const request = (entry: JsonObject, more: JsonObject = {}): JsonObject => ({
    ...(planOf({ reports: { r: entry } }).changes[0]?.request as JsonObject),
    ...more,
  });
  const [same, changed] = [request(ENTRY), request({ ...ENTRY, title: "New" })];
  const answered = under(live, knowing(live, ENTRY, { ...ENTRY, query: { limit: 1, total: false } }));
  const open = (sent: JsonObject): LiveReport => ({
    ...live,
    meta: withOpenStamp(sent).meta as JsonObject,
  });

  const isApplied = (sent: JsonObject, report: LiveReport) => holdsRequest(sent, report, []);
  const isIts = (sent: JsonObject, report: LiveReport) =>
    isApplied(sent, report) || isBegun(sent, report, []);
  const claimed = { ...live, meta: {} };

  it.each<[string, JsonObject, LiveReport, boolean | undefined, boolean]>([
    ["a creation, before the first answer", same, claimed, undefined, true],
    ["a creation, where nothing was filled in", same, claimed, false, false],
    ["what was answered as it was asked", changed, live, false, false],
    ["what was not asked for before", changed, live, undefined, true],
    ["what was answered as it was asked, where another was not", changed, live, true, true],
    ["what was filled in, and changes", changed, answered, undefined, true],
    ["what was filled in, asked again", same, answered, true, false],
    ["what is only to move", request(ENTRY, { workbookId: 9 }), live, true, false],
    ["what moves, and changes", request({ ...ENTRY, title: "New" }, { workbookId: 9 }), live, true, true],
  ])("may be answered otherwise: %s", (_, sent, before, differ, may) => {
    expect(isAnswerOpen(sent, before, { differ })).toBe(may);
  });

  it("is gone on with after the first, wherever it is by now, and unless somebody edited it", () => {
    const title = { title: "New" };
    const begun = { ...open(changed), ...title };
    expect(isApplied(changed, begun)).toBe(false);
    expect(isIts(changed, begun)).toBe(true);
    const query = { jsonQuery: '{"limit":1,"total":false}' };
    expect(isIts(changed, { ...begun, ...query })).toBe(true);
    expect(isIts(changed, { ...begun, workbookId: 9 })).toBe(true);
    expect(isIts(changed, { ...begun, title: "Mine" })).toBe(false);
    expect(isIts(same, begun)).toBe(false);
    expect(isIts(changed, { ...live, ...title })).toBe(false);
  });

  it("is stamped once", () => {
    const stamp = { meta: answered.meta };
    expect(isApplied(stamp, { ...answered, jsonQuery: '{"limit":1,"total":false}' })).toBe(true);
    expect(isApplied({ meta: live.meta }, live)).toBe(true);
    // What writes more than the stamp writes that, too.
    expect(isApplied({ ...same, meta: answered.meta }, answered)).toBe(true);
  });
});
