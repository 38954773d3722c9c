// action.yml: valid, the inputs and outputs of docs/action.md, and the defaults that the code has.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { failed } from "../../src/action/failure.ts";
import { ACTION_COMMANDS, readInputs } from "../../src/action/inputs.ts";
import { UserError } from "../../src/model/index.ts";
import { DOCUMENTS, readText } from "../support/documents.ts";

const action = parse(readText("action.yml")) as {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
};
const SCHEMA = new URL("../../../shared/verify/github-action.json", import.meta.url);
const absent = !existsSync(SCHEMA);
if (absent) console.log(`skipped: ${SCHEMA.pathname} is not here`);

/** What is no input of ours: permissions, inputs of actions/checkout, commands, events, settings and parts of GitHub's own pages. */
const OTHERS =
  "contents pull-requests issues deployments permissions fetch-depth ref plan apply push schedule drift lint preview-up preview-down preview test workflow_dispatch project include env config apply.allow defaultTarget path";

/** The inputs that a source names in its texts: with their word before or a value behind, and all that a text of the Action quotes. */
function namedInputs(file: string): string[] {
  const source = readFileSync(file, "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  const isOfAction = file.startsWith("src/action/");
  const texts = [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text]) => text);
  const quoted = isOfAction ? /\\?`([a-z][a-z_-]+)(?:: [^`\\]+)?\\?`/g : /input \\?`([a-z-]+)/g;
  const worded = /\binputs? \\?`?([a-z][a-z-]+)(?=\\?`)/g;
  const found = texts.flatMap((text) =>
    [quoted, worded].flatMap((pattern) =>
      [...text.slice(1, -1).matchAll(pattern)].map(([, name = ""]) => name),
    ),
  );
  return [...new Set(found)].filter((name) => !OTHERS.split(" ").includes(name));
}

describe("action.yml", () => {
  it.skipIf(absent)("is what GitHub's schema of actions accepts", () => {
    const validate = new Ajv.default({ strict: false, logger: false }).compile(
      JSON.parse(readFileSync(SCHEMA, "utf8")),
    );
    expect(validate(action) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...action, runs: { ...action.runs, mian: "x" } })).toBe(false);
  });

  it("has the inputs and outputs of its page, no more and no fewer, in its order", () => {
    expect(DOCUMENTS).toContain("docs/action.md");
    const page = readText("docs/action.md");
    const namesUnder = (heading: string) => {
      const [, section = ""] = new RegExp(`^## ${heading}\\n([\\s\\S]*?)^## `, "m").exec(page) ?? [];
      return [...section.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
    };
    expect(namesUnder("Inputs")).toEqual(Object.keys(action.inputs));
    expect(namesUnder("Outputs")).toEqual(Object.keys(action.outputs));
  });

  it("has the defaults that the code has, and asks for every name that the code reads", () => {
    const asked: string[] = [];
    const bare = readInputs((name) => {
      asked.push(name);
      return name === "command" ? "plan" : "";
    });
    expect([...new Set(asked)].sort()).toEqual(Object.keys(action.inputs).sort());
    const defaults = readInputs((name) => {
      if (name === "command") return "plan";
      const value = action.inputs[name]?.default ?? "";
      return value.startsWith("${{") ? "" : value;
    });
    expect(defaults).toEqual(bare);
    expect(action.inputs["github-token"]?.default).toBe("${{ github.token }}");
    expect(action.inputs["api-key"]?.default).toBeUndefined();
    for (const command of ACTION_COMMANDS) expect(action.inputs.command?.description).toContain(command);
  });

  const messages = ["src/action", "src/report", "src/target", "src/project", "src/features/preview"].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .flatMap((name) =>
          namedInputs(`${folder}/${name}`).map((input) => [input, `${folder}/${name}`] as const),
        ),
  );
  it.each(messages)("has the input %s that a message names (%s)", (input) => {
    expect(Object.keys(action.inputs)).toContain(input);
  });

  it.each([
    ["They are a, b. Name one: --target a", "They are a, b. Name one: `target` a"],
    ["Narrow it with paths, --only or --against.", "Narrow it with paths, `only` or `against`."],
    ["Name a branch: `--against origin/main`.", "Name a branch: `against origin/main`."],
    ["Run `boardwright plan --target a` first.", "Run `boardwright plan --target a` first."],
    [
      "Plan again: boardwright plan --target a --out FILE",
      "Plan again: boardwright plan --target a --out FILE",
    ],
  ])("is what errors of a job speak of, and not of options: %s", (text, said) => {
    let printed = "";
    const print = (more: string) => {
      printed += more;
    };
    const log = { color: false, print, section: print, warn: print };
    const error = new UserError(text, { details: [text] });
    const { verdict } = failed(error, { command: "plan", log, job: undefined, cancelled: false });
    expect(verdict).toBe(said);
    expect(printed.trimEnd()).toBe(`error: ${said}\n  ${said}`);
  });

  it("runs a file that is there, on the Node that GitHub has", () => {
    expect(action.runs).toEqual({ using: "node24", main: "dist/action/index.js" });
  });
});
