// What a review approved, and what moved since.
import { describe, expect, it } from "vitest";
import { type Change, type JsonObject, type Plan, valueAt } from "../../src/model/index.ts";
import {
  type Approval,
  approvedChanges,
  type Ground,
  groundOf,
  isPartly,
  movedSince,
  type PlannedUnder,
  planHash,
} from "../../src/plan/index.ts";
import { moveText } from "../../src/report/index.ts";
import { hazard, makeChange, sketchPlan } from "../report/plan-samples.ts";
import { afterUpsert, planOf } from "./support.ts";

function approvalOf(plan: Plan, under: PlannedUnder = {}): Approval {
  return { hash: planHash(plan), ground: groundOf(plan, under), changes: approvedChanges(plan) };
}

/** What is said to have moved where the plan of the merge differs from the reviewed one by `edit`. */
function movedBy(edit: (plan: Plan) => void) {
  const plan = sketchPlan();
  edit(plan);
  return movedSince([approvalOf(sketchPlan())], plan);
}

describe("the hash of a plan", () => {
  it("is the same for the same decisions, whatever else is told", () => {
    expect(planHash(sketchPlan())).toMatch(/^sha256:[0-9a-f]{64}$/);
    const same = movedBy((plan) => {
      plan.tool.version = "9.9.9";
      plan.summary.unchanged = 99;
      plan.diagnostics.push({ rule: "r", severity: "warning", message: "m", file: "f", line: 1, column: 1 });
      for (const change of plan.changes) {
        if (change.source) change.source = { file: "moved.yaml", line: 99 };
        for (const one of change.hazards) one.message = "other words";
      }
      plan.changes.push(makeChange("s", { action: "stamp" }), makeChange("o", { action: "orphaned" }));
    });
    expect(same).toBeUndefined();
  });

  it("is the same whatever is sent of what is live, as long as the stamp is of the same files", () => {
    const sent = (digest: string, more: object = {}) => {
      const boardwright = { v: 2, project: "p", of: "1/a", digest, base: "y" };
      const request = { name: "A", ...more, meta: { boardwright, dashboardDraft: { title: "A", ...more } } };
      return { ...sketchPlan(), changes: [makeChange("a", { request })] };
    };
    const asks = (digest: string, more: object) => movedSince([approvalOf(sent("x"))], sent(digest, more));
    expect(asks("x", { lastViewedBy: "eve", folderId: 7 })).toBeUndefined();
    expect(asks("other", {})).toEqual([{ kind: "workbook", key: "a", how: "files" }]);
  });

  it.each<[keyof Ground, string, string, (plan: Plan) => void]>([
    ["deployment", "12", "13", (plan) => Object.assign(plan.target, { deploymentId: 13 })],
    [
      "address",
      "https://acme.example.com",
      "https://b.test",
      (plan) => Object.assign(plan.target, { url: "https://b.test/" }),
    ],
    ["target", "production", "eu", (plan) => Object.assign(plan.target, { name: "eu" })],
    ["project", "acme-analytics", "other", (plan) => Object.assign(plan, { project: "other" })],
    [
      "hazards",
      "drift",
      "drift mass-change",
      (plan) => plan.changes[0]?.hazards.push(hazard("mass-change", "9 of 12")),
    ],
  ])("is another one for another %s, which is named, though no change moved", (part, before, after, edit) => {
    expect(movedBy(edit)).toEqual([{ part, before, after }]);
  });

  it("is the same for one address, however that is written", () => {
    for (const url of ["https://ACME.example.com:443/", "HTTPS://acme.example.com//"])
      expect(movedBy((plan) => Object.assign(plan.target, { url }))).toBeUndefined();
  });
});

