import { describe, expect, it } from "vitest";
import { globProblem } from "../../src/model/index.ts";

describe("a glob", () => {
  it.each([
    "dashboards/**/*.{yaml,yml,json}",
    "**/*-*-*.yaml",
    "{a,b}/{c,d}/{1..20}/x.yaml",
    "revenue-*",
    "a,b,c",
    "}a{",
    "\\(draft\\)/*.yaml",
    "[ab]*",
    "{a,{b,{c,d}}}",
  ])("%j is accepted", (glob) => expect(globProblem(glob)).toBeUndefined());

  it.each([
    ["{a,b}".repeat(24), /1000 patterns/],
    ["{1..100000000}", /1000 patterns/],
    ["{a..z}{a..z}{a..z}", /1000 patterns/],
    ["{{1..50},{1..50}}{1..50}", /1000 patterns/],
    ["{-500..501}", /1000 patterns/],
    [`${"*a".repeat(25)}b`, /`\*` in one name/],
    ["*a*a*a*ab", /`\*` in one name/],
    ["[a]+[a]+[a]+[a]+b", /`\*` in one name/],
    ["**/a/**/b/**/c/**", /`\*\*`/],
    ["@(a|a|a|aa)*", /parentheses/],
    ["(a+)+b", /parentheses/],
    ["a".repeat(501), /500 characters/],
  ])("%j is refused", (glob, why) => expect(globProblem(glob)).toMatch(why));

  it("counts exactly as many ways as a shell would make of it", () => {
    expect(globProblem("{1..1000}")).toBeUndefined();
    expect(globProblem("{1..1001}")).toBeDefined();
    expect(globProblem("{a,b}".repeat(9))).toBeUndefined();
    expect(globProblem("{a,b}".repeat(10))).toBeDefined();
  });
});
