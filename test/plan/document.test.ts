// A plan read back from its document: what does not hold together is no plan, and what is for another place is not applied here.
import { describe, expect, it } from "vitest";
import { type JsonObject, type Plan, UserError } from "../../src/model/index.ts";
import { findMakerMismatches, findMismatches, prove, readPlanDocument } from "../../src/plan/index.ts";
import { planOf } from "./support.ts";
import { planOf as planOfReports, shown } from "./world.ts";

type Edit = (change: JsonObject, plan: JsonObject) => void;

const PLAN = planOf({ entries: { rev: { name: "Revenue", folder: "Finance" } }, live: [] });

/** The document of the plan after an edit of its last change, which creates the workbook. */
function written(edit: Edit = () => {}): string {
  const plan = JSON.parse(JSON.stringify(PLAN)) as JsonObject;
  edit((plan.changes as JsonObject[]).at(-1) as JsonObject, plan);
  return JSON.stringify({ ...plan, ...prove("saved plan", plan, undefined) });
}

/** The same without its proof, as it is read back. */
function bare(): JsonObject {
  const { digest: _, ...plan } = JSON.parse(written()) as JsonObject;
  return plan;
}

function refusal(text: string): string {
  try {
    readPlanDocument(text, "plan.json");
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  }
  return "";
}

describe("a plan document", () => {
  it("is read back as it was written", () => {
    expect(readPlanDocument(written(), "plan.json")).toEqual({
      plans: [bare()],
      several: false,
    });
    const several = readPlanDocument(
      JSON.stringify({ formatVersion: 1, plans: [JSON.parse(written())] }),
      "p",
    );
    expect([several.plans.length, several.several]).toEqual([1, true]);
  });

  it.each<[string, string, RegExp]>([
    ["nothing", " ", /it is empty/],
    ["half a plan", written().slice(0, 90), /cut off/],
    ["something else", '{"a":1}', /lacks the `formatVersion`/],
    [
      "another format",
      written((_, plan) => Object.assign(plan, { formatVersion: 2 })),
      /format version 2; .* reads 1/,
    ],
    ["a field too many", written((change) => Object.assign(change, { more: 1 })), /more/],
    [
      "an update of what is nowhere",
      written((change) => Object.assign(change, { action: "update" })),
      /which live state/,
    ],
    [
      "an update of nothing in particular",
      written((change) =>
        Object.assign(change, { action: "update", fingerprint: `sha256:${"0".repeat(64)}` }),
      ),
      /which live state/,
    ],
    [
      "an update of it as it may be by now",
      written((change) => Object.assign(change, { action: "update", id: 7 })),
      /which live state/,
    ],
    [
      "a write without a request",
      written((change) => Reflect.deleteProperty(change, "request")),
      /has no request/,
    ],
    [
      "no stamp",
      written((change) => Object.assign(change.request as JsonObject, { meta: {} })),
      /carries no stamp/,
    ],
    [
      "the stamp of another slug",
      written((change) => Object.assign(change, { key: "other" })),
      /carries no stamp/,
    ],
    [
      "the stamp of another deployment",
      written((_, plan) => Object.assign(plan.target as JsonObject, { deploymentId: 2 })),
      /carries no stamp/,
    ],
    [
      "the stamp of another project",
      written((_, plan) => Object.assign(plan, { project: "other" })),
      /carries no stamp/,
    ],
    [
      "a report without its publicId",
      written((change) => Object.assign(change, { kind: "report" })),
      /has no publicId/,
    ],
    [
      "a folder that is deleted",
      written((_, { changes }) =>
        Object.assign((changes as JsonObject[])[0]!, { action: "delete", id: 1, fingerprint: "sha256:0" }),
      ),
      /action delete|fingerprint|request/,
    ],
  ])("is not %s", (_, text, why) => expect(refusal(text)).toMatch(why));

  it("may hold reports", () => {
    const plan = planOfReports({ reports: { r: { name: "R" } } });
    expect(shown(plan)).toEqual(["create report r"]);
    expect(refusal(JSON.stringify({ ...plan, ...prove("saved plan", plan, undefined) }))).toBe("");
  });

  it("may delete and publish without a request, and list orphans without anything", () => {
    const fingerprint = `sha256:${"0".repeat(64)}`;
    for (const action of ["delete", "publish"]) {
      const text = written((change) => {
        Object.assign(change, { action, id: 7, fingerprint, publish: action === "publish" });
        Reflect.deleteProperty(change, "request");
      });
      expect(refusal(text)).toBe("");
    }
    const orphan = written((change) => {
      Object.assign(change, { action: "orphaned", id: 7, fingerprint });
      Reflect.deleteProperty(change, "request");
    });
    expect(refusal(orphan)).toBe("");
  });
});

describe("a saved plan and the run that applies it", () => {
  const run = { toolVersion: "0.1.9", project: "acme", target: PLAN.target };
  const kinds = (edit: Partial<typeof run>) => {
    const { place, maker } = findMismatches(PLAN as Plan, { ...run, ...edit });
    return [...place, ...maker].map((text) => text.split(":")[0]);
  };

  it.each<[string, Partial<typeof run>, string[]]>([
    ["are for one place", {}, []],
    [
      "are for one place, however its address is written",
      { target: { ...PLAN.target, url: "HTTPS://acme.example.com:443/" } },
      [],
    ],
    ["differ in the target", { target: { ...PLAN.target, name: "prod" } }, ["target"]],
    ["differ in the address", { target: { ...PLAN.target, url: "https://other.example.com" } }, ["address"]],
    ["differ in the deployment", { target: { ...PLAN.target, deploymentId: 2 } }, ["deployment"]],
    ["differ in the project", { project: "other" }, ["project"]],
    ["differ in the version that may plan otherwise", { toolVersion: "0.2.0" }, ["tool"]],
  ])("%s", (_, edit, expected) => expect(kinds(edit)).toEqual(expected));

  it("of a version from 1.0 on differ in its first number alone", () => {
    const plan = { ...PLAN, tool: { ...PLAN.tool, version: "1.2.3" } };
    expect(findMakerMismatches(plan, { ...run, toolVersion: "1.9.0" })).toEqual([]);
    expect(findMakerMismatches(plan, { ...run, toolVersion: "2.2.3" })).toHaveLength(1);
  });
});
