// A pull request names paths: none of them brings a file of Git, of Boardwright or of credentials into a dashboard or a message.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { rows } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";

const SECRET = "AUTHORIZATION-basic-c2VjcmV0LXRva2Vu";
const PROJECT = "version: 1\nproject: p\ntargets: { s: { url: 'sandbox:data.json', deployment: 1 } }\n";
/** All that a runner's checkout holds besides the commit. */
const RUNNER = {
  "boardwright.yaml": PROJECT,
  ".git/config": `[http]\n\textraheader = ${SECRET}\n`,
  ".git/config.yaml": `extraheader: [${SECRET}\n`,
  ".env": `TOKEN=${SECRET}\n`,
  ".npmrc": `//registry.example.org/:_authToken=${SECRET}\n`,
  ".boardwright/backups/x/run.json": JSON.stringify({ SECRET }),
  "gha-creds-0123abcd.json": JSON.stringify({ type: "external_account", SECRET }),
  "GHA-CREDS-1.json": JSON.stringify({ SECRET }),
  "dashboards/gha-creds-9.json": `{ ${SECRET}`,
  "dashboards/.hidden/a.txt": SECRET,
  "node_modules/a/.npmrc": SECRET,
  "node_modules/a/index.js": SECRET,
  "theme.txt": `a: [${SECRET}\n`,
};
const content = (value: string) =>
  `workbooks:\n  w:\n    dashboard:\n      widgets: [{ id: t, type: TEXT, position: [0, 0, 4, 4], config: { markdown: ${value} } }]\n`;

const NAMED = [
  "../.git/config",
  ".././.git//config",
  "../dashboards/../.env",
  "../.npmrc",
  "../.boardwright/backups/x/run.json",
  "../gha-creds-0123abcd.json",
  "../GHA-CREDS-1.json",
  "./gha-creds-9.json",
  ".hidden/a.txt",
  "../node_modules/a/index.js",
  "./link",
];
const FOLDERS = ["../.git", "../.boardwright", ".hidden", "../node_modules", "../node_modules/a"];

async function everything(files: Record<string, string>, links: Record<string, string> = {}) {
  const cwd = tempFolder({ ...RUNNER, ...files });
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(cwd, name));
  const runs = [
    ["lint"],
    ["lint", "--json"],
    ["lint", "--format", "sarif"],
    ["lint", "--format", "junit"],
    ["lint", "--format", "codequality"],
    ["plan", "--target", "s"],
    ["plan", "--target", "s", "--json"],
    ["fmt", "--check"],
  ];
  const ran = await Promise.all(runs.map((args) => boardwright(args, { cwd })));
  return {
    said: ran.map(({ stdout, stderr }) => stdout + stderr).join("\n"),
    codes: ran.map(({ code }) => code),
  };
}

