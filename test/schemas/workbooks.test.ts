// What no single field says: contract 2 as a whole.
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { BASE, check, P, W, WIDGET } from "./samples.ts";
import { put } from "./support.ts";

describe("a file", () => {
  it("of the samples is valid before anything is put into it", () => {
    expect(check(BASE)).toEqual([]);
  });

  it("may hold any of its keys, or none", () => {
    const files: Json[] = [{}, { workbooks: null }, { layouts: {} }, { reports: { $include: "a.yaml" } }];
    for (const value of files) {
      expect(check(value)).toEqual([]);
    }
  });

  it("refuses unknown keys and values that are no map", () => {
    expect(check({ workbook: {} })).toEqual([" additionalProperties"]);
    expect(check([])).toEqual([" type"]);
    expect(check({ workbooks: { w: null } })).toEqual(["/workbooks/w type"]);
    expect(check({ workbooks: { " ": {} } })).toContain("/workbooks pattern");
    expect(check({ layouts: { "": {} } })).toContain("/layouts pattern");
    expect(check({ reports: { "": {} } })).toContain("/reports pattern");
  });

  it.each(["w", "reports"])("names an unknown key of %s by one finding", (where) => {
    const path = where === "w" ? [...W, "titel"] : ["reports", "r", "titel"];
    expect(check(put(BASE, path, "x"))).toEqual([`/${path.slice(0, -1).join("/")} additionalProperties`]);
  });
});

describe("a widget", () => {
  it("needs id and type, but no position: it may stand under layouts", () => {
    expect(check(put(BASE, [...WIDGET, "position"], undefined))).toEqual([]);
    expect(check(put(BASE, [...WIDGET, "id"], undefined))).toEqual([
      "/workbooks/w/dashboard/widgets/0 required",
    ]);
    expect(check(put(BASE, [...WIDGET, "type"], undefined))).toEqual([
      "/workbooks/w/dashboard/widgets/0 required",
    ]);
  });

  it("may get them from an include", () => {
    expect(check(put(BASE, WIDGET, { $include: "a.yaml", position: [0, 0, 1, 1] }))).toEqual([]);
    expect(check(put(BASE, WIDGET, { $include: "a.yaml", positon: 1 }))).toEqual([
      "/workbooks/w/dashboard/widgets/0 additionalProperties",
    ]);
  });
});

describe("a folder", () => {
  const both = (folder: Json, folderId: Json) =>
    put(put(BASE, [...W, "folder"], folder), [...W, "folderId"], folderId);

  it("stands by path or by id, not both", () => {
    expect(check(both("A", 3))).toEqual(["/workbooks/w/folderId type"]);
    expect(check(put(put(BASE, [...P, "folder"], "A"), [...P, "folderId"], 3))).toEqual([
      "/workbooks/w/overrides/production/folderId type",
    ]);
  });

  it("may take the place of the other by null", () => {
    expect(check(both(null, 3))).toEqual([]);
    expect(check(both("A", null))).toEqual([]);
  });
});