describe("what is ignored", () => {
  const ignore = ["dashboard.settings.seen", "dashboard.widgets[*].config"];
  const board = (title: string, seen?: string, ...widgets: JsonObject[]): JsonObject => ({
    name: title,
    dashboard: { title, settings: { refresh: 1, ...(seen && { seen }) }, widgets },
  });
  const ai = (threadId?: string): JsonObject => ({
    ...{ id: "ai", type: "AI" },
    config: { prompt: "p", ...(threadId && { threadId }) },
  });
  const [created] = planOf({ entries: { a: board("A", "bob", ai()) }, live: [], ignore }).changes;
  /** Of the change of its title, with these values live. */
  const plan = (seen: string, thread: string, file = board("B", "bob", ai())): Plan => {
    const live = afterUpsert("a", created?.request ?? {});
    const draft = board("A", seen, ai(thread)).dashboard as JsonObject;
    return planOf({ entries: { a: file }, live: [{ ...live, draft }], ignore });
  };

  it("is none of what was reviewed, whoever changes it on the platform", () => {
    const reviewed = [approvalOf(plan("bob", "t-1"))];
    expect(movedSince(reviewed, plan("eve", "t-2"))).toBeUndefined();
    expect(planHash(plan("eve", "t-2"))).toBe(planHash(plan("bob", "t-1")));
  });

  it("is what was reviewed as far as the files say it, because that is sent where nothing is live", () => {
    const note = { id: "note", type: "TEXT", config: { markdown: "Reviewed" } };
    const planned = (text: string) =>
      plan("bob", "t", board("B", "bob", ai(), { ...note, config: { markdown: text } }));
    expect(movedSince([approvalOf(planned("Reviewed"))], planned("Reviewed"))).toBeUndefined();
    expect(movedSince([approvalOf(planned("Reviewed"))], planned("Other"))).toEqual([
      { kind: "workbook", key: "a", how: "files" },
    ]);
  });
});

describe("a policy that ignores something else since the review", () => {
  const ignore = ["dashboard.settings.seen"];
  const edited = sketchPlan();
  for (const change of edited.changes) change.fingerprint = "sha256:11";

  it("is what moved, and not what it makes different", () => {
    const moves = movedSince([approvalOf(sketchPlan())], edited, { ignore }) ?? [];
    expect(moves.map((move) => ("part" in move ? move.part : move.key))).toEqual(["ignore"]);
    expect(moves.map(moveText).join()).toContain("the policy: `ignore` is not what it was for the review");
  });

  it("stops nothing where nothing else moved, and does not hide what is new", () => {
    const reviewed = [approvalOf(sketchPlan())];
    expect(movedSince(reviewed, sketchPlan(), { ignore })).toBeUndefined();
    const more = sketchPlan();
    more.changes.push(makeChange("more"));
    expect(movedSince(reviewed, more, { ignore })).toContainEqual({
      kind: "workbook",
      key: "more",
      how: "new",
    });
    expect(movedSince([approvalOf(sketchPlan(), { ignore })], edited, { ignore })).not.toEqual([]);
  });
});

it("a workbook that is gone since the review was deleted on the platform, and its files are the same", () => {
  const request = { meta: { boardwright: { v: 2, project: "p", of: "1/a", digest: "x", base: "y" } } };
  const change = makeChange("a", { request });
  const created: Change = { ...change, action: "create", id: null, fingerprint: null, fields: [] };
  const [move, ...others] =
    movedSince([approvalOf({ ...sketchPlan(), changes: [change] })], {
      ...sketchPlan(),
      changes: [created],
    }) ?? [];
  expect([move, others]).toEqual([{ kind: "workbook", key: "a", how: "deleted" }, []]);
});

