// action.yml: valid, the contract's inputs and outputs, the defaults that the code has, and all of it in the documents.
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
const CONTRACT = new URL("../../../shared/contract.md", import.meta.url);
const absent = (url: URL) => {
  const isAbsent = !existsSync(url);
  if (isAbsent) console.log(`skipped: ${url.pathname} is not here`);
  return isAbsent;
};

describe("action.yml", () => {
  it.skipIf(absent(SCHEMA))("is what GitHub's schema of actions accepts", () => {
    const validate = new Ajv.default({ strict: false, logger: false }).compile(
      JSON.parse(readFileSync(SCHEMA, "utf8")),
    );
    expect(validate(action) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...action, runs: { ...action.runs, mian: "x" } })).toBe(false);
  });

  it.skipIf(absent(CONTRACT))("has the inputs and outputs of the contract, no more and no fewer", () => {
    const [, inputs = "", outputs = ""] =
      /## 9\.[\s\S]*?\nInputs: ([\s\S]*?)\. Outputs: ([\s\S]*?)\. The step/.exec(
        readFileSync(CONTRACT, "utf8"),
      ) ?? [];
    // What stands in parentheses explains the name before it.
    const names = (text: string) =>
      [...text.replace(/\([^)]*\)/g, "").matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect(Object.keys(action.inputs)).toEqual(names(inputs));
    expect(Object.keys(action.outputs)).toEqual(names(outputs));
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

  it("is in the documents, every input and output", () => {
    expect(DOCUMENTS).toContain("docs/action.md");
    const rows = [...readText("docs/action.md").matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
    expect(rows.filter((name) => name !== undefined && name in action.inputs)).toEqual(
      expect.arrayContaining(Object.keys(action.inputs)),
    );
    expect(rows).toEqual(expect.arrayContaining(Object.keys(action.outputs)));
    for (const name of rows)
      expect([...Object.keys(action.inputs), ...Object.keys(action.outputs)]).toContain(name);
  });
});
