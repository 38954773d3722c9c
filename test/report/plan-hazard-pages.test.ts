import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HAZARD_CODES } from "../../src/model/index.ts";
import { hazardAdvice } from "../../src/report/change/hazard-advice.ts";
import { hazard, makeChange, makePlan } from "./plan-samples.ts";

const pages = new URL("../../docs/hazards/", import.meta.url);

describe("the pages of the hazards", () => {
  it("are one for each code", () => {
    expect(readdirSync(pages).sort()).toEqual(HAZARD_CODES.map((code) => `${code}.md`).sort());
  });

  it.each(HAZARD_CODES)("%s: says when, why, and the ways out that the plan offers", (code) => {
    const text = readFileSync(new URL(`${code}.md`, pages), "utf8");
    expect(text.startsWith(`# ${code}\n`)).toBe(true);
    for (const heading of ["When", "Why it stops", "The ways out", "Example"])
      expect(text).toContain(`\n## ${heading}\n`);
    const [advice] = hazardAdvice(makePlan([makeChange("order-status", { hazards: [hazard(code, "")] })]));
    const commands =
      advice?.ways
        .flat()
        .flatMap((piece) => (typeof piece === "object" && "command" in piece ? [piece.command] : [])) ?? [];
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(text).toContain(command.replace("GLOB", "'sales-*'"));
  });
});