describe("several reviews of what one merge brings", () => {
  const plan = (...changes: Plan["changes"]): Plan => ({ ...sketchPlan(), changes });
  const ask = (key: string, name: string, more = {}) =>
    makeChange(key, { request: { name }, fingerprint: "sha256:1", ...more });
  const [a, b] = [ask("a", "A"), ask("b", "B")];
  const reviews = [approvalOf(plan(b)), approvalOf(plan(a))];
  const declared = new Set(["workbook a", "workbook b", "workbook c"]);
  const key = (one: string, how: string) => ({ kind: "workbook", key: one, how });

  it("are exactly the plan if each change is as one of them showed it, and none is missing", () => {
    expect(movedSince(reviews, plan(a, b), { declared })).toBeUndefined();
    expect(movedSince(reviews.slice(1), plan(a, b), { declared })).toEqual([key("b", "new")]);
    expect(movedSince(reviews, plan(a, b, ask("c", "C")), { declared })).toEqual([key("c", "new")]);
    expect(movedSince(reviews, plan(a, ask("b", "Other")), { declared })).toEqual([key("b", "files")]);
    const edited = ask("b", "B", { fingerprint: "sha256:2" });
    expect(movedSince(reviews, plan(a, edited), { declared })).toEqual([key("b", "live")]);
  });

  it("may lack what is live already, and nothing that no file declares any more", () => {
    expect(movedSince(reviews, plan(a), { declared })).toBeUndefined();
    expect(movedSince(reviews, plan(a), { declared: new Set(["workbook a"]) })).toEqual([key("b", "gone")]);
    expect(movedSince(reviews, plan(a))).toEqual([key("b", "gone")]);
    const gone = ask("gone", "G", { action: "delete" });
    const withGone = [approvalOf(plan(gone)), approvalOf(plan(a))];
    expect(movedSince(withGone, plan(a), { declared })).toBeUndefined();
    const kept = ask("gone", "G", { action: "orphaned" });
    expect(movedSince(withGone, plan(a, kept), { declared })).toEqual([key("gone", "gone")]);
    const again = { declared: new Set([...declared, "workbook gone"]) };
    expect(movedSince(withGone, plan(a), again)).toEqual([key("gone", "gone")]);
  });

  it("count by the newest word on a workbook, whose loss is none of the older one's", () => {
    const newer = ask("a", "Newer");
    const both = [approvalOf(plan(newer)), approvalOf(plan(a, b))];
    expect(movedSince(both, plan(newer, b), { declared })).toBeUndefined();
    expect(movedSince(both, plan(a, b), { declared })).toEqual([key("a", "files")]);
  });

  it("accept no hazard about the number of changes that none of them showed, and nothing of another ground", () => {
    const many = { ...a, hazards: [hazard("mass-change", "9 of 12")] };
    expect(movedSince(reviews, plan(many, b), { declared })).toEqual([
      { part: "hazards", before: "", after: "mass-change" },
    ]);
    const { ground, ...older } = reviews[0] as Approval;
    expect(movedSince([older, ...reviews.slice(1)], plan(a, b), { declared })).toEqual([]);
    const other = { ...older, ground: { ...(ground as Ground), address: "https://b.test" } };
    expect(movedSince([other, ...reviews.slice(1)], plan(a, b), { declared })).toContainEqual(
      expect.objectContaining({ part: "address", before: "https://b.test" }),
    );
  });

  it("name another prune beside what it moved, and not alone", () => {
    expect(movedSince(reviews, plan(a, b), { declared, prune: true })).toBeUndefined();
    const gone = ask("gone", "G", { action: "delete" });
    expect(movedSince(reviews, plan(a, b, gone), { declared, prune: true })).toEqual([
      { part: "prune", before: "false", after: "true" },
      key("gone", "new"),
    ]);
  });
});

describe("the order of hazards", () => {
  it("is nobody's decision, nor is where a workbook has to go to be in its folder", () => {
    const plan = (...codes: ("drift" | "adopt")[]): Plan => ({
      ...sketchPlan(),
      changes: [
        makeChange("a", {
          hazards: codes.map((code) => hazard(code, "")),
          request: { folderId: codes.length },
        }),
      ],
    });
    expect(movedSince([approvalOf(plan("drift", "adopt"))], plan("adopt", "drift"))).toBeUndefined();
    const [one, two] = [31, { $folder: "F" }].map((folderId) => {
      const given = plan("drift");
      Object.assign(given.changes[0] as object, { request: { folderId }, folder: ["F"] });
      return given;
    }) as [Plan, Plan];
    expect(movedSince([approvalOf(one)], two)).toBeUndefined();
  });
});

