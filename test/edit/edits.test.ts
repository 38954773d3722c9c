// What a pull takes into files that are there: live edits, part by part, and never more.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { asFile, board, type Harness, openHarness } from "../apply/harness.ts";
import { pull, told, write } from "../pull/place.ts";

const widget = (id: string, config: JsonObject = {}, y = 0): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y, w: 6, h: 4 },
  config: { title: id, ...config },
});
const two = {
  name: "A",
  meta: { team: "x" },
  dashboard: board("A", { widgets: [widget("a"), widget("b", {}, 4)] }),
};

const declare = (harness: Harness, entry: JsonObject) =>
  write(harness.cwd, "dashboards/all.yaml", asFile({ a: entry }));
const fileOf = ({ cwd }: Harness): JsonObject =>
  parse(readFileSync(join(cwd, "dashboards/all.yaml"), "utf8")).workbooks.a;
const editWidgets = (harness: Harness, change: (widgets: JsonObject[]) => JsonObject[]) =>
  harness.sandbox.edit("a", (workbook) => {
    const draft = workbook.dashboardDraft as JsonObject;
    workbook.dashboardDraft = { ...draft, widgets: change(draft.widgets as JsonObject[]) };
  });

async function applied(entry: JsonObject, settings = ""): Promise<Harness> {
  const harness = await openHarness({ workbooks: { a: entry }, settings });
  await harness.run();
  return harness;
}

