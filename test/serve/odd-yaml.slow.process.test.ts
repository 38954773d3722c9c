// Walks of edits over files in odd forms: after each the file says just what was wanted, and the bytes of other widgets are as they were.
// More by hand: BOARDWRIGHT_RUNS=300 BOARDWRIGHT_SEED=2.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { BoardEdit } from "../../src/serve/studio/protocol.ts";
import { runs } from "../support/runs.ts";
import { saidAfter, sayingOf } from "./commented.ts";
import { type OddFile, oddFile, textOf } from "./odd-yaml.ts";
import { PROJECT, startStudio } from "./studio-server.ts";

const FILES = runs(25);
const SEED = Number(process.env.BOARDWRIGHT_SEED ?? 1);
const STEPS = 4;

const size = fc.integer({ min: 1, max: 4 });
const WORDS = [
  "Neu",
  "",
  "# no",
  "a: b",
  "é 😀",
  "yes",
  "one\ntwo\n",
  "  x\n\ny",
  "'\"",
  "tab\tx",
  "x".repeat(90),
];
interface Move {
  at: number;
  kind: BoardEdit["kind"];
  breakpoint: string;
  box: { x: number; y: number; w: number; h: number };
  words: string;
}
const move: fc.Arbitrary<Move> = fc.record({
  at: fc.nat(3),
  kind: fc.constantFrom<BoardEdit["kind"][]>(
    "place",
    "place",
    "place",
    "title",
    "text",
    "delete",
    "delete",
    "duplicate",
  ),
  breakpoint: fc.constantFrom("default", "xs"),
  box: fc.record({ x: fc.nat(8), y: fc.nat(40), w: size, h: size }),
  words: fc.constantFrom(...WORDS),
});
const walk = (index: number) =>
  fc.record({ file: oddFile(`b${index}`), moves: fc.array(move, { minLength: STEPS, maxLength: STEPS }) });

function editOf({ at, kind, breakpoint, box, words }: Move, { widgets }: OddFile): BoardEdit {
  const { id: widget } = widgets[at % widgets.length]!;
  if (kind === "title") return { kind, widget, title: words.replaceAll("\n", " ") };
  if (kind === "text") return { kind, widget, markdown: words };
  if (kind === "delete" && widgets.length > 1) return { kind, widget };
  if (kind === "duplicate") return { kind, widget, boxes: { default: box } };
  return { kind: "place", widget, breakpoint, box };
}

/** A key that is null is the same as none, and a copy has any name. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, one) => {
    if (key === "id" && /-copy(?:-\d+)?$/.test(String(one))) return "(a copy)";
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).filter(([, inner]) => inner !== null));
  });
}

const said = (text: string) => sayingOf(text.replace(/^\uFEFF/, ""));

/** The widgets whose bytes an edit may change: its own, and those that an alias ties to it. */
function mayChange({ widgets }: OddFile, id: string): Set<string> {
  const own = widgets.find((one) => one.id === id)!.text;
  const ties = [...own.matchAll(/[&*](p|c)\b/g)].map(([, name]) => new RegExp(`[&*]${name}\\b`));
  const tied = widgets.filter(({ text }) => ties.some((tie) => tie.test(text)));
  return new Set([id, ...tied.map((one) => one.id)]);
}

/** The file in pieces after an edit, without widgets if they are not to be told apart; or what is not as it was. */
function piecesAfter(before: OddFile, after: string, edit: BoardEdit): OddFile | string {
  const unknown = { ...before, widgets: [] };
  const head = textOf({ ...unknown, tail: "" });
  if (!after.startsWith(head)) return "What is above the widgets changed.";
  const changed = mayChange(before, edit.widget);
  if (changed.size > 1) {
    const kept = before.widgets.filter(({ id }) => !changed.has(id)).map(({ text }) => text.trim());
    return kept.every((text) => after.includes(text))
      ? unknown
      : "A widget that no alias ties to it changed.";
  }
  const index = before.widgets.findIndex(({ id }) => id === edit.widget);
  const [old, first, rest] = [
    before.widgets[index]!,
    before.widgets.slice(0, index),
    before.widgets.slice(index + 1),
  ];
  const start = head + first.map(({ text }) => text).join("");
  const end = rest.map(({ text }) => text).join("") + before.tail;
  if (edit.kind === "delete") {
    // Blank lines around it may go along, and the last line end of a file that has none at its end.
    const isKept =
      after.startsWith(rest.length === 0 ? start.trimEnd() : start) && after.endsWith(end.trimStart());
    return isKept ? unknown : "A widget beside the deleted one changed.";
  }
  if (!after.startsWith(start) || !after.endsWith(end)) return "A widget beside it changed.";
  const text = after.slice(start.length, after.length - end.length);
  if (edit.kind === "duplicate")
    return text.startsWith(old.text.trimEnd()) ? unknown : "The copied one changed.";
  const isNew =
    edit.kind === "place" && edit.breakpoint === "xs" && !/responsiveLayouts|^ *- \{/m.test(old.text);
  if (isNew && !holdsLines(text, old.text)) return "A line of the widget itself changed.";
  return { ...before, widgets: [...first, { ...old, text }, ...rest] };
}

/** Whether all lines are there with their ends, in their order. */
function holdsLines(text: string, lines: string): boolean {
  let at = 0;
  return lines.split(/(?<=\n)/).every((line) => {
    const found = text.indexOf(line, at);
    at = found + line.length;
    return found !== -1;
  });
}

it("files in odd forms say just what was wanted after each edit, and not another byte", {
  timeout: 600_000,
}, async () => {
  const walks = Array.from({ length: FILES }, (_, index) => {
    return fc.sample(walk(index), { numRuns: 1, seed: SEED * 10_000 + index })[0]!;
  });
  const named = walks.map((one, index) => ({ ...one, slug: `b${index}`, name: `dashboards/b${index}.yaml` }));
  const files = named.map(({ name, file }) => [name, textOf(file)]);
  const { edit, text, project } = await startStudio({
    "boardwright.yaml": PROJECT,
    ...Object.fromEntries(files),
  });
  expect((await project()).broken).toEqual([]);
  let saved = 0;
  for (const { slug, name, moves, file } of named) {
    let pieces = file;
    for (const one of moves) {
      if (pieces.widgets.length === 0) break;
      const change = editOf(one, pieces);
      const before = text(name);
      const answer = await edit(slug, [change]);
      const after = text(name);
      const note = `${JSON.stringify(change)}\n${before}\n→\n${after}`;
      expect(["saved", "nothing"], `${JSON.stringify(answer)}\n${note}`).toContain(answer.status);
      const wanted = plain(saidAfter(said(before), [change]));
      expect(isDeepStrictEqual(plain(said(after)), wanted), `It says something else.\n${note}`).toBe(true);
      if (answer.status === "nothing") expect(after, note).toBe(before);
      else {
        const next = piecesAfter(pieces, after, change);
        if (typeof next === "string") expect.fail(`${next}\n${note}`);
        pieces = next;
        saved++;
      }
    }
  }
  expect(saved).toBeGreaterThan(FILES);
});
