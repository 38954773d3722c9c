// What a plan says of what it leaves out or keeps: which one it is, and what a person can do about it.
import { describe, expect, it } from "vitest";
import type { Diagnostic, JsonObject } from "../../src/model/index.ts";
import { liveWorkbook } from "./support.ts";
import { applied, appliedReport, CHART, planOf, type World } from "./world.ts";

const gone = applied("gone");
const PRUNE = { more: { prune: true } };
const CANNOT_DELETE = { delete: { workbooks: false, reports: false } };
const report = (key: string, more: JsonObject = {}) => ({ [key]: { name: key, ...more } });

interface Told extends Pick<Diagnostic, "rule" | "severity" | "file" | "subject"> {
  slug?: string;
  /** All that the message has to name. */
  names: string[];
  /** What the next step speaks of. */
  help: string[];
}

const AT_FILE = { file: "dashboards/a.yaml" };
const NOWHERE = { file: "", severity: "warning" as const };

describe("a plan tells", () => {
  it.each<[string, World, Told]>([
    [
      "of a folder that the deployment cannot make",
      { entries: { a: { folder: ["X", "Y/Z"] } }, can: { folders: false } },
      {
        ...AT_FILE,
        rule: "folder-unknown",
        severity: "error",
        subject: "a",
        slug: "a",
        names: ["the folder X/Y\\/Z is unknown", "; a is left out"],
        help: ["`folders` of the target in boardwright.yaml", '{ "X/Y\\\\/Z": ID }'],
      },
    ],
    [
      "of a report that the deployment cannot write",
      { reports: report("r"), can: { reports: false } },
      {
        ...AT_FILE,
        rule: "report-unsupported",
        severity: "error",
        subject: "r",
        names: ["does not describe report upserts", "the report r is left out"],
        help: ["give its publicId under `reports`"],
      },
    ],
    [
      "of a report whose workbook is nowhere",
      { reports: report("r", { workbook: "w" }) },
      {
        ...AT_FILE,
        rule: "report-workbook-missing",
        severity: "error",
        subject: "r",
        names: ["the report r belongs to the workbook w", "neither live nor part of this plan"],
        help: ["slug under `workbook:`, declare that workbook"],
      },
    ],
    [
      "of a workbook whose report is nowhere",
      { entries: { a: { dashboard: CHART } } },
      {
        ...AT_FILE,
        rule: "report-missing",
        severity: "error",
        subject: "a",
        slug: "a",
        names: ["the report by-month is not on this deployment", "a is left out"],
        help: ["Apply it together with its report", "publicId under `reports`"],
      },
    ],
    [
      "of a workbook that it cannot delete",
      { live: [gone], can: CANNOT_DELETE, ...PRUNE },
      {
        ...NOWHERE,
        rule: "prune-unsupported",
        subject: "gone",
        slug: "gone",
        names: ["does not describe deleting workbooks", "; gone is kept"],
        help: ["Delete on the platform"],
      },
    ],
    [
      "of a report that it cannot delete",
      { liveReports: [appliedReport("old", { name: "Old" })], can: CANNOT_DELETE, ...PRUNE },
      {
        ...NOWHERE,
        rule: "prune-unsupported",
        subject: "old",
        names: ["does not describe deleting reports", "; the report old is kept"],
        help: ["Delete on the platform"],
      },
    ],
    [
      "of a workbook that a declared report needs",
      { live: [gone], reports: report("r", { workbook: "gone" }), ...PRUNE },
      {
        ...NOWHERE,
        rule: "prune-needed",
        subject: "gone",
        slug: "gone",
        names: ["gone is kept: the report r, which is declared, belongs to it"],
        help: ["Declare the workbook too", "under `workbook`"],
      },
    ],
    [
      "of a workbook that a live report needs, though its files name none",
      {
        live: [gone],
        reports: report("r"),
        liveReports: [appliedReport("r", { name: "r" }, { workbookId: gone.id })],
        ...PRUNE,
      },
      {
        ...NOWHERE,
        rule: "prune-needed",
        subject: "gone",
        slug: "gone",
        names: ["gone is kept: the report r, which is declared, belongs to it"],
        help: ["Declare the workbook too"],
      },
    ],
  ])("%s", (_, world, { names, help, ...told }) => {
    const { diagnostics } = planOf(world);
    expect(diagnostics).toHaveLength(1);
    const [found] = diagnostics as [Diagnostic];
    expect(found).toMatchObject(told);
    expect([found.slug, found.column]).toEqual([told.slug, 1]);
    expect(found.line).toBe(told.file === "" ? 1 : 2);
    for (const text of names) expect(found.message).toContain(text);
    for (const text of help) expect(found.help).toContain(text);
  });

  it("of a report that stays because its workbook does, and where both go", () => {
    const live = [gone];
    const liveReports = [appliedReport("old", { name: "Old" }, { workbookId: gone.id })];
    const can = { delete: { workbooks: false, reports: true } };
    const [first] = planOf({ live, liveReports, can, ...PRUNE }).diagnostics;
    expect(first).toMatchObject({
      rule: "prune-needed",
      subject: "old",
      message: "the report old is kept: the workbook gone, which it belongs to, is kept too",
      help: "A report goes together with its workbook.",
    });
    expect(first).not.toHaveProperty("slug");
    // A resident of another workbook keeps nothing.
    const [other] = planOf({
      live: [gone, liveWorkbook("home", { id: 900 })],
      reports: report("r", { workbook: "home" }),
      ...PRUNE,
    }).changes.filter(({ kind }) => kind === "workbook");
    expect(other).toMatchObject({ key: "gone", action: "delete" });
  });
});

