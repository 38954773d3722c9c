// Both sides edited one workbook: what plan, drift, pull and apply show of it, and whether the ways out that they name work.
import { describe, expect, it } from "vitest";
import { boardOf, type EditedPlace, openEdited, widget } from "./edited-place.ts";

const WAS = "Orders of this quarter";
const LIVE = "Orders of this quarter (preliminary)";
const GIT = "Orders of this quarter (git2)";

describe("a conflict", () => {
  for (const command of ["plan", "drift", "pull"]) {
    it(`is shown by ${command} with each of its three values whole, one below the other`, async () => {
      const { run } = await openConflict();
      const { stdout } = await run(command);
      const rows = stdout.split("\n").map((line) => line.trim());
      expect(rows).toEqual(
        expect.arrayContaining([`last applied  ${WAS}`, `live          ${LIVE}`, `Git           ${GIT}`]),
      );
      expect(stdout).not.toContain("…");
    });
  }

  it("is on one line if the three values fit there", async () => {
    const { run } = await openConflict({ was: "Orders", live: "Live orders", git: "Git orders" });
    expect((await run("plan")).stdout).toContain("title  Orders (live: Live orders, Git: Git orders)");
  });

  it("has values that no line holds cut where they differ", async () => {
    const long = "A title that goes on and on until no line of any terminal could hold it ";
    const { run } = await openConflict({ was: `${long}was`, live: `${long}live`, git: `${long}git` });
    const { stdout } = await run("plan");
    for (const end of ["was", "live", "git"]) expect(stdout).toMatch(new RegExp(`…\\S.*hold it ${end}\\n`));
  });
});

/** `a` was edited on both sides. */
async function openConflict({ was = WAS, live = LIVE, git = GIT } = {}): Promise<EditedPlace> {
  const place = await openEdited({ stock: boardOf("Stock", was, "Sales", "Returns") });
  place.inUi("stock", (widgets) => {
    widget(widgets, "a").config.title = live;
  });
  place.inGit(({ stock }) => {
    widget(stock?.dashboard.widgets ?? [], "a").config.title = git;
  });
  return place;
}
