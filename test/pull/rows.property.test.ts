// Edits in the UI of what rows make of a template, pulled: the next plan has nothing to do, what all rows share is the template's, and of
// everything else in the files nothing changes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadFiles, loadProject } from "../../src/desired/index.ts";
import { type JsonObject, widgetsOf } from "../../src/model/index.ts";
import { openWorld, type World } from "../support/world.ts";
import { pull } from "./place.ts";

const RUNS = Number(process.env.BOARDWRIGHT_RUNS ?? 40);
const SEED = process.env.BOARDWRIGHT_SEED;
const seed = SEED === undefined ? { seed: 20261124 } : SEED === "random" ? {} : { seed: Number(SEED) };

type Form = "inline" | "block" | "flow" | "json" | "table";
interface Row {
  key: string;
  title: string;
  limit: number;
  /** What its override says of the note already. */
  note: string | undefined;
}
type Edit =
  | { set: "title" | "fixed" | "subtitle" | "note" | "extra"; value: string }
  | { set: "word"; value: string }
  | { set: "limit"; value: number }
  | { set: "height"; value: number }
  | { set: "name"; value: string }
  | { remove: "note" | "plain" }
  | { add: string };
/** An edit, and the rows that get it: all, or the one of this index. */
interface Done {
  edit: Edit;
  row: number | "all";
}

const word = fc.constantFrom(
  "North",
  "The South",
  "a: b",
  "1",
  "true",
  "O'Neil",
  'say "so"',
  "# none",
  "x${y}",
  "${row.title}",
);
const row = (key: string): fc.Arbitrary<Row> =>
  fc.record({
    key: fc.constant(key),
    title: word,
    limit: fc.integer({ min: 1, max: 99 }),
    note: fc.option(fc.constantFrom("Mine", "Ours"), { nil: undefined, freq: 4 }),
  });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ set: fc.constantFrom("title", "fixed", "subtitle", "note", "extra"), value: word }),
  fc.record({ set: fc.constant("word" as const), value: fc.constantFrom("gross", "net of all", "${n}") }),
  fc.record({ set: fc.constant("limit" as const), value: fc.integer({ min: 100, max: 999 }) }),
  fc.record({ set: fc.constant("height" as const), value: fc.integer({ min: 5, max: 8 }) }),
  fc.record({ set: fc.constant("name" as const), value: word }),
  fc.record({ remove: fc.constantFrom("note", "plain") }),
  fc.record({ add: fc.constantFrom("new", "other") }),
) as fc.Arbitrary<Edit>;
const scene = fc.record({
  rows: fc
    .integer({ min: 2, max: 4 })
    .chain((count) => fc.tuple(...["north", "south", "west", "east"].slice(0, count).map(row))),
  form: fc.constantFrom<Form[]>("inline", "block", "flow", "json", "table"),
  isFlow: fc.boolean(),
  edits: fc.array(
    fc.record({ edit, row: fc.oneof(fc.constant("all" as const), fc.integer({ min: 0, max: 3 })) }),
    { minLength: 1, maxLength: 4 },
  ),
});

const quoted = (text: string) => JSON.stringify(text.replaceAll("${", () => "$${"));

function template(form: Form, rows: readonly Row[], isFlow: boolean): string {
  const file = form === "json" ? "regions.json" : form === "table" ? "regions.csv" : "regions.yaml";
  const each =
    form === "inline" ? `\n${rowsText("block", rows, "      ")}` : ` { $include: ../${file} } # the rows\n`;
  const chart = isFlow
    ? `          config: { title: "\${row.title}", limit: "\${row.limit}", fixed: Fixed } # in one line\n`
    : `          config:\n            # The region's own.\n            title: \${row.title}\n            limit: \${row.limit} # most\n            fixed: Fixed\n`;
  return `# All regions.
workbooks:
  sales-\${row.key}: # one each
    each:${each}    name: Sales \${row.title}
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
        # The figure.
        - id: revenue
          type: CHART
          position: [0, 0, 6, 4] # top left
${chart}        - id: note
          type: TEXT
          position: [0, 4, 12, 2]
          config: { markdown: "All of \${row.title}, net" }
        - id: plain # as it is
          $include: ../shared/plain.yaml
          with: { text: "\${row.title}" }
# The end.
`;
}

