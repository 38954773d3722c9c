// What fmt makes of a text, for the tests of the form.
import { expect } from "vitest";
import { formatText } from "../../src/project/format-text.ts";

/** The lines, without the indentation that they have here. */
const lines = (text: string): string => {
  const [first = "", ...rest] = text.replace(/^\n/, "").split("\n");
  const margin = /^ */.exec(first)![0];
  return [first, ...rest]
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line.trim()))
    .join("\n");
};

/** Expects that fmt makes `form` of what is written, and leaves that as it is. */
export async function expectForm(written: string, form: string): Promise<void> {
  expect(await formatText(lines(written), "a.yaml")).toBe(lines(form));
  expect(await formatText(lines(form), "a.yaml")).toBe(lines(form));
}
