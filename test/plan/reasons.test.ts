// What a plan says of what is declared and not live: what happened, by which sign, and what to do about it; and how many live workbooks nobody
// has taken in.
import { describe, expect, it } from "vitest";
import type { JsonObject, Reason } from "../../src/model/index.ts";
import { countUnmanaged, LiveIndex } from "../../src/plan/index.ts";
import { alike, deleted, deletedByRun, renamed, unchecked } from "../../src/plan/planner/reasons.ts";
import { liveWorkbook } from "./support.ts";
import { applied } from "./world.ts";

const AT = "2026-11-20T08:10:04.000Z";
const place = (slug: string | undefined, isPerhapsCopied = false) => ({ id: 7, slug, isPerhapsCopied });
const SECOND = "As it is, apply would create a second workbook.";
const AGAIN = "so an apply creates it again";

describe("what is not live", () => {
  it.each<[string, Reason, string, string[]]>([
    [
      "deleted, as a run knows",
      deleted({ id: 7, at: AT }, undefined),
      "deleted on the platform: it was live, with the id 7, after the apply of 2026-11-20 08:10 UTC",
      ["An apply creates it again", "remove it from the files"],
    ],
    [
      "deleted, as a run knows that never had its id",
      deleted({ id: null, at: AT }, "r"),
      "deleted on the platform: it was live after the apply of 2026-11-20 08:10 UTC",
      ["An apply creates it again"],
    ],
    [
      "deleted, as a report of it shows",
      deleted(undefined, "r"),
      "deleted on the platform: the report r was applied to it",
      ["An apply creates it again"],
    ],
    [
      "deleted by an apply",
      deletedByRun({ run: "2026-11-20T08-10-04Z", undoes: undefined }),
      "deleted by the apply 2026-11-20T08-10-04Z",
      [AGAIN, "To leave it deleted, remove it from the files"],
    ],
    [
      "deleted by a rollback",
      deletedByRun({ run: "2026-11-20T08-10-04Z", undoes: "2026-11-19T08-10-04Z" }),
      "deleted by the rollback of 2026-11-19T08-10-04Z",
      [AGAIN],
    ],
    [
      "hidden, perhaps",
      unchecked("reports", "403"),
      "not in the list of reports; whether it was deleted could not be checked: 403",
      ["ask for access to it", "before an apply creates it"],
    ],
    [
      "renamed",
      renamed("a", place("b"), ""),
      "live as b, id 7: renamed in the UI?",
      [SECOND, "(or declare it as b)", "give it the slug a back", "`boardwright disown b`"],
    ],
    [
      "renamed or copied, and named elsewhere",
      renamed("a", place("b", true), "in x.yaml"),
      "live as b, id 7: renamed or copied in the UI?",
      ["(or declare it as b, also in x.yaml)"],
    ],
    [
      "renamed to what no command line takes",
      renamed("a", place("$(b)"), ""),
      "live as $(b), id 7: renamed in the UI?",
      ["`boardwright disown SLUG`"],
    ],
    [
      "without a slug by now",
      renamed("a", place(undefined), "in x.yaml"),
      "live without a slug, id 7: renamed in the UI?",
      [SECOND, "Give it the slug a back on the platform."],
    ],
    [
      "like another",
      alike({ id: 7, slug: "b", isOurs: false }, "in x.yaml"),
      "has the same name as b, id 7, which no file declares: renamed?",
      ["If so, declare it as b, also in x.yaml.", SECOND],
    ],
    [
      "like another, which nothing else names",
      alike({ id: 7, slug: "b", isOurs: false }, ""),
      "has the same name as b, id 7, which no file declares: renamed?",
      ["If so, declare it as b."],
    ],
    [
      "like one without a slug",
      alike({ id: 7, slug: undefined, isOurs: false }, ""),
      "has the same name as workbook 7, which has no slug, which no file declares: renamed?",
      ["If so, give it this slug.", SECOND],
    ],
  ])("is %s", (_, { message, help }, expected, next) => {
    expect(message).toBe(expected);
    for (const words of next) expect(help).toContain(words);
  });

  it("names the slug that it has now, for the next command", () => {
    expect(renamed("a", place("b"), "")).toMatchObject({ code: "renamed", liveSlug: "b" });
    expect(renamed("a", place(undefined), "")).not.toHaveProperty("liveSlug");
    expect(renamed("a", place(undefined), "x").help).not.toMatch(/disown|Rename it in Git/);
    const codes = [
      deleted(undefined, "r"),
      unchecked("reports"),
      alike({ ...place("b"), isOurs: false }, ""),
    ].map(({ code }) => code);
    expect([...codes, deletedByRun({ run: "r", undoes: undefined }).code]).toEqual([
      "deleted",
      "unchecked",
      "alike",
      "deleted-by-run",
    ]);
  });
});

it("what there is to take in is what nobody manages and no file declares, as its own read shows it", () => {
  const scope = { project: "acme", deploymentId: 1 };
  const index = new LiveIndex({ scope, declared: new Map() });
  const see = (id: number, slug: string, meta: JsonObject = {}, metaUnseen?: true) => {
    index.add(liveWorkbook(slug, { id, meta, ...(metaUnseen && { metaUnseen }) }));
    return countUnmanaged(index, new Set(["declared"]), []);
  };
  expect(see(1, "declared")).toBe(0);
  expect(see(2, "ours", applied("ours").meta)).toBe(0);
  expect(see(3, "hidden", {}, true)).toBe(0);
  expect(see(4, "theirs")).toBe(1);
  expect(see(4, "theirs")).toBe(1);
  expect(see(3, "hidden")).toBe(2);
  expect(see(4, "ours", applied("ours").meta)).toBe(1);
});
