// A random walk of edits, taken back and done again: after each the files load, say what the board says, and keep every comment of what was
// not touched. More by hand: BOARDWRIGHT_RUNS=2000.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoardEdit, BoardView, Box } from "../../src/serve/studio/protocol.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { runBuilt } from "../support/process.ts";
import { runs } from "../support/runs.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio } from "./studio-server.ts";

const STEPS = runs(200);

/** Both forms of a position, `layouts`, and a comment in each line that no edit of another value may lose. */
const MIXED = `# head
workbooks:
  mixed: # slug
    name: Mixed # name
    dashboard: # dashboard
      layout: { cols: { lg: 24, xs: 4 } } # layout
      widgets: # list
${["a", "b", "c", "d"].map((id, at) => `        # above ${id}\n        - id: ${id} # id ${id}\n          type: ${at % 2 ? "TEXT" : "CHART"} # type ${id}\n${at % 2 ? `          position: { x: ${at * 3}, y: 0, w: 3, h: 2 } # place ${id}\n` : ""}          config: # config ${id}\n            title: "Title ${id}" # title ${id}\n            markdown: Text ${id} # text ${id}\n            more: 1 # more ${id}\n`).join("")}
layouts: # layouts
  mixed:
    default:
      a: [0, 0, 3, 2] # place a
      c: [6, 0, 3, 2] # place c
