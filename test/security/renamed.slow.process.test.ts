// A pull request that takes its own review off: it renames the project, or changes the default target, and the sealed comment is of the
// old name.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sealSection } from "../../src/report/index.ts";
import { board, openPlace, type Place, PROJECT } from "../action/place.ts";
import { planSection, withPlan } from "../action/reseal.ts";
import { type Event, pullRequest, push, REPOSITORY } from "../action/runner.ts";
import { expectRefused } from "./refused.ts";

const BEFORE = "1".repeat(40);
const RENAMED = PROJECT.replace("project: acme", "project: acme-two");
const RETARGETED = PROJECT.replace("defaultTarget: production", "defaultTarget: staging");

const merged = (place: Place, before: string | undefined = BEFORE): Event => ({
  ...place.merge(5),
  payload: { ...push.payload, before },
});

/** The pull request is planned with the project file `text` on its branch, then merged with other content than was reviewed. */
async function mergeOther(text: string, folder = ""): Promise<Place> {
  const place = await openPlace({ folder });
  writeFileSync(join(place.workspace, folder, "boardwright.yaml"), text);
  await place.run("plan", pullRequest(5));
  expect(place.comments(5)[0]?.body).toContain(" project=acme ");
  place.rewrite({ revenue: board("Never reviewed") });
  return place;
}

describe("a pull request that gives its plan another name", () => {
  it.each([
    ["renames the project", RENAMED],
    ["changes the default target", RETARGETED],
  ])("and %s is not applied without review", async (_, text) => {
    const place = await mergeOther(text);
    const why = "the reviewed plan of #5 is of the project acme for production, and what was merged renames";
    expectRefused(place, await place.run("apply", merged(place)), why);
    const step = await place.run("apply", merged(place), { inputs: { review: "off" } });
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });

  it("and brings a project file that is found first is not applied without review", async () => {
    const place = await mergeOther(RENAMED, "analytics/");
    place.github.contents.delete("analytics/boardwright.yaml");
    place.github.contents.set("boardwright.yaml", PROJECT);
    expectRefused(
      place,
      await place.run("apply", merged(place)),
      "the reviewed plan of #5 is of the project",
    );
  });

  it.each([
    ["no commit before it", "0".repeat(40), false, "the event names no commit before"],
    ["a commit that cannot be read", BEFORE, true, "the project file before the push cannot be read"],
  ])("is refused where the push has %s", async (_, before, isHidden, why) => {
    const place = await mergeOther(RENAMED);
    place.github.isHidden = isHidden;
    const step = await place.run("apply", merged(place, before));
    expectRefused(place, step, `a plan of another project or target was reviewed, and ${why}`);
  });

  it("is not held up by a comment that somebody else made up", async () => {
    const place = await mergeOther(RENAMED);
    const [comment] = place.comments(5);
    if (!comment) throw new Error("no comment");
    comment.user = { login: "mallory" };
    const byMallory = { key: "mallory's own key", repository: REPOSITORY, pull: 5 };
    comment.body = withPlan(comment.body, sealSection(planSection(comment.body), byMallory));
    const step = await place.run("apply", merged(place));
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});

describe("two projects in one repository", () => {
  it("are each compared with their own plan, and the one without a plan with none", async () => {
    const place = await openPlace({ folder: "b/" });
    writeFileSync(join(place.workspace, "b/boardwright.yaml"), RENAMED);
    place.github.contents.set("b/boardwright.yaml", RENAMED);
    place.github.contents.set("boardwright.yaml", PROJECT);
    writeFileSync(join(place.workspace, "boardwright.yaml"), PROJECT);
    await place.run("plan", pullRequest(5), { inputs: { "working-directory": "." } });
    expect(place.comments(5)[0]?.body).toContain(" project=acme ");
    const step = await place.run("apply", merged(place));
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    expect(step.log).toContain("No reviewed plan of #5 was found");
  });
});
