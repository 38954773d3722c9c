// What is said when a saved plan is refused, and what of: each refusal names the file, what is wrong in it, and the next step.
import { describe, expect, it } from "vitest";
import { type JsonObject, type Plan, UserError } from "../../src/model/index.ts";
import {
  checkPlanDocument,
  findMakerMismatches,
  findMismatches,
  readPlanDocument,
} from "../../src/plan/index.ts";
import { planOf } from "./world.ts";

const PLAN = planOf({ entries: { rev: { name: "Revenue", folder: "Finance" } } });
type Edit = (plan: { changes: JsonObject[] } & JsonObject) => void;

function edited(edit: Edit): JsonObject {
  const plan = JSON.parse(JSON.stringify(PLAN));
  edit(plan);
  return plan;
}

function refusalOf(read: () => unknown): UserError {
  try {
    read();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const NEXT = "Write one with `boardwright plan --out FILE`. Nothing was sent.";
const why = (text: string) => `saved.plan is not a plan that can be applied: ${text}`;

describe("a file that is no plan", () => {
  const refused = (text: string) => refusalOf(() => readPlanDocument(text, "saved.plan"));

  it("is refused with what it is instead, and where a plan comes from", () => {
    const empty = refused(" \n");
    expect([empty.message, empty.details]).toEqual([why("it is empty"), [NEXT]]);
    const cut = refused(JSON.stringify(PLAN).slice(0, 90));
    expect(cut.message).toBe(why("it is not JSON, or was cut off"));
    expect(cut.details).toEqual([expect.stringMatching(/JSON/), NEXT]);
    expect(refused("{}").message).toBe(why("it lacks the `formatVersion` that every plan begins with"));
    expect(refused("null").message).toContain("lacks the `formatVersion`");
    expect(refused('{"formatVersion":"1"}').message).toContain("lacks the `formatVersion`");
    const later = refused('{"formatVersion":2}');
    expect(later.message).toBe(why("it has format version 2; this version of boardwright reads 1"));
    expect(later.details).toEqual([NEXT]);
  });

  it.each<[string, Edit, string]>([
    [
      "a key too many",
      ({ changes }) => Object.assign(changes[1]!, { more: 1 }),
      "`changes.1` must NOT have additional properties (more)",
    ],
    [
      "a value of another kind",
      ({ changes }) => Object.assign(changes[1]!, { publish: "yes" }),
      "`changes.1.publish` must be boolean",
    ],
    [
      "a part less",
      (plan) => Reflect.deleteProperty(plan, "summary"),
      "it must have required property 'summary'",
    ],
  ])("is refused at the place of %s", (_, edit, problem) => {
    expect(refusalOf(() => checkPlanDocument(edited(edit), "saved.plan")).message).toBe(why(problem));
  });

  it.each<[string, Edit, string]>([
    [
      "which live state",
      ({ changes }) => Object.assign(changes[1]!, { action: "update" }),
      "its change of the workbook rev does not say which live state it was planned from",
    ],
    [
      "a folder that is updated",
      ({ changes }) =>
        Object.assign(changes[0]!, { action: "update", id: 1, fingerprint: `sha256:${"0".repeat(64)}` }),
      "its change of the folder Finance has the action update: folders are only created",
    ],
    [
      "no publicId",
      ({ changes }) => Object.assign(changes[1]!, { kind: "report" }),
      "its change of the report rev has no publicId",
    ],
    [
      "no request",
      ({ changes }) => Reflect.deleteProperty(changes[1]!, "request"),
      "its change of the workbook rev has no request",
    ],
    [
      "no stamp of ours",
      ({ changes }) => Object.assign(changes[1]!.request as JsonObject, { meta: {} }),
      "its change of the workbook rev carries no stamp, or another one's",
    ],
  ])("is refused by the name of the change that cannot be carried out: %s", (_, edit, problem) => {
    const { message } = refusalOf(() => checkPlanDocument(edited(edit), "saved.plan"));
    expect(message).toBe(why(problem));
  });

  it("is one of several targets whose last plan is wrong, too", () => {
    const wrong = edited(({ changes }) => Reflect.deleteProperty(changes[1]!, "request"));
    const both = { formatVersion: 1, plans: [PLAN, wrong] } as unknown as JsonObject;
    expect(refusalOf(() => checkPlanDocument(both, "saved.plan")).message).toContain("rev has no request");
  });
});

describe("a saved plan that does not fit the run", () => {
  const run = { toolVersion: "0.1.9", project: "acme", target: PLAN.target };

  it("says both sides of each difference, the place apart from the maker", () => {
    const target = { name: "prod", url: "https://other.example.com", deploymentId: 2 };
    expect(findMismatches(PLAN, { toolVersion: "0.3.0", project: "other", target })).toEqual({
      place: [
        "target: the plan is for test, this run is for prod",
        "address: the plan is for https://acme.example.com, the target prod is now at https://other.example.com",
        "deployment: the plan is for 1, this run is for 2",
      ],
      maker: [
        'project: the plan is for "acme", this is "other"',
        "tool: the plan was made by boardwright 0.1.0, this is 0.3.0, which may plan differently",
      ],
    });
    expect(findMismatches(PLAN, run)).toEqual({ place: [], maker: [] });
  });

  it("differs in its address by what is reached there, however that is written", () => {
    const placeOf = (one: string, two: string) =>
      findMismatches({ ...PLAN, target: { ...PLAN.target, url: one } } as Plan, {
        ...run,
        target: { ...run.target, url: two },
      }).place.length;
    expect(placeOf("https://a.example.com/", "https://A.example.com")).toBe(0);
    expect(placeOf("https://a.example.com/x", "https://a.example.com/x/")).toBe(0);
    expect(placeOf("https://a.example.com/x/y", "https://a.example.com/xy")).toBe(1);
    expect(placeOf("not an address", "not an address")).toBe(0);
    expect(placeOf("not an address", "another one")).toBe(1);
  });

  it.each([
    ["0.1.0", "0.1.9", 0],
    ["0.1.0", "0.2.0", 1],
    ["1.2.0", "1.9.0", 0],
    ["1.2.0", "2.2.0", 1],
    ["0.2.0", "2.0.0", 1],
  ])("was made by %s, which for %s is another tool: %i", (made, now, count) => {
    const plan = { ...PLAN, tool: { ...PLAN.tool, version: made } };
    expect(findMakerMismatches(plan, { toolVersion: now, project: "acme" })).toHaveLength(count);
  });
});
