// What people copy from must be right: the example project and every example of docs/files.md.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { findings, nodesOf, ROOT, type SchemaName, schemas, validator } from "./support.ts";

const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

function findingsOf(name: SchemaName, text: string): string[] {
  return parseAllDocuments(text).flatMap((document) => [
    ...document.errors.map(String),
    ...document.warnings.map(String),
    ...findings(validator(name), document.toJS()),
  ]);
}

describe("examples/acme", () => {
  const FOLDER = "examples/acme";
  const files = glob.sync("dashboards/**/*.yaml", { cwd: fileURLToPath(new URL(`${FOLDER}/`, ROOT)) }).sort();

  it("has a valid project file", () => {
    expect(findingsOf("project", read(`${FOLDER}/boardwright.yaml`))).toEqual([]);
  });

  it.each(files)("has a valid %s, which names its schema", (file) => {
    const text = read(`${FOLDER}/${file}`);
    expect(findingsOf("workbooks", text)).toEqual([]);
    const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1];
    const url = new URL(named ?? "", new URL(`${FOLDER}/${file}`, ROOT));
    expect(url.href).toBe(new URL("schemas/workbooks.schema.json", ROOT).href);
  });

  it("names only files that are there, and includes everything that it shares", () => {
    const named = files.flatMap((file) =>
      [...read(`${FOLDER}/${file}`).matchAll(/\$(?:include|file|dir): ([^\s,}]+)/g)].map(
        ([, path]) => new URL(path!, new URL(`${FOLDER}/${file}`, ROOT)).href,
      ),
    );
    expect(named.filter((href) => !existsSync(fileURLToPath(href)))).toEqual([]);
    const shared = glob.sync(["shared/*", "notes/*"], { cwd: fileURLToPath(new URL(`${FOLDER}/`, ROOT)) });
    const unused = shared.filter((path) => !named.includes(new URL(`${FOLDER}/${path}`, ROOT).href));
    expect(unused).toEqual([]);
  });

  it("is described file by file in its README", () => {
    const readme = read(`${FOLDER}/README.md`);
    expect(files.filter((file) => !readme.includes(file))).toEqual([]);
  });
});

describe("docs/files.md", () => {
  const text = read("docs/files.md");
  const blocks = [...text.matchAll(/^```yaml ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, name, body], index) => ({
    number: index + 1,
    name: name!,
    body: body!,
  }));

  it("has examples of both kinds of files", () => {
    expect(new Set(blocks.map(({ name }) => name))).toEqual(new Set(["project", "workbooks"]));
  });

  it.each(blocks)("has a valid example $number ($name)", ({ name, body }) => {
    expect(findingsOf(name as SchemaName, body)).toEqual([]);
  });

  it.each(["project", "workbooks"] as const)("names every key of the %s schema", (name) => {
    const keys = [...nodesOf(schemas[name])]
      .filter(({ under }) => under === "properties")
      .map(({ pointer }) => pointer.slice(pointer.lastIndexOf("/") + 1));
    // Keys of open objects are only suggestions.
    const suggested = /\/\$defs\/(theme|configByType\/.*|configPatch)\/properties\//;
    const open = [...nodesOf(schemas[name])]
      .filter(({ pointer }) => suggested.test(pointer))
      .map(({ pointer }) => pointer.slice(pointer.lastIndexOf("/") + 1));
    const missing = [...new Set(keys)].filter((key) => !open.includes(key) || key.startsWith("$"));
    expect(
      missing.filter((key) => !new RegExp(`[\`{ ]${key.replace("$", "\\$")}[\`: ,]`).test(text)),
    ).toEqual([]);
  });

  it("has only links to headings that exist", () => {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!.toLowerCase().replaceAll(" ", "-"),
    );
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
    expect(links.filter((link) => !headings.includes(link))).toEqual([]);
  });
});
