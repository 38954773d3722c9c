// How texts of options become values: dates that are on the calendar, and one of a few words.
import { InvalidArgumentError } from "commander";
import { expect, it } from "vitest";
import { isoDate, oneOf } from "../../src/cli/option-values.ts";

it.each([
  "2024-02-29",
  "2026-11-20T08:00Z",
  "2026-11-20T08:00:00",
  "2026-11-20T08:00:00,25+0530",
  "2026-11-20T23:59+01",
])("takes the date %s as it is", (text) => expect(isoDate(text)).toBe(text));

it.each(["yesterday", "20.11.2026", "2026-02-30", "2026-13-01", "2026-02-03T25:00Z", "2026-2-3", ""])(
  "takes %j for no date",
  (text) => expect(() => isoDate(text)).toThrow(InvalidArgumentError),
);

it("takes one of its words", () => {
  expect(oneOf("a", "b")("b")).toBe("b");
  expect(() => oneOf("a", "b")("c")).toThrow("a or b");
});
