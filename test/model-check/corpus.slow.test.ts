// The corpus against its own model, and against that model with one member renamed: each place that names the member is told, file and
// line, and no other. What is expected is found by searching the files' text, without the check.
import { describe, expect, it, onTestFinished } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { toDataModel } from "../../src/live/index.ts";
import { type Diagnostic, isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import type { WireCube } from "../../src/platform/index.ts";
import { type Checked, checkFiles } from "../../src/project/check-files.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { fixedTexts } from "../lint/fixed-texts.ts";
import { boardwright } from "../support/command.ts";
import { asFiles, asLinkedFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT =
  "version: 1\nproject: corpus\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n";

type Files = Record<string, string>;

/** The cubes of the corpus, with one member under another name. */
function cubesWith(member?: string, renamed?: string): WireCube[] {
  const { cubes } = readCorpus();
  if (member === undefined) return cubes as unknown as WireCube[];
  return JSON.parse(JSON.stringify(cubes).replaceAll(`"${member}"`, `"${renamed}"`));
}

async function check(files: Files, cubes: WireCube[]): Promise<Checked> {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...files });
  const project = await loadProject({ cwd });
  const model = toDataModel({ cubes }, "production");
  return checkFiles({ project, target: project.targets.live, env: {}, cwd, model });
}

let kept: Promise<Checked> | undefined;
/** Checked once: it is always the same. */
function unmodified(): Promise<Checked> {
  kept ??= check(asLinkedFiles(), cubesWith());
  return kept;
}

const ofModel = ({ diagnostics }: Checked) =>
  diagnostics.filter(({ rule }) => /^(unknown-member|unknown-cube|member-kind)$/.test(rule));

/** `file:line` of each line that holds the text as a whole word. */
function linesWith(files: Files, text: string): string[] {
  const pattern = new RegExp(`(?<![\\w.])${text.replaceAll(".", "\\.")}(?![\\w.])`);
  return Object.entries(files)
    .flatMap(([file, content]) =>
      content.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
    )
    .sort();
}

/** The slug of the file that a place is in. */
function slugOf(place: string): string {
  return place.replace(/^dashboards\/(.+?)(?:\.reports)?\.yaml:\d+$/, "$1");
}

/** The filters that no chart of their dashboard hears, told by hand: neither their member nor their id is in any chart or its report. */
function unheardFilters(): string[] {
  const { workbooks, reports = [] } = readCorpus();
  return workbooks.flatMap(({ slug, dashboardDraft }) => {
    const widgets = ((isObject(dashboardDraft) && dashboardDraft.widgets) || []) as JsonObject[];
    const charts = widgets.filter(({ type }) => type === "CHART");
    const shown = charts.map(({ config }) =>
      reports.find(({ id }) => id === (config as JsonObject).reportId),
    );
    const said = JSON.stringify(charts) + shown.map((report) => report?.jsonQuery).join("\n");
    return widgets
      .filter(({ type, id, config }) => {
        const { member } = config as JsonObject;
        return type === "FILTER" && !said.includes(`"${member}"`) && !said.includes(`"${id}"`);
      })
      .map(({ config }) => `${slug} ${(config as JsonObject).member}`);
  });
}

