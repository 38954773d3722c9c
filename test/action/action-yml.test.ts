// action.yml: valid, the inputs and outputs of docs/action.md, and the defaults that the code has.
import { existsSync, readFileSync } from "node:fs";
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ACTION_COMMANDS, readInputs } from "../../src/action/inputs.ts";
import { DOCUMENTS, readText } from "../support/documents.ts";

const action = parse(readText("action.yml")) as {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
};
const SCHEMA = new URL("../../../shared/verify/github-action.json", import.meta.url);
const absent = !existsSync(SCHEMA);
if (absent) console.log(`skipped: ${SCHEMA.pathname} is not here`);

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

  it("runs a file that is there, on the Node that GitHub has", () => {
    expect(action.runs).toEqual({ using: "node24", main: "dist/action/index.js" });
  });
});