describe("pull", () => {
  it("takes a live edit and keeps what was edited in Git, widget by widget", async () => {
    const harness = await applied(two);
    editWidgets(harness, ([a, b]) => [
      a as JsonObject,
      { ...b, config: { title: "live" } },
      widget("c", {}, 8),
    ]);
    declare(harness, {
      ...two,
      dashboard: board("A", { widgets: [widget("a", { note: "git" }), widget("b", {}, 4)] }),
    });
    const made = await pull(harness);
    expect(told(made)).toEqual(["edited workbook a"]);
    const { widgets } = fileOf(harness).dashboard as { widgets: JsonObject[] };
    expect(widgets.map(({ id, config }) => [id, config])).toEqual([
      ["a", { title: "a", note: "git" }],
      ["b", { title: "live" }],
      ["c", { title: "c" }],
    ]);
    const { changes } = await harness.plan();
    expect(changes.flatMap(({ fields }) => fields.map(({ path, origin }) => [path, origin]))).toEqual([
      ["dashboard.widgets[a].config.note", "git"],
    ]);
  });

  it("puts what was added on both sides where either side has it", async () => {
    const harness = await applied(two);
    editWidgets(harness, ([a, b]) => [a as JsonObject, widget("live", {}, 8), b as JsonObject]);
    declare(harness, {
      ...two,
      dashboard: board("A", { widgets: [widget("git", {}, 12), widget("a"), widget("b", {}, 4)] }),
    });
    await pull(harness);
    const { widgets } = fileOf(harness).dashboard as { widgets: JsonObject[] };
    expect(widgets.map(({ id }) => id)).toEqual(["git", "a", "live", "b"]);
    expect((await harness.plan()).changes.flatMap(({ fields }) => fields.map(({ path }) => path))).toEqual([
      "dashboard.widgets[git]",
    ]);
  });

  it("leaves what both sides edited until it is told whose counts, and takes the rest", async () => {
    const harness = await applied(two);
    harness.sandbox.edit("a", (workbook) => {
      workbook.name = "Live";
      workbook.meta = { ...workbook.meta, team: "live" };
    });
    declare(harness, { ...two, name: "Git" });
    const left = await pull(harness);
    expect(told(left)).toEqual(["conflict workbook a", "edited workbook a"]);
    expect(fileOf(harness)).toMatchObject({ name: "Git", meta: { team: "live" } });
    expect(left.pulled[0]?.change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
      ["name", "both"],
    ]);

    await pull(harness, { resolution: "ours" });
    expect(fileOf(harness)).toMatchObject({ name: "Git", meta: { team: "live" } });
    await pull(harness, { resolution: "theirs" });
    expect(fileOf(harness)).toMatchObject({ name: "Live", meta: { team: "live" } });
    expect(await harness.actions()).toEqual(["stamp a"]);
  });

  it("asks whose counts where nobody knows who edited", async () => {
    const harness = await openHarness({ workbooks: { a: two } });
    await harness.platform.upsertWorkbook(1, "a", {
      name: "A",
      meta: { team: "x", dashboardDraft: board("Live") },
    });
    expect(told(await pull(harness))).toEqual(["conflict workbook a"]);
    expect(told(await pull(harness, { resolution: "theirs" }))).toEqual(["edited workbook a"]);
    expect(await harness.actions()).toEqual(["stamp a"]);
  });

  it("takes no part that is not managed, nothing ignored, and no runtime of an AI widget", async () => {
    const ai = (config: JsonObject): JsonObject => ({ ...widget("ai", config), type: "AI" });
    const entry = {
      dashboard: board("A", { settings: { refresh: 1, seenBy: "git" }, widgets: [ai({ prompt: "p" })] }),
    };
    const harness = await applied(entry, 'ignore: ["dashboard.settings.seenBy"]\n');
    harness.sandbox.edit("a", (workbook) => {
      workbook.name = "Another";
      workbook.meta = { ...workbook.meta, owner: "somebody" };
      workbook.dashboardDraft = board("A", {
        settings: { refresh: 2, seenBy: "ada" },
        widgets: [ai({ prompt: "q", threadId: "t", checksum: "c" })],
      });
    });
    await pull(harness);
    const file = fileOf(harness);
    expect(Object.keys(file)).toEqual(["dashboard"]);
    expect(file.dashboard).toMatchObject({ settings: { refresh: 2, seenBy: "git" } });
    expect((file.dashboard as { widgets: JsonObject[] }).widgets[0]?.config).toEqual({
      title: "ai",
      prompt: "q",
    });
    expect(await harness.actions()).toEqual(["stamp a"]);
  });

  it("takes a move into a folder, in the form that comes back the same", async () => {
    const harness = await applied({ name: "A", folder: "/", dashboard: board("A") });
    const { id: parentId } = await harness.platform.createFolder(1, { name: "A/B" });
    const { id } = await harness.platform.createFolder(1, { name: "C", parentId });
    harness.sandbox.edit("a", (workbook) => {
      workbook.folderId = id;
    });
    await pull(harness);
    expect(fileOf(harness).folder).toEqual(["A/B", "C"]);
    expect(Object.keys(fileOf(harness))).toEqual(["name", "folder", "dashboard"]);
    expect(await harness.actions()).toEqual(["stamp a"]);
  });

  it("leaves out a draft that no file may hold, and says what to do", async () => {
    const harness = await applied(two);
    editWidgets(harness, (widgets) => [...widgets, { ...widget("a"), config: { title: "twice" } }]);
    const made = await pull(harness);
    expect(told(made)).toEqual(["skipped workbook a"]);
    expect(made.notes.map(({ code, message }) => [code, message])).toEqual([
      ["cannot-hold", 'a is left as it is: two widgets of its draft have the id "a"'],
    ]);
  });

  it("narrows to the slugs that are named", async () => {
    const harness = await openHarness({ workbooks: { a: two, b: two } });
    await harness.run();
    for (const slug of ["a", "b"]) {
      harness.sandbox.edit(slug, (workbook) => {
        workbook.name = "Live";
      });
    }
    expect(told(await pull(harness, { slugs: [" B "] }))).toEqual(["edited workbook b"]);
    await expect(pull(harness, { slugs: ["aa"] })).rejects.toThrow(/no workbook "aa".*Did you mean `a`\?/);
  });

  it("leaves out values that no file may hold, with the reason; what is not taken stands in no one's way", async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 120; level++) deep = { deep };
    for (const [field, value, reason] of [
      ["theme", deep, "its theme is nested more than 100 levels"],
      ["settings", { a: [{ $file: "../boardwright.yaml" }] }, "its settings has a key `$file`"],
      ["theme", JSON.parse('{ "__proto__": 1 }'), "its theme has a key `__proto__`"],
    ] as const) {
      const harness = await applied(two);
      harness.sandbox.edit("a", (workbook) => {
        workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), [field]: value };
      });
      const made = await pull(harness);
      expect([told(made), made.files.size]).toEqual([["skipped workbook a"], 0]);
      expect(made.notes).toMatchObject([{ code: "cannot-hold", message: expect.stringContaining(reason) }]);
      harness.sandbox.edit("a", (workbook) => {
        workbook.meta = { ...workbook.meta, unmanaged: { $dir: "." } };
        workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), [field]: null };
        workbook.name = "B";
      });
      expect(told(await pull(harness))).toEqual(["edited workbook a"]);
    }
  });

  it("writes the fields of a widget that it takes whole in the order that people write them", async () => {
    const harness = await applied(two);
    declare(harness, { ...two, dashboard: board("A", { widgets: [widget("b", {}, 4)] }) });
    editWidgets(harness, ([a, b]) => {
      const { id, ...rest } = a as JsonObject;
      return [{ style: {}, ...rest, config: { title: "live" }, id } as JsonObject, b as JsonObject];
    });
    expect(told(await pull(harness, { resolution: "theirs" }))).toEqual(["edited workbook a"]);
    const { widgets } = fileOf(harness).dashboard as { widgets: JsonObject[] };
    expect(Object.keys(widgets[0] ?? {})).toEqual(["id", "type", "position", "style", "config"]);
  });

  it("says of what was removed from the files that a pull of all takes it back", async () => {
    const harness = await applied(two);
    write(harness.cwd, "dashboards/all.yaml", null);
    expect((await pull(harness, { slugs: ["a"] })).notes).toEqual([]);
    write(harness.cwd, "dashboards/a.yaml", null);
    const { pulled, notes } = await pull(harness, { all: true });
    expect(pulled.map(({ key, action }) => [key, action])).toEqual([["a", "created"]]);
    expect(notes).toMatchObject([
      { code: "removed", key: "a", help: expect.stringContaining("boardwright plan") },
    ]);
  });

  it("says which other targets change with what was taken, and which do not", async () => {
    const settings = [
      "  staging: { url: https://staging.test, deployment: 2 }",
      "  second: { url: https://second.test, deployment: 3 }",
      "  local: { url: sandbox:data.json, deployment: 1 }\n",
    ];
    const entry = { ...two, overrides: { staging: { name: "Staging" } } };
    const harness = await applied(entry, settings.join("\n"));
    harness.sandbox.edit("a", (workbook) => {
      workbook.name = "Live";
    });
    const toldOf = (notes: { code: string; message: string }[]) =>
      notes.map(({ code, message }) => [code, /also changes (.*), because/.exec(message)?.[1]]);
    expect(toldOf((await pull(harness)).notes)).toEqual([["other-targets", "second"]]);
    editWidgets(harness, ([a]) => [a as JsonObject]);
    expect(toldOf((await pull(harness)).notes)).toEqual([["other-targets", "second, staging"]]);
    expect((await pull(harness)).notes).toEqual([]);
  });

  it("takes an edit of a report, and its conflicts are its own", async () => {
    const query = (measure: string): Json => ({ measures: [measure] });
    const files = (measure: string) => ({
      "dashboards/all.yaml": JSON.stringify({
        workbooks: {
          a: { dashboard: board("A", { widgets: [widget("a", { reportId: { $report: "r" } })] }) },
        },
        reports: { r: { name: "R", workbook: "a", query: query(measure), meta: { kind: "kpi" } } },
      }),
    });
    const harness = await openHarness({ files: files("orders.count") });
    await harness.run();
    const reports = (await harness.platform.listReports(1)[Symbol.asyncIterator]().next()).value ?? [];
    const [live] = reports;
    await harness.platform.upsertReport(1, String(live?.publicId), {
      jsonQuery: JSON.stringify(query("orders.revenue")),
      meta: { ...live?.meta, owner: "ada" },
    });
    expect(told(await pull(harness, { slugs: ["a"] }))).toEqual(["edited report r"]);
    const text = readFileSync(join(harness.cwd, "dashboards/all.yaml"), "utf8");
    expect(parse(text).reports.r).toEqual({
      name: "R",
      workbook: "a",
      query: { measures: ["orders.revenue"] },
      meta: { kind: "kpi" },
    });
    expect(await harness.actions()).toEqual(["stamp r"]);

    for (const [name, changed] of Object.entries(files("orders.margin"))) write(harness.cwd, name, changed);
    const left = await pull(harness);
    expect(told(left)).toEqual(["conflict report r"]);
    expect(left.pulled[0]?.slug).toBe("a");
  });
});
