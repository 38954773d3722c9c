// Uses over the corpus: for every member that its files name, exactly the dashboards and lines that a search of the files' text finds; and
// for a member that a branch removes, the same by `uses --branch` and by `lint --online`, against a data API written apart from the sandbox.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { asLinkedFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";
import { serveModels } from "./data-api.ts";

const PROJECT =
  "version: 1\nproject: corpus\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n";

interface Found {
  dashboards: string[];
  lines: string[];
}

/** Each member of the model that a line of the files holds as a whole word → the lines, and the slugs of their files. */
function searchTexts(files: Record<string, string>): Map<string, Found> {
  const { cubes = [] } = readCorpus();
  const members = new Set(
    (cubes as JsonObject[]).flatMap((cube) =>
      ["measures", "dimensions", "segments"].flatMap((list) =>
        ((cube[list] ?? []) as JsonObject[]).map(({ name }) => String(name)),
      ),
    ),
  );
  const found = new Map<string, { slugs: Set<string>; lines: Set<string> }>();
  for (const [file, text] of Object.entries(files)) {
    const slug = file.replace(/^dashboards\/(.+?)(?:\.reports)?\.yaml$/, "$1");
    for (const [index, line] of text.split("\n").entries())
      for (const word of line.match(/[\w.]+/g) ?? []) {
        if (!members.has(word)) continue;
        const own = found.get(word) ?? { slugs: new Set(), lines: new Set() };
        found.set(word, own);
        own.slugs.add(slug);
        own.lines.add(`${file}:${index + 1}`);
      }
  }
  return new Map(
    [...found].map(([member, { slugs, lines }]) => [
      member,
      { dashboards: [...slugs].sort(), lines: [...lines].sort() },
    ]),
  );
}

interface UsedJson {
  member: string;
  uses: { dashboard: { slug: string } | null; places: { file: string; line: number }[] }[];
}

function foundOf({ uses }: Pick<UsedJson, "uses">): Found {
  const slugs = uses.flatMap(({ dashboard }) => dashboard?.slug ?? []);
  const lines = uses.flatMap(({ places }) => places.map(({ file, line }) => `${file}:${line}`));
  return { dashboards: [...new Set(slugs)].sort(), lines: [...new Set(lines)].sort() };
}

describe.skipIf(!hasCorpus)("uses over the corpus", () => {
  const files = hasCorpus ? asLinkedFiles() : {};
  const place = () => tempFolder({ "boardwright.yaml": PROJECT, ...files });

  it("names for every member exactly the dashboards and the lines that a text search finds", async () => {
    const expected = searchTexts(files);
    expect(expected.size).toBeGreaterThan(300);
    const cwd = place();
    const { code, stdout } = await boardwright(["uses", "--all", "--json"], { cwd });
    const { members } = JSON.parse(stdout) as { members: UsedJson[] };
    expect(code).toBe(0);
    expect(new Map(members.map((each) => [each.member, foundOf(each)]))).toEqual(
      new Map([...expected].sort(([a], [b]) => (a < b ? -1 : 1))),
    );
    // One by one it is the same.
    for (const member of [...expected.keys()].filter((_, index) => index % 60 === 0)) {
      const one = JSON.parse((await boardwright(["uses", member, "--json"], { cwd })).stdout);
      expect(one.members.map((each: UsedJson) => [each.member, foundOf(each)])).toEqual([
        [member, expected.get(member)],
      ]);
    }
  });

  it("as exposures has every dashboard that draws a report once, each with the views that it names", async () => {
    const { stdout } = await boardwright(["uses", "--all", "--format", "dbt"], { cwd: place() });
    const { exposures } = parse(stdout) as {
      exposures: { label: string; name: string; depends_on: string[] }[];
    };
    const expected = new Map<string, Set<string>>();
    for (const [member, { dashboards }] of searchTexts(files))
      for (const slug of dashboards)
        expected.set(slug, (expected.get(slug) ?? new Set()).add(`ref('${member.split(".")[0]}')`));
    expect(exposures).toHaveLength(expected.size);
    expect(new Set(exposures.map(({ name }) => name)).size).toBe(expected.size);
    for (const [slug, refs] of expected) {
      const own = exposures.find(({ name }) => name.replaceAll("_", "-").endsWith(slug.replaceAll("_", "-")));
      expect([slug, own?.depends_on]).toEqual([slug, [...refs].sort()]);
    }
  });

  it("names for a member that a branch's model lacks exactly those, as lint --online does", async () => {
    const expected = searchTexts(files);
    const { cubes } = readCorpus();
    const chosen = [...expected.keys()].filter((_, index) => index % 40 === 7);
    expect(chosen.length).toBeGreaterThan(5);
    const lacking = (member: string): Json[] =>
      JSON.parse(JSON.stringify(cubes), (_, value) =>
        Array.isArray(value) ? value.filter((each) => each?.name !== member) : value,
      );
    const branches = chosen.map((member) => [member, { cubes: lacking(member) }] as const);
    const api = await serveModels({
      production: { cubes: cubes as Json[] },
      ...Object.fromEntries(branches),
    });
    const cwd = place();
    for (const member of chosen) {
      const ran = await boardwright(["uses", "--branch", member, "--json"], { cwd, env: api.env });
      const { differences } = JSON.parse(ran.stdout) as { differences: (UsedJson & { change: string })[] };
      expect(differences.map(({ change, member }) => [change, member])).toEqual([["removed", member]]);
      expect(foundOf(differences[0]!)).toEqual(expected.get(member));
      const lint = await boardwright(["lint", "--online", "--branch", member, "--json"], {
        cwd,
        env: api.env,
      });
      const { diagnostics } = JSON.parse(lint.stdout) as {
        diagnostics: { severity: string; file: string; line: number }[];
      };
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const lines = [...new Set(errors.map(({ file, line }) => `${file}:${line}`))].sort();
      expect([lint.code, lines]).toEqual([1, expected.get(member)?.lines]);
    }
  });
});
