// The branch of a proposal, held against Git's own rule for names.
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proposalBranch } from "../../src/action/propose.ts";

const takes = (branch: string): boolean => {
  try {
    execFileSync("git", ["check-ref-format", "--branch", branch], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("the branch of a proposal", () => {
  it("is named as the target, if a branch can be", () => {
    expect(proposalBranch("production")).toBe("boardwright/drift/production");
    expect(proposalBranch("eu.west-1_b")).toBe("boardwright/drift/eu.west-1_b");
  });

  it.each([
    "..",
    ".a",
    "a.",
    "a..b",
    "a.lock",
    "A.LOCK",
    "a.lock.b",
    "@{",
    "a b",
    "../../main",
    "-x",
    "é",
    "\u0000",
    "\ud800",
    "~^:?*[\\",
  ])("is one that Git takes: %j", (target) => {
    expect(takes(proposalBranch(target))).toBe(true);
    expect(proposalBranch(target)).toMatch(/^boardwright\/drift\/[\w.=-]+$/);
  });

  it("is another one for every target, and never too long", () => {
    const name = fc.string({
      unit: fc.constantFrom("a", ".", "=", "2", "E", "/", "é", " ", "\n"),
      maxLength: 90,
    });
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one !== other);
        expect(proposalBranch(one)).not.toBe(proposalBranch(other));
        expect(proposalBranch(one).length).toBeLessThanOrEqual(100);
      }),
    );
  });
});