describe("what moved since the review", () => {
  const first = (plan: Plan): Plan["changes"][number] => plan.changes[0] as Plan["changes"][number];
  const title = (plan: Plan, text: string): void => {
    first(plan).request = { ...first(plan).request, name: text };
  };

  it.each([
    [
      "live",
      (plan: Plan) => {
        first(plan).fingerprint = "sha256:11";
      },
    ],
    [
      "live",
      (plan: Plan) => {
        first(plan).hazards.push(hazard("conflict", "both"));
      },
    ],
    ["files", (plan: Plan) => title(plan, "Other")],
    [
      "files",
      (plan: Plan) => {
        first(plan).publish = true;
      },
    ],
    [
      "files",
      (plan: Plan) => {
        first(plan).folder = ["Other"];
      },
    ],
    [
      "both",
      (plan: Plan) => {
        title(plan, "Other");
        first(plan).fingerprint = "sha256:11";
      },
    ],
    [
      "live",
      (plan: Plan) => {
        first(plan).publication = "sha256:33";
      },
    ],
    [
      "live",
      (plan: Plan) => {
        first(plan).id = 999;
      },
    ],
    [
      "files",
      (plan: Plan) => {
        first(plan).publicId = "AbC";
      },
    ],
    [
      "files",
      (plan: Plan) => {
        first(plan).request = { ...first(plan).request, meta: { team: "x" } };
      },
    ],
    [
      "gone",
      (plan: Plan) => {
        plan.changes.shift();
      },
    ],
    [
      "gone",
      (plan: Plan) => {
        first(plan).action = "orphaned";
      },
    ],
  ] as const)("%s", (how, edit) => {
    const changes = movedBy(edit)?.filter((move) => !("part" in move));
    expect(changes).toEqual([{ kind: "workbook", key: "revenue-overview", how }]);
  });

  it("tells live edits from edits of the files also where live has keys that the request clears", () => {
    const moves = movedBy((plan) => {
      const draft = valueAt(first(plan).request, ["meta", "dashboardDraft"]);
      Object.assign(draft ?? {}, { settings: null });
      first(plan).fingerprint = "sha256:22";
    });
    expect(moves).toEqual([{ kind: "workbook", key: "revenue-overview", how: "live" }]);
  });

  it("names what is new, reports and folders too", () => {
    const added = makeChange("by-month", { kind: "report", action: "create" });
    expect(
      movedBy((plan) => {
        plan.changes.push(added);
      }),
    ).toEqual([{ kind: "report", key: "by-month", how: "new" }]);
  });

  it("names what is gone beside what is new", () => {
    const moves = movedBy((plan) => {
      plan.changes = [makeChange("another")];
    });
    expect(moves).toContainEqual({ kind: "workbook", key: "another", how: "new" });
    expect(moves).toContainEqual({ kind: "workbook", key: "revenue-overview", how: "gone" });
    expect(moves).not.toContainEqual(expect.objectContaining({ how: "both" }));
  });

  it("names a stamp only if it needs a decision", () => {
    const stamped = (hazards: Plan["changes"][number]["hazards"]) =>
      movedBy((plan) => {
        plan.changes.push(makeChange("s", { action: "stamp", hazards }));
      });
    expect(stamped([hazard("takeover", "theirs")])).toEqual([
      { part: "hazards", before: "drift", after: "drift takeover" },
      { kind: "workbook", key: "s", how: "new" },
    ]);
    expect(stamped([])).toBeUndefined();
  });

  it("calls nothing new where the review is remembered in part, and says nothing where only its hash is", () => {
    const plan = sketchPlan();
    first(plan).fingerprint = "sha256:11";
    const { hash, ground, changes = [] } = approvalOf(sketchPlan());
    expect(movedSince([{ hash, ground, changes: changes.slice(0, 1), total: 3 }], plan)).toEqual([
      { kind: "workbook", key: "revenue-overview", how: "live" },
    ]);
    expect(movedSince([{ hash }], plan)).toEqual([]);
    const partly = [
      { hash },
      { hash, changes },
      { hash, changes, total: changes.length },
      { hash, changes, total: 9 },
    ];
    expect(partly.map(isPartly)).toEqual([true, false, false, true]);
  });

  describe("of a report that is deleted and created under one key, since its publicId is another one", () => {
    const gone = () => makeChange("by-month", { kind: "report", action: "delete" });
    const made = () =>
      makeChange("by-month", { kind: "report", action: "create", id: null, publicId: "new" });
    const moved = (reviewed: Plan["changes"], now: Plan["changes"]) =>
      movedSince([approvalOf({ ...sketchPlan(), changes: reviewed })], { ...sketchPlan(), changes: now });
    const report = { kind: "report", key: "by-month" };

    it("names only what moved", () => {
      const [title, edited] = [
        { ...made(), publish: true },
        { ...gone(), fingerprint: "sha256:11" },
      ];
      expect(moved([gone(), made()], [gone(), title])).toEqual([{ ...report, how: "files" }]);
      expect(moved([gone(), made()], [edited, made()])).toEqual([{ ...report, how: "live" }]);
      expect(moved([made(), gone()], [edited, title])).toEqual([
        { ...report, how: "live" },
        { ...report, how: "files" },
      ]);
    });

    it("tells two of them apart by whichever side did not move", () => {
      const other = { publicId: "other", fingerprint: "sha256:33" };
      const [one, two] = [gone(), { ...gone(), ...other }];
      const [edited, editedTwo] = [one, two].map((each) => ({
        ...each,
        fingerprint: `${each.fingerprint}f`,
      }));
      const [asked, askedTwo] = [one, two].map((each) => ({ ...each, folder: ["New"] }));
      const both = (how: string) => [
        { ...report, how },
        { ...report, how },
      ];
      expect(moved([two, one], [edited, editedTwo] as Plan["changes"])).toEqual(both("live"));
      expect(moved([two, one], [asked, askedTwo] as Plan["changes"])).toEqual(both("files"));
    });

    it("says which is new and which is gone", () => {
      expect(moved([gone(), made()], [gone()])).toEqual([{ ...report, how: "gone" }]);
      expect(moved([made()], [gone(), made()])).toEqual([{ ...report, how: "new" }]);
    });
  });
});