function rowsText(form: Form, rows: readonly Row[], margin = ""): string {
  const override = ({ note }: Row) =>
    note === undefined
      ? ""
      : `{ dashboard: { widgets: { note: { config: { markdown: ${quoted(note)} } } } } }`;
  if (form === "json")
    return `${JSON.stringify(
      rows.map(({ note, title, ...own }) => ({
        ...own,
        title: title.replaceAll("${", () => "$${"),
        ...(note !== undefined && {
          override: { dashboard: { widgets: { note: { config: { markdown: note } } } } },
        }),
      })),
      null,
      2,
    )}\n`;
  if (form === "table")
    return `key,title,limit\n${rows.map(({ key, title, limit }) => `${key},"${title.replaceAll('"', '""')}",${limit}\n`).join("")}`;
  const text = rows.map((one) => {
    const { key, title, limit } = one;
    const own = override(one);
    return form === "flow"
      ? `- { key: ${key}, title: ${quoted(title)}, limit: ${limit}${own === "" ? "" : `, override: ${own}`} } # of ${key}\n`
      : `${margin}- key: ${key} # of ${key}\n${margin}  title: ${quoted(title)}\n${margin}  limit: ${limit} # ours\n${own === "" ? "" : `${margin}  override: ${own}\n`}`;
  });
  return `${margin}# Of all regions.\n${text.join("")}`;
}

function make(one: JsonObject, edit: Edit, title: string): void {
  const board = one.dashboardDraft as JsonObject;
  const widgets = widgetsOf(board) as JsonObject[];
  const at = (id: string) => widgets.find((each) => each.id === id);
  const config = (id: string) => at(id)?.config as JsonObject | undefined;
  if ("remove" in edit) board.widgets = widgets.filter(({ id }) => id !== edit.remove);
  else if ("add" in edit) {
    if (!at(edit.add))
      board.widgets = [
        ...widgets,
        { id: edit.add, type: "TEXT", position: { x: 0, y: 20, w: 6, h: 2 }, config: { markdown: "Hi" } },
      ];
  } else if (edit.set === "name") one.name = edit.value;
  else if (edit.set === "height") (at("revenue")!.position as JsonObject).h = edit.value;
  else if (edit.set === "word") {
    if (config("note")) config("note")!.markdown = `All of ${title}, ${edit.value}`;
  } else if (edit.set === "note") {
    if (config("note")) config("note")!.markdown = edit.value;
  } else if (edit.set === "extra") {
    if (config("plain")) config("plain")!.extra = { said: edit.value };
  } else config("revenue")![edit.set] = edit.value;
}

async function open({ rows, form, isFlow }: { rows: Row[]; form: Form; isFlow: boolean }) {
  const name = form === "json" ? "regions.json" : form === "table" ? "regions.csv" : "regions.yaml";
  const files = {
    "dashboards/sales.yaml": template(form, rows, isFlow),
    "shared/plain.yaml":
      '# Of all.\ntype: TEXT\nposition: [0, 6, 6, 2]\nconfig: { markdown: "${param.text} alone", size: 1 }\n',
    ...(form !== "inline" && { [name]: rowsText(form, rows) }),
  };
  const settings = "lint: { rules: { widget-overlap: off, widget-outside-grid: off } }\n";
  const world = await openWorld({ files, settings });
  await world.deploy();
  return { world, files: files as Record<string, string>, rowsFile: form === "inline" ? undefined : name };
}

