// Texts with variables: the words around them change, and the variables stay, because other targets have other values.
import { describe, expect, it } from "vitest";
import { edit, swap } from "./editing.ts";

const FILE = "dashboards/a.yaml";
const text = (written: string) => `workbooks:\n  a:\n    name: ${JSON.stringify(written)} # ours\n`;

async function rename(written: string, name: string) {
  const { edits, after } = await edit(
    { [FILE]: text(written) },
    { a: (entry) => Object.assign(entry, { name }) },
  );
  expect(edits.failed).toEqual([]);
  return { edits, file: after[FILE] };
}

describe("a text with variables", () => {
  // `var.currency` is EUR, `env.RELEASE` is r1.
  it.each([
    ["before", "In ${var.currency}", "Net in EUR", "Net in ${var.currency}"],
    ["behind", "In ${var.currency}", "In EUR net", "In ${var.currency} net"],
    [
      "between two",
      "${var.currency} to ${var.currency}",
      "EUR and EUR",
      "${var.currency} and ${var.currency}",
    ],
    [
      "between two without anything",
      "${var.currency}${var.currency}",
      "EUR, EUR",
      "${var.currency}, ${var.currency}",
    ],
    ["on both sides of a space", "a ${var.currency} b", "a b EUR b", "a b ${var.currency} b"],
    ["to nothing", "In ${var.currency} now", "EUR now", "${var.currency} now"],
    ["to nothing behind", "In ${var.currency} now", "In EUR", "In ${var.currency}"],
    ["beside an escape", "$${x} in ${var.currency}", "${x} of EUR", "$${x} of ${var.currency}"],
    ["to what would be a variable", "In ${var.currency}", "${var.y} in EUR", "$${var.y} in ${var.currency}"],
    ["in front of the only one", "${var.currency}", "in EUR", "in ${var.currency}"],
    ["behind the only one", "${var.currency}", "EUR.", "${var.currency}."],
    ["beside one of the environment", "${env.RELEASE}: x", "r1: y", "${env.RELEASE}: y"],
    ["repeating itself", "aa ${var.currency}", "aaa EUR", "aaa ${var.currency}"],
  ])("keeps them where it changes %s", async (_, written, name, after) => {
    const { edits, file } = await rename(written, name);
    expect(file).toBe(swap(text(written), JSON.stringify(written), JSON.stringify(after)));
    expect(edits.notes).toEqual([]);
  });

  it.each([
    ["changes", "In ${var.currency}", "In GBP"],
    ["changes in part", "In ${var.currency}", "In EU"],
    ["goes", "In ${var.currency} now", "In now"],
    ["has the change on both sides", "a ${var.currency} b", "c EUR d"],
  ])("gives way to the text itself where one %s, and says so", async (_, written, name) => {
    const { edits, file } = await rename(written, name);
    expect(file).toBe(swap(text(written), JSON.stringify(written), JSON.stringify(name)));
    expect(edits.notes).toEqual([
      { key: "a", file: FILE, line: 3, message: "A text with variables was replaced by the text itself." },
    ]);
  });
});
