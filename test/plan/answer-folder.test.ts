// Where a workbook is after a write that asked for a folder: what did not converge, and what later plans expect.
import { describe, expect, it } from "vitest";
import { type JsonObject, readStamp, type Stamp, stampToJson } from "../../src/model/index.ts";
import { baseOf, type LiveWorkbook, verifyAnswer } from "../../src/plan/index.ts";
import type { Base } from "../../src/plan/stamp/base.ts";
import { makeStamp } from "../../src/plan/stamp/stamp.ts";
import { afterUpsert, planOf } from "./support.ts";

const FILES = { name: "R", folder: ["Finance"], dashboard: { title: "T" } };

/** The answer to a request for folder 31 that puts the workbook at `live`; `base`: what the request expects. */
function answer(
  live: Partial<LiveWorkbook>,
  { entry = FILES as JsonObject, base }: { entry?: JsonObject; base?: Base } = {},
) {
  const folders = new Map([["Finance", 31]]);
  const [change] = planOf({ entries: { rev: entry }, live: [], folders }).changes;
  const planned = { ...change?.request, folderId: 31 } as JsonObject;
  const stamp = readStamp(planned.meta) as Stamp;
  const meta = {
    ...(planned.meta as JsonObject),
    boardwright: stampToJson(base ? makeStamp({ ...stamp, base }) : stamp),
  };
  const request = { ...planned, meta };
  const { restamp, unconverged } = verifyAnswer(request, {
    live: { ...afterUpsert("rev", request), ...live },
    ignored: [],
  });
  return { answered: baseOf(restamp)?.answered, isStamped: restamp !== undefined, unconverged };
}

describe("a workbook that was to go to a folder", () => {
  const elsewhere = { folderId: 9, folderPath: ["Elsewhere"] };
  const notThere = [{ path: "folder", change: "changed", before: 31, after: 9 }];

  it("and is there needs nothing more", () => {
    expect(answer({ folderId: 31, folderPath: ["Finance"] })).toEqual({
      answered: undefined,
      isStamped: false,
      unconverged: [],
    });
  });

  it("and is elsewhere is told, once: the stamp says where it is", () => {
    expect(answer(elsewhere)).toEqual({
      answered: { ...FILES, folder: ["Elsewhere"] },
      isStamped: true,
      unconverged: notThere,
    });
    expect(answer({ ...elsewhere, folderPath: undefined })).toEqual({
      answered: { ...FILES, folder: { id: 9 } },
      isStamped: true,
      unconverged: notThere,
    });
  });

  it.each([
    ["its path", ["Elsewhere"]],
    ["its id", { id: 9 }],
  ])("and is where it was the last time is known by %s", (_, folder) => {
    const base = { asked: FILES, answered: { ...FILES, folder } };
    expect(answer(elsewhere, { base })).toEqual({ answered: undefined, isStamped: false, unconverged: [] });
  });

  it("that is not managed is told, and not learned", () => {
    const { folder: _, ...entry } = FILES;
    const nothing = { answered: undefined, isStamped: false, unconverged: [] };
    expect(answer({ folderId: 31, folderPath: ["Finance"] }, { entry })).toEqual(nothing);
    expect(answer({ folderId: 31, folderPath: undefined })).toEqual(nothing);
    expect(answer({ ...elsewhere, folderPath: undefined }, { entry }).unconverged).toEqual(notThere);
    expect(answer(elsewhere, { entry })).toEqual({
      answered: undefined,
      isStamped: false,
      unconverged: notThere,
    });
  });
});