`;

const box = fc.record<Box>({
  x: fc.nat(8),
  y: fc.nat(40),
  w: fc.integer({ min: 1, max: 4 }),
  h: fc.integer({ min: 1, max: 4 }),
});
const words = fc.oneof(
  fc.constantFrom(
    "",
    "# not a comment",
    "a: b",
    "- x",
    "'",
    '"',
    "yes",
    "null",
    "1e3",
    "  blank  ",
    "é \u{1f600}",
    "{",
    "${",
    "*a",
  ),
  fc.string({ maxLength: 20 }),
);
type Move = { at: number; kind: BoardEdit["kind"] | "undo" | "redo"; box: Box; words: string };
const move: fc.Arbitrary<Move> = fc.record({
  at: fc.nat(1000),
  kind: fc.constantFrom<Move["kind"][]>(
    "place",
    "place",
    "place",
    "title",
    "text",
    "delete",
    "duplicate",
    "add",
    "undo",
    "undo",
    "redo",
  ),
  box,
  words,
});

function editOf({ widgets }: BoardView, { at, kind, box: to, words: text }: Move): BoardEdit | undefined {
  const { id: widget, drawing } = widgets[at % widgets.length] ?? {};
  if (widget === undefined || kind === "undo" || kind === "redo") return undefined;
  switch (kind) {
    case "place":
      return { kind, widget, breakpoint: "default", box: to };
    case "title":
      return { kind, widget, title: text };
    case "text":
      return drawing?.kind === "text" ? { kind, widget, markdown: text } : undefined;
    case "delete":
      return widgets.length > 2 ? { kind, widget } : undefined;
    case "add": {
      const id = `added-${at}`;
      if (widgets.some((one) => one.id === id)) return undefined;
      return { kind, widget: id, template: "text", title: text, boxes: { default: to } };
    }
    default:
      return { kind: "duplicate", widget, boxes: { default: to } };
  }
}

/** What the board has to say after it. */
function expected(board: BoardView, edit: BoardEdit): unknown[] {
  const brief = (one: BoardView["widgets"][number]) => [
    one.title,
    one.boxes.default,
    one.drawing.kind === "text" ? one.drawing.markdown : null,
  ];
  if (edit.kind === "add") return [...board.widgets.map(brief), [null, edit.boxes.default, edit.title]];
  return board.widgets.flatMap((one) => {
    const own = brief(one);
    if (one.id !== edit.widget) return [own];
    if (edit.kind === "delete") return [];
    if (edit.kind === "duplicate") return [own, [own[0], edit.boxes.default, own[2]]];
    if (edit.kind === "place") return [[own[0], edit.box, own[2]]];
    return edit.kind === "title" ? [[edit.title, own[1], own[2]]] : [[own[0], own[1], edit.markdown]];
  });
}

const brief = ({ widgets }: BoardView) =>
  widgets.map(({ title, boxes, drawing }) => [
    title,
    boxes.default,
    drawing.kind === "text" ? drawing.markdown : null,
  ]);

/** The comments of widgets that the edit is not about. */
function commentsBut(text: string, edit: BoardEdit): string[] {
  const found =
    text.match(
      /# (?:above|id|type|place|config|title|text|more) [a-d]\b|# (?:head|slug|name|dashboard|layout|list|layouts)$/gm,
    ) ?? [];
  return found.filter((comment) => !comment.endsWith(` ${edit.widget}`)).sort();
}

async function walk(files: Record<string, string>, steps: number, seed: number) {
  const { edit, post, project, board, text, folder } = await startStudio({
    "boardwright.yaml": PROJECT,
    ...files,
  });
  const slugs = (await project()).dashboards.map(({ slug }) => slug);
  const moves = fc.sample(move, { numRuns: steps, seed });
  const counts: Record<string, number> = {};
  for (const [index, one] of moves.entries()) {
    const slug = slugs[(one.at + (one.kind === "undo" ? 0 : index)) % slugs.length]!;
    const before = await board(slug);
    const { file } = before;
    const textBefore = text(file);
    const note = `step ${index}: ${JSON.stringify(one)} of ${slug}`;
    if (one.kind === "undo" || one.kind === "redo") {
      const answer = await post<{ status: string }>(`/api/${one.kind}`, { slug });
      expect(["saved", "nothing"], note).toContain(answer.status);
      counts[one.kind] = (counts[one.kind] ?? 0) + (answer.status === "saved" ? 1 : 0);
      if (answer.status === "saved") {
        await post(`/api/${one.kind === "undo" ? "redo" : "undo"}`, { slug });
        expect(text(file), note).toBe(textBefore);
      }
      continue;
    }
    const change = editOf(before, one);
    if (!change) continue;
    const answer = await edit(slug, [change]);
    const after = await board(slug);
    if (answer.status === "saved") {
      counts[change.kind] = (counts[change.kind] ?? 0) + 1;
      expect(brief(after), note).toEqual(expected(before, change));
      expect(after.version, note).toBe(answer.board.version);
      expect(commentsBut(text(file), change), note).toEqual(
        expect.arrayContaining(commentsBut(textBefore, change)),
      );
    } else {
      expect(["nothing", "refused"], `${note} ${JSON.stringify(answer)}`).toContain(answer.status);
      if (answer.status === "refused") counts.refused = (counts.refused ?? 0) + 1;
      expect(text(file), note).toBe(textBefore);
    }
  }
  expect((await project()).broken).toEqual([]);
  const { stdout } = await runBuilt(["lint", "--json"], { cwd: folder });
  const found = (JSON.parse(stdout) as { diagnostics: { rule: string }[] }).diagnostics.map(
    ({ rule }) => rule,
  );
  expect(
    found.filter((rule) =>
      ["yaml-syntax", "unknown-field", "invalid-value", "position-missing", "unknown-layout"].includes(rule),
    ),
  ).toEqual([]);
  return counts;
}

describe("a random walk through the studio", () => {
  it("keeps files and boards alike, with every comment of what was not touched", async () => {
    const counts = await walk({ "dashboards/mixed.yaml": MIXED, "dashboards/orders.yaml": ORDERS }, STEPS, 7);
    for (const kind of ["place", "title", "text", "delete", "duplicate", "add", "undo"])
      expect([kind, counts[kind] ?? 0]).not.toEqual([kind, 0]);
    expect(counts.refused ?? 0).toBeLessThan(STEPS / 20);
  });

  it.skipIf(!hasCorpus)("does so with real dashboards", async () => {
    await walk(asFiles(readCorpus().workbooks), Math.ceil(STEPS / 8), 11);
  });
});
