// Folding any family of workbook files into a template changes nothing that they declare.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadProject } from "../../src/desired/index.ts";
import { findTemplates } from "../../src/features/pull/find-templates.ts";
import { isBlocking } from "../../src/features/pull/lint-findings.ts";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { canonical } from "../../src/plan/index.ts";
import { checkFiles } from "../../src/project/check-files.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";

const TARGET = { name: "test", url: "https://platform.test", deployment: 1, vars: {}, folders: {} };

const text = fc.oneof(
  fc.constantFrom(
    "North",
    "South",
    "$",
    "a $",
    "${row.key}",
    "${param.x}",
    "$${",
    "true",
    "12",
    "",
    "null",
    "Ä\n b",
  ),
  fc.string({ maxLength: 8 }),
  fc
    .tuple(fc.constantFrom("North", "South", "a", "$"), fc.constantFrom(" sales", ", net", "$", ""))
    .map((two) => two.join("")),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b"), scalar),
);

interface Row {
  name: string;
  title: string;
  /** Of the config of a widget. */
  scalars: Json[];
}
const row: fc.Arbitrary<Row> = fc.record({
  name: text.map((name) => `N${name}`.trim()),
  title: text,
  scalars: fc.array(scalar, { minLength: 4, maxLength: 4 }),
});
/** Differences of form: another value, a widget more or less, another order. */
const form = fc.record({
  extra: fc.option(value, { nil: undefined }),
  lacks: fc.boolean(),
  more: fc.boolean(),
  turned: fc.boolean(),
  limit: fc.option(value, { nil: undefined }),
});
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;

const escaped = (json: Json): Json =>
  JSON.parse(
    JSON.stringify(json, (_, item) => (typeof item === "string" ? item.replaceAll("${", () => "$${") : item)),
  );
const note = (id: string, config: JsonObject): JsonObject => ({
  id,
  type: "TEXT",
  position: [0, 0, 4, 2],
  config,
});

function fileOf(slug: string, { name, title, scalars: [a, b, c, d] }: Row, other?: Form): string {
  const widgets = Array.from("stuvwxyz", (id) =>
    note(id, { markdown: `Text ${id}`, more: { one: 1, two: [2] } }),
  );
  const chart = {
    id: "chart",
    type: "CHART",
    position: [0, 0, 4, 2],
    config: { reportId: { $report: `of-${slug}` } },
  };
  widgets.push(chart, note("own", { markdown: `All of ${title}.`, a: a!, list: [b!, { c: c! }] }));
  if (other?.lacks) widgets.splice(2, 1);
  if (other?.more) widgets.push(note("added", { markdown: title }));
  if (other?.turned) widgets.reverse();
  const config = widgets[0]!.config as JsonObject;
  if (other?.extra !== undefined) config.extra = other.extra;
  const query = {
    measures: ["orders.count"],
    filters: [{ member: "o.region", operator: "equals", values: [title] }],
  };
  const meta: JsonObject = { d: d! };
  if (other?.limit !== undefined) meta.more = other.limit;
  return stringify(
    escaped({
      workbooks: { [slug]: { name, dashboard: { title: `${title} board`, widgets } } },
      reports: { [`of-${slug}`]: { name: `R${title}`.trim(), workbook: slug, query, meta } },
    }),
  );
}

async function placeOf(files: Record<string, string>) {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...files });
  return { project: await loadProject({ cwd }), target: TARGET, env: {}, cwd };
}

async function declaredIn(place: Awaited<ReturnType<typeof placeOf>>): Promise<string[]> {
  const declared: string[] = [];
  const { reports, diagnostics } = await checkFiles({
    ...place,
    visit: ({ slug, entry }) => declared.push(`${slug} ${canonical(entry)}`),
  });
  for (const { key, entry } of reports) declared.push(`${key} ${canonical(entry)}`);
  expect(diagnostics.filter(isBlocking)).toEqual([]);
  return declared.sort();
}

/** Folds the files where they are, and holds what they declare against what they declared. */
async function fold(files: Record<string, string>) {
  const place = await placeOf(files);
  const before = await declaredIn(place);
  const found = await findTemplates(place, new Map());
  for (const [name, content] of found.files) {
    mkdirSync(dirname(join(place.cwd, name)), { recursive: true });
    if (content === null) rmSync(join(place.cwd, name));
    else writeFileSync(join(place.cwd, name), content);
  }
  expect(await declaredIn(place)).toEqual(before);
  return { ...found, read: (name: string) => readFileSync(join(place.cwd, name), "utf8") };
}

const slugs = (count: number) => Array.from({ length: count }, (_, index) => `sales-${"nsewabcdfg"[index]}`);
const family = (rows: readonly Row[], forms: readonly Form[] = []) =>
  Object.fromEntries(
    slugs(rows.length).map((slug, index) => [
      `dashboards/${slug}.yaml`,
      fileOf(slug, rows[index]!, forms[index]),
    ]),
  );

describe("folding", () => {
  it("takes all workbooks that differ in values alone, whatever these are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 6 }), async (rows) => {
        const { templates } = await fold(family(rows));
        expect(templates.map(({ key, workbooks }) => [key, workbooks])).toEqual([
          ["sales-${row.key}", slugs(rows.length).sort()],
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it("puts no column behind a dollar, which would make plain text of it", async () => {
    const rows = ["$North", "$South", "$West"].map((title) => ({
      name: title,
      title,
      scalars: [title, title, 1, 1],
    }));
    const { templates, read } = await fold(family(rows));
    expect(templates.map(({ workbooks }) => workbooks.length)).toEqual([3]);
    expect(read("dashboards/sales.yaml")).not.toContain("$$");
  });

  it("leaves what is declared as it is, whatever differs in form", async () => {
    let folded = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(row, form), { minLength: 3, maxLength: 6 }), async (all) => {
        const { templates } = await fold(
          family(
            all.map(([one]) => one),
            all.map(([, other]) => other),
          ),
        );
        folded += templates.length;
      }),
      { numRuns: 40 },
    );
    expect(folded).toBeGreaterThan(0);
  });
});