const commentsOf = (text: string) =>
  text.match(/(?<=^|\s)# [A-Z].*|# (?:of|ours|most|top|one|as|the|in) ?.*/gm) ?? [];
const changesOf = async (world: World) =>
  (await world.plan()).changes.filter(({ action }) => action !== "stamp");

type Limits = "test" | "other" | undefined;
const limit = fc.constantFrom<Limits[]>(undefined, undefined, "test", "other");
const fleet = fc.record({
  scene,
  /** Where the second template is declared, and which rows. */
  second: limit,
  limits: fc.array(limit, { minLength: 4, maxLength: 4 }),
  /** Whether the places of the first are in `layouts`. */
  isPlaced: fc.boolean(),
  /** Whether the other target's overrides name a value of the row. */
  isNamed: fc.boolean(),
  /** Whether the second is edited as well. */
  isBoth: fc.boolean(),
});

/** What the files say at a target, by slug; they load without an error. */
async function says(world: World, target: string): Promise<Map<string, string>> {
  const project = await loadProject({ cwd: world.cwd });
  const found = new Map<string, string>();
  const { diagnostics } = await loadFiles({
    project,
    target: project.targets[target]!,
    env: {},
    visit: ({ slug, entry }) => found.set(slug, JSON.stringify(entry)),
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return found;
}

describe("edits of rows in the UI of one of two targets, with two templates over the rows", () => {
  it("are pulled, and nothing else changes at either target", async () => {
    const seen = { pulled: 0, skipped: 0, keyed: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(fleet, async ({ scene: at, second, limits: any, isPlaced, isNamed, isBoth }) => {
        const { form, isFlow, edits } = at;
        // A row that no target is left for is an error.
        const limits = any.map((one) => (second && one !== second ? undefined : one));
        const hasLists = form !== "inline" && form !== "table";
        const rows = hasLists ? at.rows : at.rows.map((one) => ({ ...one, note: undefined }));
        const file = form === "json" ? "regions.json" : form === "table" ? "regions.csv" : "regions.yaml";
        const hasFile = form !== "inline";
        const first = template(form, rows, isFlow);
        const overrides = isNamed ? `    overrides: { other: { name: "Of \${row.title}" } }\n` : "";
        const places: [string, string][] = [
          ["revenue", "[0, 0, 6, 4]"],
          ["note", "[0, 4, 12, 2]"],
        ];
        let sales = first.replace("    name:", `${overrides}    name:`);
        if (isPlaced && hasFile)
          sales =
            places.reduce(
              (text, [, place]) =>
                text.replace(new RegExp(`\n +position: ${place.replace(/[[\]]/g, "\\$&")}.*`), ""),
              sales,
            ) +
            `layouts:\n  sales-\${row.key}:\n    each: { $include: ../${file} }\n    default:\n${places.map(([id, place]) => `      ${id}: ${place}\n`).join("")}`;
        const ventas = `workbooks:
  ventas-\${row.key}:
    each: { $include: ../${file} }
${second ? `    targets: [${second}]\n` : ""}    name: Ventas \${row.title}
    dashboard:
      widgets:
        - { id: note, type: TEXT, position: [0, 0, 6, 2], config: { markdown: "\${row.title}", size: "\${row.limit}" } }
`;
        const limited = (text: string): string => {
          if (form === "json") {
            const list = JSON.parse(text) as JsonObject[];
            return JSON.stringify(
              list.map((one, index) => ({ ...one, ...(limits[index] && { targets: [limits[index]] }) })),
            );
          }
          if (form === "table")
            return text
              .split("\n")
              .map((line, index) =>
                line === "" ? "" : `${line},${index === 0 ? "targets" : (limits[index - 1] ?? "")}`,
              )
              .join("\n");
          return text;
        };
        const texts =
          form === "block" || form === "flow"
            ? `# Of all.\n${rows
                .map((one, index) =>
                  rowsText("flow", [one])
                    .replace(/^.*\n/, "")
                    .replace("{ key:", `{ ${limits[index] ? `targets: [${limits[index]}], ` : ""}key:`),
                )
                .join("")}`
            : limited(rowsText(form, rows));
        const files = {
          "dashboards/sales.yaml": sales,
          ...(hasFile && { "dashboards/ventas.yaml": ventas, [file]: texts }),
          "shared/plain.yaml":
            '# Of all.\ntype: TEXT\nposition: [0, 6, 6, 2]\nconfig: { markdown: "${param.text} alone", size: 1 }\n',
        };
        const settings =
          "  other: { url: https://other.test, deployment: 2 }\nlint: { rules: { widget-overlap: off, widget-outside-grid: off } }\n";
        const world = await openWorld({ files, settings });
        const before = { test: await says(world, "test"), other: await says(world, "other") };
        await world.deploy();
        const edited = new Set<string>();
        for (const [index, one] of rows.entries())
          for (const prefix of isBoth ? ["sales", "ventas"] : ["sales"]) {
            const slug = `${prefix}-${one.key}`;
            if (!before.test.has(slug)) continue;
            const mine = edits.filter(({ row: of }) => of === "all" || of % rows.length === index);
            if (mine.length === 0) continue;
            edited.add(slug);
            world.sandbox.edit(slug, (workbook) => {
              for (const { edit: made } of mine) {
                if (prefix === "sales") make(workbook as unknown as JsonObject, made, one.title);
                else if ("set" in made && made.set === "name")
                  (workbook as unknown as JsonObject).name = `V ${made.value}`;
                else if ("add" in made) make(workbook as unknown as JsonObject, made, one.title);
              }
            });
          }
        const made = await pull(world);
        const skipped = made.pulled.filter(({ action }) => action === "skipped").map(({ key }) => key);
        if (form !== "table") expect(skipped, JSON.stringify(made.notes)).toEqual([]);
        const after = { test: await says(world, "test"), other: await says(world, "other") };
        for (const target of ["test", "other"] as const) {
          expect([...after[target].keys()]).toEqual([...before[target].keys()]);
          for (const [slug, said] of after[target])
            if (!edited.has(slug) || skipped.includes(slug))
              expect([target, slug, said]).toEqual([target, slug, before[target].get(slug)]);
        }
        const left = (await changesOf(world)).filter(({ key }) => !skipped.includes(key));
        expect(left.map(({ key, fields }) => [key, fields])).toEqual([]);
        expect((await pull(world)).files.size).toBe(0);
        seen.pulled += made.files.size > 0 ? 1 : 0;
        seen.skipped += skipped.length;
        seen.keyed += hasFile && /(?:sales|ventas)-\$\{row/.test(world.read(file)) ? 1 : 0;
        seen.kept += before.other.size;
      }),
      { numRuns: Math.ceil(RUNS / 2), ...seed },
    );
    expect(seen.pulled).toBeGreaterThan(5);
    expect(seen.skipped).toBeGreaterThan(0);
    expect(seen.keyed).toBeGreaterThan(1);
    expect(seen.kept).toBeGreaterThan(5);
  });
});

describe("edits of rows in the UI", () => {
  it("are pulled, and then there is nothing to do", async () => {
    const seen = { template: 0, row: 0, skipped: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(scene, async ({ rows, form, isFlow, edits }) => {
        const own = form === "table" ? rows.map((one) => ({ ...one, note: undefined })) : rows;
        const { world, files, rowsFile } = await open({ rows: own, form, isFlow });
        const done: Done[] = edits.map((one) => ({
          ...one,
          row: one.row === "all" ? "all" : one.row % own.length,
        }));
        for (const [index, one] of own.entries())
          world.sandbox.edit(`sales-${one.key}`, (workbook) => {
            for (const { edit: made, row: of } of done)
              if (of === "all" || of === index) make(workbook as unknown as JsonObject, made, one.title);
          });
        const made = await pull(world);
        const skipped = made.pulled.filter(({ action }) => action === "skipped").map(({ key }) => key);
        if (form !== "table") expect(skipped, JSON.stringify(made.notes)).toEqual([]);
        seen.skipped += skipped.length;
        const left = (await changesOf(world)).filter(({ key }) => !skipped.includes(key));
        expect(left.map(({ key, fields }) => [key, fields])).toEqual([]);
        expect((await pull(world)).files.size).toBe(0);
        for (const [file, before] of Object.entries(files)) {
          const after = world.read(file);
          if (after !== before) seen[file.startsWith("dashboards") ? "template" : "row"] += 1;
          const isGone = done.some(({ edit: one }) => "remove" in one);
          if (isGone && file.startsWith("dashboards")) continue;
          for (const comment of commentsOf(before)) expect(after).toContain(comment);
        }
        // What one row alone has changes neither the template, nor a row beside it.
        const ofOne = done.every(({ row: of }) => of === done[0]!.row) ? done[0]!.row : "all";
        if (ofOne === "all" || form === "inline" || form === "json") return;
        seen.kept += 1;
        expect(world.read("dashboards/sales.yaml")).toBe(files["dashboards/sales.yaml"]);
        expect(world.read("shared/plain.yaml")).toBe(files["shared/plain.yaml"]);
        const others = own
          .filter((_, index) => index !== ofOne)
          .map((one) => rowsText(form, [one]).replace(/^.*\n/, ""));
        for (const other of others) expect(world.read(rowsFile!)).toContain(other);
      }),
      { numRuns: RUNS, ...seed },
    );
    expect(seen.template).toBeGreaterThan(5);
    expect(seen.row).toBeGreaterThan(5);
    expect(seen.kept).toBeGreaterThan(3);
  });
});
