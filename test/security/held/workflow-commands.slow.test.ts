// What a step prints, the runner reads line by line: no text of a dashboard, of a finding or of the platform is obeyed there, printed by the
// command in a step of its own or by a format that is made of commands.
import { describe, expect, it } from "vitest";
import { obey } from "../../action/commands.ts";
import { WORKFLOW_COMMANDS } from "../../support/nasty.ts";
import { everyFormat } from "./attacked.ts";

/** Azure's own, and what older runners took anywhere in a line. */
const OTHERS = /##(?:vso)?\[/;

describe("a workflow command in a text", () => {
  it("is one: the runner of these tests obeys most of them", () => {
    const obeyed = WORKFLOW_COMMANDS.filter(
      (text) => obey(`${text}\n`).commands.length > 0 || text.includes("\r"),
    );
    expect(obeyed.length).toBeGreaterThan(WORKFLOW_COMMANDS.length / 2);
  });

  it.each(WORKFLOW_COMMANDS.map((text) => [JSON.stringify(text), text]))(
    "%s is obeyed in no format",
    (_, text) => {
      const shown = everyFormat(text);
      for (const output of [...shown.terminal, ...shown.json, ...shown.markdown, shown.html, shown.xml]) {
        // A carriage return is an end of a line as well, for whoever reads the log.
        expect(obey(output.replaceAll("\r", "\n")).commands).toEqual([]);
        expect(output).not.toMatch(OTHERS);
      }
      const { commands } = obey(shown.github.replaceAll("\r", "\n"));
      expect(commands.map(({ name }) => name)).toEqual(["error", "warning"]);
      for (const { properties } of commands)
        expect(Object.keys(properties)).toEqual(["file", "line", "col", "endLine", "title"]);
      expect(shown.github).not.toMatch(OTHERS);
    },
  );
});
