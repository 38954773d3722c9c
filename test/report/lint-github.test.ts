import { describe, expect, it } from "vitest";
import { lintGithub } from "../../src/report/findings/lint-github.ts";
import { NASTY, PLAIN, reportOf } from "./lint-findings.ts";

/** Reads a workflow command as GitHub's runner does (actions/runner, ActionCommand.cs). */
function readCommand(line: string) {
  const [, kind, list = "", data = ""] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const decode = (text: string) =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  const properties = Object.fromEntries(list.split(",").map((each) => each.split("=").map(decode)));
  return { kind, properties, message: decode(data) };
}

describe("lintGithub", () => {
  it("gives one annotation per finding and the totals", () => {
    const lines = lintGithub(reportOf(PLAIN)).split("\n");
    expect(lines).toEqual([
      "::error file=dashboards/revenue.yaml,line=18,col=11,endLine=18,endColumn=18,title=unknown-field::`positon` is not a field of a widget. Did you mean `position`?",
      "1 error, 0 warnings in 46 files.",
      "",
    ]);
  });

  it("escapes what would end a property, the command or the line", () => {
    const lines = lintGithub(reportOf(NASTY)).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("file=dashboards/ü%2C a%3Ab %252F#?.yaml,");
    const { kind, properties, message } = readCommand(lines[0] ?? "");
    expect(kind).toBe("warning");
    expect(properties).toEqual({ file: NASTY.file, line: "1", endLine: "2", title: "widget-overlap" });
    expect(message).toMatch(/^a␛\[31m↵::error::b .* 100% .*\nMove it,↵then: look\.$/su);
  });

  it("gives paths from the repository's root where the project lies below it", () => {
    expect(lintGithub({ ...reportOf(PLAIN), prefix: "analytics/" })).toContain(
      "file=analytics/dashboards/revenue.yaml,",
    );
  });
});
