// The corpus and families made of it, folded by the real command: what is declared stays as it was, and a plan is empty.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { canonical } from "../../src/plan/index.ts";
import { createSandbox, type Seed } from "../../src/sandbox/index.ts";
import { checkFiles } from "../../src/project/check-files.ts";
import { boardwright } from "../support/command.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: corpus
targets:
  live: { url: https://live.test, deployment: 12 }
`;
const REGIONS = "North South East West Alps Coast Islands Capital Valley Lakes Border Harbour".split(" ");

async function open(seed: Seed) {
  const live = await createSandbox({ seed });
  onTestFinished(() => live.close());
  const env = { PLATFORM_API_URL: live.url, PLATFORM_API_KEY: live.apiKey };
  const at = (cwd: string) => ({
    cwd,
    run: async (...args: string[]) => {
      const ran = await boardwright(args, { cwd, env });
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      return ran.stdout;
    },
  });
  return { open: () => at(tempFolder({ "boardwright.yaml": PROJECT })), live };
}

/** Everything that the files of a project declare, as canonical text. */
async function declaredIn(cwd: string): Promise<Map<string, string>> {
  const project = await loadProject({ cwd });
  const declared = new Map<string, string>();
  const target = { ...project.targets.live!, deployment: 12 };
  const checked = await checkFiles({
    ...{ project, target, env: {}, cwd },
    visit: ({ slug, entry }) => declared.set(`workbook ${slug}`, canonical(entry)),
  });
  for (const { key, entry } of checked.reports) declared.set(`report ${key}`, canonical(entry));
  return new Map([...declared].sort());
}

/** The corpus with a dashboard and its reports once more for each region, with another title and a filter of its own. */
function withFamily(slug: string): Seed {
  const seed = readCorpus();
  const original = seed.workbooks.find((one) => one.slug === slug)!;
  const own = (seed.reports ?? []).filter(({ workbookId }) => workbookId === original.id);
  REGIONS.forEach((region, index) => {
    const ids = new Map(own.map(({ id }, at) => [id as Json, 900_000 + index * 100 + at]));
    const copy = JSON.parse(JSON.stringify(original), (key, value) =>
      key === "reportId" && ids.has(value) ? ids.get(value) : value,
    ) as JsonObject;
    const board = copy.dashboardDraft as JsonObject;
    const widgets = board.widgets as JsonObject[];
    board.title = `${original.name}, ${region}`;
    widgets.push({
      id: "filter-region",
      type: "FILTER",
      position: { x: 0, y: 90, w: 4, h: 2 },
      config: { title: "Region", member: "customers.region", defaultValue: region },
    });
    if (region === "West") (widgets[0]!.config as JsonObject).title = "Only here ${row.title}";
    Object.assign(copy, {
      ...{ id: 80_000 + index, slug: `${slug}-${region.toLowerCase()}`, name: `${original.name}, ${region}` },
      publishedDashboard: null,
      dashboardPublished: null,
    });
    seed.workbooks.push(copy);
    seed.reports!.push(
      ...own.map((report) => ({
        ...report,
        id: ids.get(report.id as Json),
        workbookId: 80_000 + index,
        publicId: `r${String(ids.get(report.id as Json)).padStart(11, "0")}`,
      })),
    );
  });
  return seed as Seed;
}

const dashboards = (cwd: string) => readdirSync(join(cwd, "dashboards")).filter((name) => name.endsWith(".yaml"));

describe.skipIf(!hasCorpus)("pull --all --find-templates on the corpus", () => {
  it("declares what the plain files declare", async () => {
    const { open: folder } = await open(readCorpus());
    const [plain, folded] = [folder(), folder()];
    await plain.run("pull", "--all");
    const { templates } = JSON.parse(await folded.run("pull", "--all", "--find-templates", "--yes", "--json"));
    expect(await declaredIn(folded.cwd)).toEqual(await declaredIn(plain.cwd));
    // They are 46 different dashboards: no three of them are alike but for a few values.
    expect(templates).toEqual([]);
  });

  it.each(["accounts-receivable", "leads-capture-conversion", "orders"])(
    "makes one template of %s and its twelve copies, from what is live and from files",
    async (slug) => {
      const { open: folder } = await open(withFamily(slug));
      const [plain, folded] = [folder(), folder()];
      await plain.run("pull", "--all");
      const before = await declaredIn(plain.cwd);
      const { templates } = JSON.parse(await folded.run("pull", "--all", "--find-templates", "--yes", "--json"));
      const [family] = templates.filter(({ workbooks }: { workbooks: string[] }) => workbooks.includes(`${slug}-alps`));
      expect(family.key).toBe(`${slug}-\${row.key}`);
      expect(family.workbooks).toHaveLength(12);
      expect(family.lines.after).toBeLessThan(family.lines.before / 3);
      expect(await declaredIn(folded.cwd)).toEqual(before);
      const { summary } = JSON.parse(await folded.run("plan", "--json"));
      expect(summary).toMatchObject({ create: 0, update: 0, publish: 0, unchanged: 0 });
      await folded.run("fmt", "--check");
      // The same from the plain files, which go.
      const fromFiles = JSON.parse(await plain.run("pull", "--all", "--find-templates", "--yes", "--json"));
      expect(fromFiles.templates).toEqual(templates);
      expect(dashboards(plain.cwd)).toEqual(dashboards(folded.cwd));
      expect(await declaredIn(plain.cwd)).toEqual(before);
    },
    180_000,
  );
});
