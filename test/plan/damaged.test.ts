// Stamps that somebody damaged: nothing fails because of one, and nothing is known by it.
import { describe, expect, it } from "vitest";
import { type Change, type JsonObject, readStamp, type Stamp } from "../../src/model/index.ts";
import {
  type Answers,
  completeReferences,
  holdsRequest,
  noteAnswer,
  readRecord,
} from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { afterUpsert, planOf } from "./support.ts";

const FILES = { name: "R", dashboard: { title: "T", chart: { $report: "r" } } };
const change = planOf({ entries: { rev: { ...FILES, dashboard: { title: "T" } } }, live: [] })
  .changes[0] as Change;
const request = change.request as JsonObject;
const stamp = (request.meta as JsonObject).boardwright as JsonObject;
const NO_BASE = { base: "bm90IGRlZmxhdGVk" };
const stamped = (given: JsonObject): JsonObject => ({
  ...request,
  meta: { ...(request.meta as JsonObject), boardwright: { ...stamp, ...given } },
});

describe("a stamp whose base cannot be read", () => {
  const damaged = stamped(NO_BASE);

  it("goes out as it is in a request whose references are completed", () => {
    const meta = { ...(damaged.meta as JsonObject), dashboardDraft: FILES.dashboard };
    const complete = completeReferences({ ...change, request: { ...damaged, meta } }, new Map([["r", 55]]));
    expect(complete.request?.meta).toEqual({ ...meta, dashboardDraft: { title: "T", chart: 55 } });
  });

  it("does not say that what it is on was applied before", () => {
    const live = afterUpsert("rev", request);
    expect(holdsRequest(request, live, [])).toBe(true);
    expect(holdsRequest(request, afterUpsert("rev", damaged), [])).toBe(false);
    expect(holdsRequest(damaged, live, [])).toBe(true);
    expect(holdsRequest(damaged, { ...live, draft: { title: "Mine" } }, [])).toBe(false);
  });

  it("says nothing of what the platform fills in", () => {
    const seen: Answers = {};
    noteAnswer(seen, readStamp(damaged.meta) as Stamp);
    expect(seen.differ).toBe(false);
  });
});

describe("the record of a stamp", () => {
  const recordOf = (given: JsonObject) => readRecord(stamped(given).meta);

  it("is whole as it was written", () => {
    expect(recordOf({})).toEqual({
      project: "acme",
      of: "1/rev",
      digest: stamp.digest,
      asked: { name: "R", dashboard: { title: "T" } },
      answered: { name: "R", dashboard: { title: "T" } },
      isOpen: false,
    });
    expect(recordOf({})).not.toHaveProperty("damaged");
    expect(recordOf({})).not.toHaveProperty("preview");
    expect(readRecord({})).toBeUndefined();
    expect(readRecord({ boardwright: null })).toBeUndefined();
  });

  it.each<[string, JsonObject, RegExp]>([
    ["a version of its own", { v: 9 }, /^its version is 9, and this version of boardwright reads 2$/],
    ["no version", { v: null }, /^its version is null, /],
    ["a part that is no text", { digest: 5 }, /^digest is no text$/],
    ["parts that are none", { of: null, base: null }, /^of, base are no text$/],
    ["a mark that no preview has", { preview: { name: 5 } }, /written by no apply/],
    ["a base that was cut off", NO_BASE, /cannot be unpacked/],
    ["a base of another state", { digest: "sha256:0" }, /not the state that its digest is of/],
  ])("names %s", (_, given, damaged) => {
    expect(recordOf(given)?.damaged).toMatch(damaged);
  });

  it("says of which preview it is, what was answered, and whether a run has ended", () => {
    const preview = { name: "pr-1", branch: "b", wasOn: false };
    expect(recordOf({ preview })?.preview).toEqual(preview);
    const asked = { name: "R", dashboard: { title: "T" } };
    const answered = { ...asked, dashboard: { title: "T", theme: 1 } };
    expect(recordOf({ base: encodeBase({ asked, answered }) })).toMatchObject({
      asked,
      answered,
      isOpen: false,
    });
    expect(recordOf({ base: encodeBase({ asked, answered: null }) })).toMatchObject({
      ...{ asked, answered: null, isOpen: true },
    });
  });

  it("is none at all where there is a text", () => {
    expect(readRecord({ boardwright: "x" })).toMatchObject({
      damaged: "it is no record at all",
      project: null,
      asked: null,
    });
  });
});