describe.skipIf(!hasCorpus)("the corpus", () => {
  it("gives nothing on its own model, save the filters that no chart of their dashboard hears", async () => {
    const checked = await unmodified();
    expect(ofModel(checked)).toEqual([]);
    expect(checked.broken).toEqual([]);
    const unused = checked.diagnostics.filter(({ rule }) => rule === "unused-control-member");
    const told = unused.map(({ slug, message }) => `${slug} ${/`(.+?)`/.exec(message)?.[1]}`);
    expect(told.sort()).toEqual(unheardFilters().sort());
    expect(told).toHaveLength(4);
    expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("as it was exported, with reports by their numbers, gives nothing at all", async () => {
    const checked = await check(asFiles(readCorpus().workbooks), cubesWith());
    expect(checked.diagnostics.filter(({ rule }) => /-(cube|member|kind)$/.test(rule))).toEqual([]);
  });

  it.each([
    ["a view", "leads_capture_conversion", "leads_conversion"],
    ["a view with a name that is not near", "universal_ledgers_md", "gl"],
  ])(
    "is mended by its fixes when %s is renamed in the model, and every comment stays",
    async (_, from, to) => {
      const name = (text: string) =>
        text.replaceAll(
          new RegExp(`(?<![\\w.])${from.replaceAll(".", "\\.")}(?=\\.|(?<=\\..*)(?!\\w))`, "g"),
          to,
        );
      // A comment above each line that begins a widget or a report.
      const files = Object.fromEntries(
        Object.entries(asLinkedFiles()).map(([file, text]) => [
          file,
          text.replaceAll(/^( *)(?=- id:|report-\d+:)/gm, "$1# kept\n$1"),
        ]),
      );
      const cubes = JSON.parse(
        JSON.stringify(readCorpus().cubes)
          .replaceAll(`"${from}"`, `"${to}"`)
          .replaceAll(`"${from}.`, `"${to}.`),
      ) as WireCube[];
      const broken = await check(files, cubes);
      expect(ofModel(broken).length).toBeGreaterThan(4);
      const fixed = fixedTexts((file) => files[file]!, broken.diagnostics);
      const after = { ...files, ...fixed };
      expect(ofModel(await check(after, cubes))).toEqual([]);
      for (const [file, text] of Object.entries(files)) expect(after[file]).toBe(name(text));
    },
  );

  it.each([
    ["a dimension of filters and controls", "leads_capture_conversion.lead_country"],
    ["a measure", "leads_capture_conversion.count_of_lead_Id"],
    ["a time dimension", "leads_capture_conversion.lead_created_date"],
    ["a member that several dashboards use", "universal_ledgers_md.ledger_id_name"],
    ["a member of an order", "order.created_month"],
  ])("with %s renamed in the model tells %s wherever it stands, and nothing else", async (_, member) => {
    const files = asLinkedFiles();
    const before = await unmodified();
    const after = await check(files, cubesWith(member, `${member}_v2`));
    const expected = linesWith(files, member);
    expect(expected.length).toBeGreaterThan(1);
    const found = ofModel(after);
    expect([...new Set(found.map(({ file, line }) => `${file}:${line}`))].sort()).toEqual(expected);
    expect(new Set(found.map(({ rule, message }) => `${rule} ${message.includes(`\`${member}\``)}`))).toEqual(
      new Set(["unknown-member true"]),
    );
    expect(found.every(({ message }) => message.endsWith(`Did you mean \`${member}_v2\`?`))).toBe(true);
    // A warning about a filter gives way to the error about its member; nothing is added.
    const others = (checked: Checked) =>
      checked.diagnostics.filter((finding) => !ofModel(checked).includes(finding));
    expect(others(before)).toEqual(expect.arrayContaining(others(after)));
    expect(after.broken).toEqual([...new Set(expected.map(slugOf))].sort());
  });

  it("with a whole view gone tells each of its members by the view", async () => {
    const files = asLinkedFiles();
    const cube = "leads_capture_conversion";
    const after = await check(
      files,
      cubesWith().filter(({ name }) => name !== cube),
    );
    const found = ofModel(after);
    const lines = Object.entries(files).flatMap(([file, content]) =>
      content
        .split("\n")
        .flatMap((line, index) => (line.includes(`${cube}.`) ? [`${file}:${index + 1}`] : [])),
    );
    expect([...new Set(found.map(({ file, line }) => `${file}:${line}`))].sort()).toEqual(lines.sort());
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(["unknown-cube"]));
  });

  it("by the command, for a branch of the model: the workbooks that it would break, and no request that writes", async () => {
    const member = "universal_ledgers_md.ledger_id_name";
    const branches = [{ name: "main" }, { name: "feature/ledger", isStagingEnvironmentEnabled: true }];
    const models = { "feature/ledger": cubesWith(member, `${member}_v2`) as unknown as Json[] };
    const sandbox = await createSandbox({ seed: { ...readCorpus(), branches, models } });
    onTestFinished(() => sandbox.close());
    const files = asLinkedFiles();
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...files });
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const args = ["lint", "--online", "--branch", "feature/ledger", "--json"];
    const { code, stdout, stderr } = await boardwright(args, { cwd, env });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect([...new Set(errors.map(({ file, line }) => `${file}:${line}`))].sort()).toEqual(
      linesWith(files, member),
    );
    const broken = [...new Set(linesWith(files, member).map(slugOf))].sort();
    expect([code, stderr]).toEqual([
      1,
      `${broken.length} workbooks break on the model of branch feature/ledger: ${broken.join(", ")}\n`,
    ]);
    const writes = sandbox.requests.filter(({ method }) => method !== "GET").map(({ path }) => path);
    // For the branch's model, and for production's, which says what was there before.
    const token = expect.stringMatching(/\/tokens-for-meta-sync$/);
    expect(writes).toEqual([token, token]);
  });
});
