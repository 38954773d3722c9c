// Slugs, names, folders and texts of live workbooks are somebody else's: whatever they are, `pull` writes files of the project and no
// others, under names that any file system takes, and prints nothing that a terminal obeys.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/model/index.ts";
import { createSandbox, type Seed } from "../../../src/sandbox/index.ts";
import { boardwright } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";

/** What is wrong with a name, as a path, as YAML, as a shell's word, on a terminal, on Windows or on a Mac. */
const SLUGS = [
  "../../escaped",
  "..",
  ".",
  "/etc/escaped",
  "a/../../../escaped",
  "..\\..\\escaped",
  "c:\\escaped",
  "\\\\server\\share",
  "%2e%2e%2fescaped",
  "a\u0000b",
  ".git/hooks/pre-commit",
  ".git",
  "git~1",
  ".gitattributes",
  ".boardwright/backups",
  "node_modules/x",
  ".npmrc",
  "boardwright",
  "-rf",
  "--help",
  "con",
  "nul.yaml",
  "a:stream",
  '*?<>|"',
  "$(touch escaped)",
  "`touch escaped`; rm -rf .",
  "line\nworkbooks: { other: {} }",
  "__proto__",
  "\u001b[2J\u202eodd",
  "${env.PLATFORM_API_KEY}",
  "x".repeat(5000),
];

type Way = (slug: string) => { args: string[]; workbook?: JsonObject; folders?: JsonObject[] };
const TEXT = "Line of a text\n".repeat(9);
const widget = (id: string, config: JsonObject): JsonObject => ({
  id,
  type: "TEXT",
  position: { x: 0, y: 0, w: 4, h: 4 },
  config,
});
const folderNamed = (name: string): JsonObject[] => [{ id: 31, name }];

/** How a hostile text comes into a project. */
const WAYS: Record<string, Way> = {
  "as a slug, with --all": () => ({ args: ["--all"] }),
  "as a slug that is named": (slug) => ({ args: ["--", slug] }),
  "as a slug, into a folder": () => ({ args: ["--all", "--into", "dashboards/taken"] }),
  "as a slug, with --json": () => ({ args: ["--all", "--json"] }),
  "as a slug with texts beside it": () => ({
    args: ["--all"],
    workbook: { dashboardDraft: { widgets: [widget("note", { markdown: TEXT })] } },
  }),
  "as a name": (slug) => ({ args: ["--all"], workbook: { slug: "board", name: slug } }),
  "as a folder": (slug) => ({
    args: ["--all"],
    workbook: { slug: "board", folderId: 31 },
    folders: folderNamed(slug),
  }),
  "as a folder that files lie in": (slug) => ({
    args: ["--all", "--mirror-folders"],
    workbook: { slug: "board", folderId: 31 },
    folders: folderNamed(slug),
  }),
  "as a widget's id": (slug) => ({
    args: ["--all"],
    workbook: { slug: "board", dashboardDraft: { widgets: [widget(slug, { markdown: TEXT })] } },
  }),
  "as a path of an app's file": (slug) => ({
    args: ["--all"],
    workbook: {
      slug: "board",
      dashboardDraft: { kind: "APP", app: { entry: slug, html: "<p>\n</p>", files: { [slug]: "x\n" } } },
    },
  }),
  "as a key of meta": (slug) => ({ args: ["--all"], workbook: { slug: "board", meta: { [slug]: slug } } }),
  "as a text": (slug) => ({
    args: ["--all"],
    workbook: {
      slug: "board",
      dashboardDraft: { title: slug, widgets: [widget("note", { markdown: `${slug}\n${TEXT}` })] },
    },
  }),
};
const PROJECT = (url: string) =>
  `version: 1\nproject: p\nenv: []\ntargets: { t: { url: "${url}", deployment: 1 } }\n`;
/** Of a file's or a folder's name, as Windows, a Mac and Git's own hooks have it. */
const SAFE =
  /^(?![.-])(?!(?:con|nul|aux|prn|com\d|lpt\d)(?:\.|$))[^\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u202e]{1,90}(?<!\.)$/i;

describe.each(Object.keys(WAYS))("a hostile text, pulled %s", (name) => {
  it.each(SLUGS.map((slug) => [JSON.stringify(slug).slice(0, 40), slug]))(
    "%s stays in its place",
    async (_, slug) => {
      const { args, workbook = {}, folders = [] } = WAYS[name]!(slug);
      const own = {
        id: 7,
        deploymentId: 1,
        slug,
        name: "Board",
        dashboardDraft: { title: "T", widgets: [] },
      };
      const seed = { workbooks: [{ ...own, ...workbook }], folders } as unknown as Seed;
      const sandbox = await createSandbox({ seed });
      onTestFinished(() => sandbox.close());
      const outer = tempFolder({ "place/kept.txt": "kept" });
      const cwd = join(outer, "a/b/project");
      mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
      const files = { "boardwright.yaml": PROJECT(sandbox.url), "dashboards/mine.yaml": "# mine\n" };
      mkdirSync(join(cwd, "dashboards"));
      for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
      const before = listing(outer);
      const env = { PLATFORM_API_KEY: sandbox.apiKey };
      const ran = await boardwright(["pull", "--target", "t", ...args], { cwd, env });

      expect([0, 1]).toContain(ran.code);
      expect(ran.stdout + ran.stderr).not.toContain("this is a bug in boardwright");
      expect((ran.stdout + ran.stderr).replaceAll(/\n/g, "")).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u202e]/,
      );
      const fresh = listing(outer).filter((file) => !before.includes(file));
      for (const file of fresh) {
        expect(file).toMatch(/^a\/b\/project\/(?:dashboards|schemas)(?:\/|$)/);
        for (const part of file.split("/").slice(3)) expect(part).toMatch(SAFE);
      }
      for (const [file, text] of Object.entries(files))
        expect(readFileSync(join(cwd, file), "utf8")).toBe(text);
      // What was written is read again as what it was, or lint names the place; it is no other workbook.
      const lint = await boardwright(["plan", "--target", "t", "--json"], { cwd, env });
      expect(lint.stdout + lint.stderr).not.toContain("this is a bug in boardwright");
      expect({}).not.toHaveProperty("board");
      const { changes = [] } = JSON.parse(lint.stdout) as { changes?: { action: string }[] };
      expect(changes.filter(({ action }) => action !== "stamp")).toEqual([]);
    },
  );
});

/** Every file and folder. */
function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}
