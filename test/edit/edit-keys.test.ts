// Keys as people write them: in quotes or plain, also those that could be numbers.
import { describe, expect, it } from "vitest";
import { formatText } from "../../src/project/format-text.ts";
import { expectEdit, swap } from "./editing.ts";
import { expectForm } from "./forming.ts";

describe("a key", () => {
  const text = (lines: string) => `workbooks:\n  a:\n    meta:\n${lines.replace(/^/gm, "      ")}\n`;
  const KEYS = ["2024", "1.5", "12345678901234567890", "true", "a b", '"no"', "'x: y'", '""'];

  it.each(KEYS)("stays as it is written when its value changes: %s", async (key) => {
    const name = key.replace(/^["']|["']$/g, "");
    const before = text(`${key}: { v: 1 } # one\n"z": 2 # last`);
    await expectEdit(
      before,
      (e) => {
        e.meta[name].v = 3;
      },
      swap(before, "v: 1", "v: 3"),
    );
    await expectEdit(
      before,
      (e) => {
        e.meta[name] = "x";
      },
      swap(before, "{ v: 1 }", "x"),
    );
    await expectEdit(
      before,
      (e) => {
        delete e.meta[name];
        e.meta.z = 3;
      },
      text('"z": 3 # last'),
    );
  });

  it("that is new is in quotes where it would be something else", async () => {
    await expectEdit(
      text("k: 1"),
      (e) => Object.assign(e.meta, { true: 2, "x: y": 3, "": 4, "12345678901234567890": 5 }),
      // Numbers come first in an object of JavaScript, if they are short enough.
      text('k: 1\n"true": 2\n"x: y": 3\n"": 4\n"12345678901234567890": 5'),
    );
  });

  it("is said as it is written, however many digits it has", async () => {
    await expectForm(
      `
      meta: {12345678901234567890: {b: 1}, 2024: 2}
      other: { "12345678901234567890": 1 }
      `,
      `
      meta: { "12345678901234567890": { b: 1 }, "2024": 2 }
      other: { "12345678901234567890": 1 }
      `,
    );
    const json = '{"meta": {"12345678901234567890": 1, "": [ ]}}\n';
    expect(await formatText(json, "a.json")).toContain('"12345678901234567890": 1');
  });
});
