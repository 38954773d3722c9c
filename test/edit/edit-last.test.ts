// What is left when the last entry of a block goes: the comments about the entry go with it, all others stay.
import { describe, it } from "vitest";
import { expectEdit } from "./editing.ts";

const board = (lines: string) => `workbooks:\n  a:\n    dashboard:\n${lines}    meta: { team: x } # next\n`;

describe("the only widget of a list is removed", () => {
  it.each([
    ["with its comment", "      widgets:\n        - { id: a, type: TEXT } # note\n", "      widgets: []\n"],
    [
      "and not the comment of the list",
      "      widgets: # of the team\n        - id: a # note\n          type: TEXT # its type\n",
      "      widgets: [] # of the team\n",
    ],
    [
      "and the list's anchor, not its comment",
      "      widgets: &all # of the team\n        - { id: a, type: TEXT } # note\n",
      "      widgets: [] # of the team\n",
    ],
    [
      "with the comments above and below that are about it",
      "      widgets:\n        # About a.\n        - id: a # note\n          type: TEXT\n          # config: {}\n",
      "      widgets: []\n",
    ],
    [
      "and not a heading, nor a comment apart",
      "      widgets: # top\n        # All of it.\n\n        # --- Tables ---\n        # About a.\n        - { id: a, type: TEXT } # note\n      # Below.\n",
      "      widgets: [] # top\n        # All of it.\n\n        # --- Tables ---\n      # Below.\n",
    ],
    [
      "from a list at the column of its key",
      "      widgets:\n      - id: a # note\n        type: TEXT\n      # Below.\n      title: A\n",
      "      widgets: []\n      # Below.\n      title: A\n",
    ],
    [
      "in brackets",
      "      widgets: [{ id: a, type: TEXT }] # of the list\n",
      "      widgets: [] # of the list\n",
    ],
    [
      "in brackets on lines",
      "      widgets: [\n        { id: a, type: TEXT } # note\n      ] # of the list\n",
      "      widgets: [] # of the list\n",
    ],
  ])("%s", (_, before, after) =>
    expectEdit(
      board(before),
      (e) => {
        e.dashboard.widgets = [];
      },
      board(after),
    ),
  );
});

it("the only key of a map goes with its comment, also behind a dash", async () => {
  const meta = (lines: string) => `workbooks:\n  a:\n    meta:\n${lines}      z: 1 # last\n`;
  await expectEdit(
    meta("      k: # top\n        v: 1 # note\n"),
    (e) => {
      e.meta.k = {};
    },
    meta("      k: {} # top\n"),
  );
  await expectEdit(
    meta("      k:\n        - v: 1 # first\n          w: 2 # second\n        - a # stays\n"),
    (e) => {
      e.meta.k[0] = {};
    },
    meta("      k:\n        - {}\n        - a # stays\n"),
  );
  await expectEdit(
    meta("      k:\n        - v: 1 # of the item\n        - a # stays\n"),
    (e) => {
      e.meta.k[0] = {};
    },
    meta("      k:\n        - {} # of the item\n        - a # stays\n"),
  );
});

it("a comment inside a widget stays in it, also below a blank line", () => {
  const widget =
    "        - id: a\n          type: TEXT\n          position: [0, 0, 1, 1]\n\n          # config: {}\n";
  return expectEdit(
    board(`      widgets:\n${widget}`),
    (e) => e.dashboard.widgets.push({ id: "b", type: "TEXT", position: { x: 1, y: 0, w: 1, h: 1 } }),
    board(
      `      widgets:\n${widget}        - id: b\n          type: TEXT\n          position: [1, 0, 1, 1]\n`,
    ),
  );
});
