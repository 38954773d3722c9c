// What `--format` takes is the registry's, and its help names each of them.
import { describe, expect, it } from "vitest";
import { chooseFormat } from "../../src/cli/choose-format.ts";
import { DRIFT_FORMATS, LINT_FORMATS, PLAN_FORMATS } from "../../src/report/index.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const REGISTRIES = { lint: LINT_FORMATS, plan: PLAN_FORMATS, drift: DRIFT_FORMATS };

describe("--format", () => {
  it.each(Object.entries(REGISTRIES))("is told in the help of %s", async (command, formats) => {
    const { stdout } = await run(tempFolder({}), [command, "--help"]);
    const [, text = ""] = /--format <name>\s+([^[(\n]*)/.exec(stdout) ?? [];
    expect(text.split(/, | or /).map((name) => name.trim())).toEqual(Object.keys(formats));
  });

  it("gives way to --json, and a name that is none is refused also then", () => {
    expect(chooseFormat(LINT_FORMATS, {})).toBe(LINT_FORMATS.pretty);
    expect(chooseFormat(LINT_FORMATS, { format: "sarif", json: true })).toBe(LINT_FORMATS.json);
    for (const format of ["toString", "Pretty", ""]) {
      expect(() => chooseFormat(PLAN_FORMATS, { format, json: true })).toThrow(
        `--format takes pretty, json, markdown or html, not ${JSON.stringify(format)}`,
      );
    }
  });
});