describe("files of the runner", () => {
  it.each(NAMED.flatMap((path) => ["$file", "$include"].map((directive) => ({ directive, path }))))(
    "$directive: $path is refused, and nothing of it is said",
    async ({ directive, path }) => {
      const files = { "dashboards/a.yaml": content(`{ ${directive}: ${path} }`) };
      const { said, codes } = await everything(files, { "dashboards/link": "../.env" });
      expect(said).toContain("include-reserved");
      expect(said).not.toContain(SECRET);
      expect(codes.slice(0, 6)).toEqual([1, 1, 1, 1, 1, 1]);
    },
  );

  it.each(FOLDERS)("$dir: %s is refused", async (path) => {
    const { said } = await everything({ "dashboards/a.yaml": content(`{ $dir: ${path} }`) });
    expect(said).toContain("include-reserved");
    expect(said).not.toContain(SECRET);
  });

  it.each(["..", "."])("$dir: %s takes none of them along", async (path) => {
    const { said } = await everything({
      "dashboards/a.yaml": content(`{ $dir: ${path} }`),
      "theme.txt": "x",
    });
    expect(said).not.toContain(SECRET);
    expect(said).toContain("0 errors");
  });

  it("a link within a $dir that leads to one is refused", async () => {
    const files = { "dashboards/a.yaml": content("{ $dir: ./texts }"), "dashboards/texts/a.txt": "a" };
    const { said } = await everything(files, { "dashboards/texts/b.txt": "../../.env" });
    expect(said).toContain("include-reserved");
    expect(said).not.toContain(SECRET);
  });

  it.each(["**/*", "**/.*", ".git/**/*.yaml", "**/*.json", ".env", "{.npmrc,gha-creds-*}"])(
    "`include: %s` makes no workbook files of them",
    async (glob) => {
      const project = `${PROJECT}include: ["${glob}"]\nexclude: [theme.txt]\n`;
      const { said } = await everything({ "boardwright.yaml": project });
      expect(said).not.toContain(SECRET);
    },
  );

  it.each(
    rows([
      ...["id_rsa", "keys/ID_ED25519", "server.pem", "tls.key", "store.p12", "store.pfx", "passwords.kdbx"],
      ...[
        "credentials.json",
        "service-account-ci.json",
        "terraform.tfstate",
        "terraform.tfstate.backup",
        "kubeconfig",
      ],
    ]),
  )("%s is no content, by any directive and as a workbook file", async (name) => {
    const text = `-----BEGIN KEY ${SECRET}\n: [\n`;
    for (const directive of ["$file", "$include"]) {
      const files = { [name]: text, "dashboards/a.yaml": content(`{ ${directive}: ../${name} }`) };
      const { said } = await everything(files);
      expect(said).toContain("include-reserved");
      expect(said).not.toContain(SECRET);
    }
    const project = `${PROJECT}include: ["${name}", "dashboards/**"]\n`;
    const { said } = await everything({ "boardwright.yaml": project, [name]: text });
    expect(said).not.toContain(SECRET);
  });

  it.each([
    ["deploy_key", `-----BEGIN KEY ${SECRET}\n`],
    ["deploy_key", `-----BEGIN KEY: ${SECRET}: x\n`],
    ["notes.txt", `a: [${SECRET}\n`],
    ["cloud.json", `{ "private": "${SECRET}", }`],
    ["cloud.json", `{ "private": "${SECRET}" }`],
    ["cluster.yaml", `users: [{ token: ${SECRET} }\n`],
    ["cluster.yaml", `users:\n  - token: ${SECRET}\n`],
    ["cluster.yaml", `- ${SECRET}\n`],
  ])("`include: %s` of another kind is refused, and no line of it is quoted: %j", async (name, text) => {
    const project = `${PROJECT}include: ["${name}"]\n`;
    const { said, codes } = await everything({ "boardwright.yaml": project, [name]: text });
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain('private": "');
    expect(said).toContain(name);
    expect(codes.slice(0, 6)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("a line of a workbook file is quoted, of one with a slip in its only section as well", async () => {
    for (const text of [
      "workbooks:\n  w: { nmae: quoted-line }\n",
      "workbook: { w: { name: quoted-line } }\n",
    ]) {
      const { said } = await everything({ "dashboards/a.yaml": text });
      expect(said).toContain("quoted-line");
    }
  });

  it.each([
    `users: [{ token: ${SECRET} }\n`,
    `token: ${SECRET}\n  b: c\n`,
    `? [${SECRET}]\n: x\n`,
    `a: !!js/function "${SECRET}"\n`,
    `a: "${SECRET}\n`,
  ])(
    "$include of YAML with a slip, which `include` does not match, quotes no line of it: %j",
    async (text) => {
      const files = { "cluster.yaml": text, "dashboards/a.yaml": content("{ $include: ../cluster.yaml }") };
      const { said, codes } = await everything(files);
      expect(said).toContain("cluster.yaml:");
      expect(said).not.toContain(SECRET);
      expect(codes[0]).toBe(1);
    },
  );

  it("a line of a part that `include` matches is quoted", async () => {
    const files = {
      "dashboards/theme.yaml": "a: [quoted-line\n",
      "dashboards/a.yaml": content("{ $include: ./theme.yaml }"),
    };
    expect((await everything(files)).said).toContain("quoted-line");
  });

  it("$include of a text that is neither YAML nor JSON by its name is refused, and no line of it is quoted", async () => {
    const { said } = await everything({ "dashboards/a.yaml": content("{ $include: ../theme.txt }") });
    expect(said).toContain("include-invalid");
    expect(said).not.toContain(SECRET);
  });
});