describe("a hazard", () => {
  const entries = { a: { name: "Git", meta: { team: "x" } } };
  const messages = (world: World) =>
    planOf(world).changes.flatMap(({ hazards }) => hazards.map((one) => one.message));
  const ours = { ...applied("a", { name: "Old" }), slug: "a" };

  it("says what it is about", () => {
    expect(messages({ entries, live: [liveWorkbook("a", { name: "Theirs" })] })).toEqual([
      "a workbook that no project manages has this slug, and it differs from the files",
    ]);
    const stray = { ...appliedReport("r", { name: "Old" }), meta: {} };
    expect(messages({ reports: report("r"), liveReports: [stray] })).toEqual([
      "a report that no project manages has this publicId, and it differs from the files",
    ]);
    const drifted = { ...applied("a", { name: "Git", meta: { team: "x" } }), name: "Mine", slug: "a" };
    expect(messages({ entries, live: [drifted] })).toEqual(["edited outside Git since the last apply"]);
    expect(messages({ entries, live: [{ ...ours, name: "Mine" }] })).toEqual([
      "edited both in Git and outside it since the last apply",
    ]);
    expect(messages({ entries, live: [{ ...ours, meta: { ...ours.meta, team: "theirs" } }] })).toEqual([
      "a part that the project did not manage until now is already live, and differs from the files",
    ]);
    const stamp = { ...(ours.meta.boardwright as JsonObject), project: "other" };
    expect(messages({ entries, live: [{ ...ours, meta: { boardwright: stamp } }] })).toEqual([
      'managed by another project, "other"',
    ]);
  });
});

it("a plan warns of each workbook that it cannot publish, and of no other", () => {
  const entries = { a: { publish: true, dashboard: {} }, b: { dashboard: {} } };
  const { diagnostics } = planOf({ entries, can: { publish: false } });
  expect(diagnostics.map(({ rule, slug }) => [rule, slug])).toEqual([["publish-unsupported", "a"]]);
});

describe("a change", () => {
  const nameOf = (entry: JsonObject, live: World["live"] = []) =>
    planOf({ entries: { a: entry }, live }).changes[0]?.title;

  it("goes by the name in the files, else the live one, else the title, else the slug", () => {
    const live = [liveWorkbook("a", { name: "Live" })];
    const dashboard = { title: "Title" };
    expect(nameOf({ name: "Files", dashboard }, live)).toBe("Files");
    expect(nameOf({ dashboard }, live)).toBe("Live");
    expect(nameOf({ dashboard })).toBe("Title");
    expect(nameOf({ meta: { team: "x" } })).toBe("a");
  });

  it("of a report goes by its name, else the live one, else its title, else its key", () => {
    const named = (entry: JsonObject, liveReports: World["liveReports"] = []) =>
      planOf({ reports: { r: entry }, liveReports }).changes[0]?.title;
    const live = [appliedReport("r", { name: "Live", title: "Old" })];
    expect(named({ name: "Files", title: "T" }, live)).toBe("Files");
    expect(named({ title: "T" }, live)).toBe("Live");
    expect(named({ title: "T" })).toBe("T");
    expect(named({ sqlQuery: "select 1" })).toBe("r");
  });
});
