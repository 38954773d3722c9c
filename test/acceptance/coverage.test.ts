// The table of README.md: every row of contract 5 and every hazard of contract 6 stands in it, and every case that it names shows in
// its golden what it is named for.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HAZARD_CODES, type Plan } from "../../src/model/index.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const ROWS = [...read("README.md").matchAll(/^\| [^|]+ \| `"(\w+)": "([\w-]+)"` +\| ([^|]+)\|$/gm)].map(
  ([, field = "", value = "", cases = ""]) => ({ field, value, cases: cases.trim().split(", ") }),
);

describe("the acceptance cases", () => {
  it("cover every origin and every hazard", () => {
    const covered = (field: string) => ROWS.filter((row) => row.field === field).map(({ value }) => value);
    expect(covered("origin").sort()).toEqual(["both", "git", "live", "unknown"]);
    expect(covered("code").sort()).toEqual([...HAZARD_CODES].sort());
  });

  it.each(ROWS)("show $field $value in $cases", ({ field, value, cases }) => {
    for (const name of cases) {
      const { changes } = JSON.parse(read(`${name}/plan.golden.json`)) as Plan;
      const found = {
        origin: changes.flatMap(({ fields }) => fields.map(({ origin }) => origin)),
        code: changes.flatMap(({ hazards }) => hazards.map(({ code }) => code)),
        action: changes.map(({ action }) => action),
      };
      expect(found[field as keyof typeof found], name).toContain(value);
    }
  });
});
