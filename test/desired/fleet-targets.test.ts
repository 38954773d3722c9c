// `like`, `groups` and a file of targets (contract 15): what targets inherit, and what cannot be, with its places.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject, ProjectError, placeOfTarget } from "../../src/desired/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const HEAD = "version: 1\nproject: acme\n";
const PRODUCTION = `  production:
    url: https://acme.example.com
    deployment: 12
    vars: { currency: EUR, region: all }
    folders: { Finance: 3 }
    link: "https://acme.example.com/d/{id}"
`;

const open = (text: string, files: Record<string, string> = {}) =>
  tempFolder({ "boardwright.yaml": HEAD + text, ...files });

async function found(text: string, files: Record<string, string> = {}): Promise<string[]> {
  const error = await loadProject({ cwd: open(text, files) }).catch((caught) => caught);
  expect(error).toBeInstanceOf(ProjectError);
  const { diagnostics } = error as ProjectError;
  return diagnostics.map(
    ({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule} ${message}`,
  );
}

describe("like", () => {
  it("fills in what a target does not say, key by key in its variables", async () => {
    const cwd = open(
      `targets:\n  eu:\n    like: near\n    deployment: 14\n    vars: { region: eu }\n  near: { like: production, deployment: 13 }\n${PRODUCTION}`,
    );
    const { targets } = await loadProject({ cwd });
    expect(Object.keys(targets)).toEqual(["eu", "near", "production"]);
    expect(targets.eu).toEqual({
      name: "eu",
      url: "https://acme.example.com",
      deployment: 14,
      vars: { currency: "EUR", region: "eu" },
      // Numbers of folders are of one deployment.
      folders: {},
      link: "https://acme.example.com/d/{id}",
    });
  });

  it("does not take over what is of another address", async () => {
    const cwd = open(`targets:\n${PRODUCTION}  us: { like: production, url: "https://us.example.com" }\n`);
    const { us } = (await loadProject({ cwd })).targets;
    expect(us).toMatchObject({ deployment: 12, folders: {} });
    expect(us).not.toHaveProperty("link");
  });

  it("is a finding with both places in a circle, and with a hint where nothing has that name", async () => {
    expect(await found("targets:\n  a: { like: b }\n  b:\n    like: a\n")).toEqual([
      "boardwright.yaml:4:14 invalid-value `a` is like itself, by way of `b` (boardwright.yaml:6:5).",
    ]);
    expect(await found("targets:\n  a: { like: a }\n")).toEqual([
      "boardwright.yaml:4:14 invalid-value `a` is like itself.",
    ]);
    expect(await found(`targets:\n${PRODUCTION}  eu: { like: prodution }\n`)).toEqual([
      "boardwright.yaml:10:15 unknown-target There is no target `prodution` that `eu` could be like. Did you mean `production`?",
    ]);
    expect(await found("targets:\n  a: { deployment: 1 }\n")).toEqual([
      "boardwright.yaml:4:6 missing-field A target needs `url`.",
    ]);
  });
});

describe("two targets that are one deployment", () => {
  const said = (name: string, place: string, other = "production (boardwright.yaml:4:3)") =>
    `${place} invalid-value \`${name}\` has the address and the deployment of \`${other.replace(" ", "` ")}: an apply of one would overwrite the other's workbooks.`;

  it.each([
    ["forgets it though it is like the other", "{ like: production, vars: { currency: USD } }", 15],
    ["says its number again", "{ like: production, deployment: 12 }", 39],
    ["says the address with a slash", '{ url: "https://acme.example.com//", deployment: 12 }', 56],
    [
      "says the address in capitals and with the usual port",
      '{ url: "https://ACME.example.com:443", deployment: 12 }',
      58,
    ],
    ["says the address with the dot of the root", '{ url: "https://acme.example.com.", deployment: 12 }', 55],
  ])("are an error with both places, where one %s", async (_, target, column) => {
    const text = `targets:\n${PRODUCTION}  us: ${target}\n`;
    expect(await found(text)).toEqual([said("us", `boardwright.yaml:10:${column}`)]);
  });

  it("are an error for one file of the embedded platform, however its path is written", async () => {
    const text = `targets:\n  a: { url: "sandbox:.boardwright/s.json", deployment: 1 }\n  b: { url: "sandbox:./x/../.boardwright//s.json", deployment: 1 }\n`;
    expect(await found(text)).toEqual([said("b", "boardwright.yaml:5:64", "a (boardwright.yaml:4:3)")]);
  });

  it("are an error in an included file, at its place", async () => {
    const fleet =
      "a: { url: https://acme.example.com, deployment: 1 }\nb: { like: a }\nc: { like: b, deployment: 2 }\n";
    expect(await found("targets: { $include: ./fleet.yaml }\n", { "fleet.yaml": fleet })).toEqual([
      said("b", "fleet.yaml:2:12", "a (fleet.yaml:1:1)"),
    ]);
  });

  it("are none where another file, port or path tells them apart, or the deployment is said elsewhere", async () => {
    const urls = [
      "https://a.example",
      "https://a.example:8443",
      "https://a.example/eu",
      "sandbox:a.json",
      "sandbox:b.json",
    ];
    const targets = urls.map((url, at) => `  t${at}: { url: "${url}", deployment: 1 }\n`).join("");
    const cwd = open(
      `targets:\n${targets}  free: { url: "https://a.example" }\n  open: { url: "https://a.example" }\n`,
    );
    expect(Object.keys((await loadProject({ cwd })).targets)).toHaveLength(7);
  });
});

describe("groups", () => {
  it("hold names and globs, in their order, each target once", async () => {
    const cwd = open(
      `targets:\n${PRODUCTION}  eu-2: { like: production, deployment: 2 }\n  eu-1: { like: production, deployment: 1 }\ngroups:\n  eu: [eu-1, "eu-*"]\n  all: ["{production,eu-?}"]\n`,
    );
    expect((await loadProject({ cwd })).groups).toEqual({
      eu: ["eu-1", "eu-2"],
      all: ["production", "eu-2", "eu-1"],
    });
  });

  it("are findings where they are empty, named like a target, or hit nothing", async () => {
    const text = `targets:\n${PRODUCTION}groups:\n  none: []\n  production: [production]\n  us: ["us-*", prodution]\n  "a*": [production]\n`;
    expect((await found(text)).map((line) => line.replace(/^boardwright\.yaml:/, ""))).toEqual([
      "11:9 invalid-value A group is a list of names or globs of targets, and not an empty one.",
      "12:3 invalid-value `production` is a target already, at boardwright.yaml:4:3.",
      "13:8 unknown-target No target is called like `us-*`.",
      "13:16 unknown-target There is no target `prodution`. Did you mean `production`?",
      "14:3 invalid-value `a*` cannot be the name of a group: it would be read as a glob.",
    ]);
  });
});

describe("a file of targets", () => {
  const TARGETS =
    "eu-1:\n  like: production\n  deployment: 11\nproduction:\n  url: https://acme.example.com\n  deployment: 12\n";

  it("is put in place, what stands beside it merged over it, and is where its address is", async () => {
    const cwd = open("targets:\n  $include: ./fleet/targets.yaml\n  eu-1: { deployment: 14 }\n", {
      "fleet/targets.yaml": TARGETS,
    });
    const project = await loadProject({ cwd });
    expect(project.targets["eu-1"]).toMatchObject({ url: "https://acme.example.com", deployment: 14 });
    expect(placeOfTarget(project, "production")).toBe("targets.yaml:5");
  });

  it("has its findings in it, and one that is another file shows no line of itself", async () => {
    const text = "targets: { $include: ./targets.yaml }\n";
    expect(
      await found(text, { "targets.yaml": TARGETS.replace("deployment: 12", "deploiment: 12") }),
    ).toEqual([
      "targets.yaml:6:3 unknown-field `deploiment` is not a field of a target. Did you mean `deployment`?",
    ]);
    const cwd = open(text, { "targets.yaml": "password: hunter2\nhost: db\n" });
    const { code, stdout, stderr } = await boardwright(["lint"], { cwd });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("This is no file of targets");
    expect(stdout + stderr).not.toContain("hunter2");
    expect(await found(text)).toEqual([
      "boardwright.yaml:3:22 include-missing There is no `./targets.yaml`.",
    ]);
  });

  it("is inside the project, links resolved, and none that holds credentials", async () => {
    const outside = tempFolder({ "targets.yaml": TARGETS });
    for (const path of ["../targets.yaml", "/etc/passwd", ".env.yaml", "link.yaml"]) {
      const cwd = open(`targets: { $include: ${path} }\n`, { ".env.yaml": TARGETS });
      symlinkSync(join(outside, "targets.yaml"), join(cwd, "link.yaml"));
      const error = (await loadProject({ cwd }).catch((caught) => caught)) as ProjectError;
      expect(error.diagnostics.map(({ rule }) => rule)[0], path).toMatch(
        /^include-(outside-project|reserved)$/,
      );
    }
  });
});
