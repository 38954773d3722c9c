// Names that are too long are cut in their middle, and no name is cut that fits.
import { expect, it } from "vitest";
import { nameText } from "../../src/report/text/value-text.ts";

it.each([
  ["Sales by region", 20, "Sales by region"],
  ["Loading…", 20, "Loading…"],
  ["Loading this and that…", 22, "Loading this and that…"],
  ["Sales by region, 2025", 15, "Sales by …2025"],
  ["Sales", 4, "Sal…"],
])("%s in %i cells is %s", (name, room, text) => {
  expect(nameText(name, room)).toBe(text);
});
