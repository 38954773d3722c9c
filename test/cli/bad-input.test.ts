// Whatever a user writes into a file: an error with its place, exit 1, and nothing is sent.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { BAD_TEXTS } from "./bad-input-texts.ts";
import { projectFile, run, type StandingBy, standBy, WORKBOOK } from "./server.ts";

let server: StandingBy;
beforeAll(async () => {
  server = await standBy();
});
afterAll(() => server.close());

const COMMANDS = [["lint"], ["plan"], ["apply", "--yes"]];

function project(files: Record<string, string | Buffer>): string {
  const folder = tempFolder();
  for (const [path, text] of Object.entries({ "boardwright.yaml": projectFile(server.url), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** lint, plan and apply, all at once; none of them sends anything. */
async function runAll(folder: string, env: Record<string, string> = {}): Promise<Ran[]> {
  const all = await Promise.all(COMMANDS.map((command) => run(folder, command, env)));
  expect(server.requests).toEqual([]);
  return all;
}

/** Every command fails with the same finding; lint's stands on stdout, where its results go. */
async function expectFinding(folder: string, finding: string): Promise<void> {
  for (const ran of await runAll(folder)) {
    expect(ran.stdout + ran.stderr).toContain(finding);
    expect(ran.code).toBe(1);
  }
}

const dashboard = (widget: string) =>
  `workbooks:\n  b:\n    dashboard:\n      widgets:\n        - ${widget}\n`;

/** Workbook files that are wrong in ways that a project file cannot be: name, text, place. */
const BAD_FILES: readonly (readonly [string, string, string])[] = [
  ["comma.json", '{ "workbooks": { "a": {}, } }', "1:27  error  yaml-syntax"],
  ["breaks-off.json", '{ "workbooks": {\n', "1:16  error  yaml-syntax"],
  ["twice.json", '{ "workbooks": {}, "workbooks": {} }', "1:20  error  duplicate-key"],
  ["conflict.json", "{\n<<<<<<< HEAD\n=======\n>>>>>>> b\n}\n", "2:1  error  yaml-syntax"],
  ["section.yaml", "workbook: {}\n", "1:1  error  unknown-field"],
  [
    "deep-proto.yaml",
    dashboard("{ id: w, type: TEXT, position: [0, 0, 1, 1], config: { __proto__: { a: 1 } } }"),
    "5:66  error  unsafe-key",
  ],
  ["typo.yaml", dashboard("{ id: w, type: TEXT, positon: [0, 0, 1, 1] }"), "5:32  error  unknown-field"],
  [
    "up.yaml",
    "workbooks:\n  c:\n    dashboard: { $include: ../../../etc/passwd }\n",
    "3:28  error  include-outside-project",
  ],
  [
    "root.yaml",
    "workbooks:\n  d:\n    dashboard: { $include: /etc/passwd }\n",
    "3:28  error  include-outside-project",
  ],
  ["cycle.yaml", "workbooks:\n  e: { $include: ./cycle.yaml }\n", "2:18  error  include-cycle"],
];

describe("workbook files", () => {
  it("that cannot be: each is told with its place, by every command, and nothing is sent", async () => {
    const files: Record<string, string | Buffer> = {};
    const expected: string[] = [];
    for (const { name, text, place } of BAD_TEXTS) {
      const file = `dashboards/${name.replace(/\W+/g, "-")}.yaml`;
      files[file] = text;
      expected.push(`${file}:${place}`);
    }
    for (const [name, text, place] of BAD_FILES) {
      files[`dashboards/${name}`] = text;
      expected.push(`dashboards/${name}:${place}`);
    }
    const folder = project(files);
    for (const { code, stdout, stderr } of await runAll(folder)) {
      const told = (stdout + stderr).match(/^dashboards\/\S+:\d+:\d+ {2}error {2}\S+$/gm) ?? [];
      // Of tabs every line is told.
      expect([...new Set(told)].filter((line) => !/tabs.yaml:3/.test(line)).sort()).toEqual(expected.sort());
      expect(code).toBe(1);
    }
    expect((await run(folder, ["plan", "--json"])).stdout).toContain('"code": "lint"');
    expect({}).not.toHaveProperty("polluted");
  });

  it("that are links out of the project: nothing of what they lead to is shown", async () => {
    const outside = join(tempFolder({ "secrets.yaml": "password: hunter2\n" }), "secrets.yaml");
    const folder = project({ "dashboards/fine.yaml": WORKBOOK });
    symlinkSync(outside, join(folder, "dashboards/x.yaml"));
    for (const ran of await runAll(folder)) {
      expect(ran.stdout + ran.stderr).toContain("dashboards/x.yaml:1:1  error  file-outside-project");
      expect(ran.stdout + ran.stderr).not.toContain("hunter2");
      expect(ran.code).toBe(1);
    }
    for (const format of ["json", "sarif", "github", "junit", "codequality"]) {
      expect((await run(folder, ["lint", "--format", format])).stdout).not.toContain("hunter2");
    }
  });

  it("that include a link out of the project", async () => {
    const outside = join(tempFolder({ "secrets.yaml": "password: hunter2\n" }), "secrets.yaml");
    const text = "workbooks:\n  a:\n    dashboard: { theme: { $include: ./theme } }\n";
    const folder = project({ "dashboards/x.yaml": text });
    symlinkSync(outside, join(folder, "dashboards/theme"));
    await expectFinding(folder, "dashboards/x.yaml:3:37  error  include-outside-project");
  });

  it("that are links to themselves", async () => {
    const folder = project({ "dashboards/fine.yaml": WORKBOOK });
    symlinkSync("x.yaml", join(folder, "dashboards/x.yaml"));
    await expectFinding(folder, "dashboards/x.yaml:1:1  error  file-unreadable");
  });

  it.skipIf(process.getuid?.() === 0)("that may not be read", async () => {
    const folder = project({ "dashboards/x.yaml": WORKBOOK });
    chmodSync(join(folder, "dashboards/x.yaml"), 0o000);
    await expectFinding(folder, "dashboards/x.yaml:1:1  error  file-unreadable");
  });
});

describe("a project file that is", () => {
  it.each(BAD_TEXTS)("$name", async ({ text, place }) => {
    // Of a file without any key of a project file nothing is shown.
    const isTold = typeof text === "string" && !place.includes("wrong-type");
    const own = isTold ? `${text}\nproject: a\n` : text;
    const folder = project({ "boardwright.yaml": own, "dashboards/x.yaml": WORKBOOK });
    await expectFinding(folder, `boardwright.yaml:${place}`);
  });

  it.each([
    ["empty", "", "1:1  error  missing-field"],
    ["of another version", "version: 2\nproject: a\n", "1:10  error  invalid-value"],
    ["two documents", "version: 1\nproject: a\n---\nversion: 1\n", "1:1  error  wrong-type"],
    ["misspelt", "version: 1\nproject: a\nincldue: []\n", "3:1  error  unknown-field"],
    [
      "with a target that is not declared",
      "version: 1\nproject: a\ndefaultTarget: b\n",
      "3:16  error  unknown-target",
    ],
    ["with a path that is none", "version: 1\nproject: a\nignore: ['a..b']\n", "3:10  error  invalid-value"],
    [
      "with an escape that is none in a path",
      "version: 1\nproject: a\nignore:\n  - 'a[\"\\x\"].b'\n",
      "4:5  error  invalid-value",
    ],
    [
      "with a hazard that is none",
      "version: 1\nproject: a\napply: { allow: [x] }\n",
      "3:18  error  invalid-value",
    ],
    [
      "with a rule that is none",
      "version: 1\nproject: a\ndefaultTarget: t\ntargets: { t: { url: sandbox:s.json, deployment: 1 } }\nlint: { rules: { x: off } }\n",
      "5:18  error  unknown-rule",
    ],
    [
      "with an address that is not https",
      "version: 1\nproject: a\ntargets: { t: { url: 'http://acme.example.com' } }\n",
      "3:22  error  invalid-value",
    ],
    [
      "with a token",
      "version: 1\nproject: a\ntargets: { t: { url: 'https://a.example', token: x } }\n",
      "3:43  error  unknown-field",
    ],
    [
      "with a glob out of the project",
      "version: 1\nproject: a\ninclude: [../**/*.yaml]\n",
      "3:11  error  invalid-value",
    ],
  ])("%s", async (_, text, place) => {
    const folder = project({ "boardwright.yaml": text, "dashboards/x.yaml": WORKBOOK });
    const { code, stderr } = await run(folder, ["plan"]);
    expect(stderr).toContain(`boardwright.yaml:${place}`);
    expect(code).toBe(1);
    expect(server.requests).toEqual([]);
  });

  it("a folder", async () => {
    const folder = tempFolder({ "boardwright.yaml/x": "", "dashboards/x.yaml": WORKBOOK });
    await expectFinding(folder, "boardwright.yaml:1:1  error  file-unreadable");
  });

  it("not there", async () => {
    for (const { code, stderr, stdout } of await runAll(tempFolder({ "dashboards/x.yaml": WORKBOOK }))) {
      expect(code).toBe(1);
      expect(stdout).toBe("");
      expect(stderr).toMatch(/^error: there is no boardwright\.yaml here\n {2}Looked in /);
      expect(stderr).toContain("`boardwright init` creates one");
    }
    const { code, stderr } = await run(tempFolder(), ["lint", "--config", "nope.yaml"]);
    expect(code).toBe(64);
    expect(stderr).toContain("error: there is no project file nope.yaml");
  });
});

describe("a target that", () => {
  const both = (more: string) => project({ "boardwright.yaml": more, "dashboards/x.yaml": WORKBOOK });

  it("is unknown is wrong usage, and the known ones are named", async () => {
    const folder = project({ "dashboards/x.yaml": WORKBOOK });
    for (const [flags, env, from] of [
      [["--target", "prod"], {}, ""],
      [[], { BOARDWRIGHT_TARGET: "prod" }, " (from BOARDWRIGHT_TARGET)"],
    ] as const) {
      const all = await Promise.all(
        COMMANDS.map((command) => run(folder, [...command, ...flags], env as Record<string, string>)),
      );
      for (const { code, stderr } of all) {
        expect(stderr).toContain(`error: there is no target "prod"${from} in boardwright.yaml`);
        expect(stderr).toContain("It declares `live`.");
        expect(code).toBe(64);
      }
    }
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["none is declared", "version: 1\nproject: a\n", "boardwright.yaml declares no target"],
    [
      "several are and none is the default",
      "version: 1\nproject: a\ntargets: { a: { url: 'sandbox:a' }, b: { url: 'sandbox:b' } }\n",
      "several targets are declared, but none is the default",
    ],
  ])("is not chosen, where %s", async (_, text, message) => {
    const [lint, plan, apply] = await runAll(both(text));
    expect(lint!.code).toBe(0);
    for (const ran of [plan!, apply!]) {
      expect(ran.stderr).toContain(`error: ${message}`);
      expect(ran.code).toBe(64);
    }
  });

  it("does not say its deployment is told how", async () => {
    const url = JSON.stringify(server.url);
    const [lint, plan, apply] = await runAll(
      both(`version: 1\nproject: a\ntargets: { live: { url: ${url} } }\n`),
    );
    expect(lint!.code).toBe(0);
    for (const { code, stderr } of [plan!, apply!]) {
      expect(stderr).toContain("error: target live has no deployment");
      expect(stderr).toContain("--deployment ID");
      expect(code).toBe(1);
    }
  });
});

describe("a project without workbook files", () => {
  it.each([
    ["nothing at all", {}],
    ["an include that matches nothing", { "boards/x.yaml": WORKBOOK }],
    ["a folder that is called like a file", { "dashboards/x.yaml/readme.md": "" }],
  ])("says where it looked: %s", async (_, files) => {
    const folder = project(files as Record<string, string>);
    writeFileSync(join(folder, "boardwright.yaml"), projectFile("sandbox:s.json", 1));
    const commands = [["lint"], ["plan"], ["fmt"]];
    const [lint, ...others] = await Promise.all(commands.map((command) => run(folder, command)));
    expect(lint!.stdout).toBe("0 errors, 0 warnings in 0 files.\n");
    for (const { code, stderr } of [lint!, ...others, await run(folder, ["apply", "--yes"])]) {
      expect(stderr).toContain(
        `There are no workbook files: \`include\` in ${folder}/boardwright.yaml is ["dashboards/`,
      );
      expect(stderr).toContain("`boardwright pull --all` writes one for each live workbook");
      expect(code).toBe(0);
    }
  });

  it("and a path that is not there, or not the project's", async () => {
    const folder = project({ "dashboards/x.yaml": WORKBOOK, "docs/readme.md": "" });
    for (const [path, message] of [
      ["nope.yaml", 'error: there is no file or folder "nope.yaml"'],
      ["..", 'error: ".." is outside the project'],
      ["docs", 'error: there are no workbook files in "docs"'],
    ] as const) {
      const commands = [
        ["lint", path],
        ["plan", path],
        ["fmt", path],
      ];
      for (const { code, stderr } of await Promise.all(commands.map((each) => run(folder, each)))) {
        expect(stderr).toContain(message);
        expect(code).toBe(64);
      }
    }
    expect(server.requests).toEqual([]);
  });
});
