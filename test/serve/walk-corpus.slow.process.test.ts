// A walk of edits over real dashboards, each line of whose files has a comment: what a file says is read without any code of Boardwright, and an
// edit may change no line but those of what it is about. More by hand: BOARDWRIGHT_RUNS=1000.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { BoardEdit, BoardView } from "../../src/serve/studio/protocol.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { runs } from "../support/runs.ts";
import { commentedFile, FORMS, linesOf, type Saying, saidAfter, sayingOf, taggedLines } from "./commented.ts";
import { PROJECT, type Server, startStudio } from "./studio-server.ts";

const STEPS = runs(200);
const SEED = Number(process.env.BOARDWRIGHT_SEED ?? 11);

const move = fc.record({
  board: fc.nat(1_000),
  at: fc.nat(1_000),
  breakpoint: fc.nat(20),
  kind: fc.constantFrom(
    "place",
    "place",
    "place",
    "all",
    "title",
    "text",
    "delete",
    "duplicate",
    "undo",
    "undo",
    "redo",
    "redo",
  ),
  box: fc.record({
    x: fc.nat(10),
    y: fc.nat(60),
    w: fc.integer({ min: 1, max: 4 }),
    h: fc.integer({ min: 1, max: 12 }),
  }),
  words: fc.oneof(
    fc.constantFrom(
      "",
      "# no comment",
      "a: b",
      "- x",
      "'",
      '"',
      "yes",
      "~",
      "1e3",
      " blank ",
      "é \u{1f600}",
      "${",
      "*a",
      "&a",
      "!x",
      "a\nb",
      "a\n\n  b\n",
      "|",
      "%",
    ),
    fc.string({ maxLength: 24 }),
  ),
});
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

function editsOf({ widgets, breakpoints }: BoardView, one: Move): BoardEdit[] {
  const { id: widget } = widgets[one.at % widgets.length] ?? {};
  if (widget === undefined) return [];
  const { name: breakpoint } = breakpoints[one.breakpoint % breakpoints.length]!;
  const place = { kind: "place", breakpoint, box: one.box } as const;
  switch (one.kind) {
    case "place":
      return [{ ...place, widget }];
    case "all":
      return widgets.flatMap(({ id, boxes: { [breakpoint]: box } }) =>
        box ? [{ ...place, widget: id, box: { ...box, y: box.y + 1 } }] : [],
      );
    case "title":
      return [{ kind: "title", widget, title: one.words }];
    case "text": {
      const texts = widgets.filter(({ drawing }) => drawing.kind === "text");
      const [{ id } = { id: "" }] = texts.slice(one.at % Math.max(1, texts.length));
      return id === "" ? [] : [{ kind: "text", widget: id, markdown: one.words }];
    }
    case "delete":
      return widgets.length > 2 ? [{ kind: "delete", widget }] : [];
    default:
      return [{ kind: "duplicate", widget, boxes: { [breakpoint]: one.box } }];
  }
}

const idsAside = ({ widgets, ...dashboard }: Saying, known: ReadonlySet<string>) => ({
  ...dashboard,
  widgets: widgets.map(({ id, ...widget }) => ({ ...widget, id: known.has(String(id)) ? id : "(a copy)" })),
});

function expectBoard({ widgets }: BoardView, saying: Saying, note: string): void {
  const said = saying.widgets.map(({ id, config, position, responsiveLayouts }) => ({
    id: String(id),
    title: (config as { title?: string } | undefined)?.title ?? null,
    boxes: {
      ...(position === undefined ? {} : { default: position }),
      ...(responsiveLayouts as object | undefined),
    },
  }));
  expect(
    widgets.map(({ id, title, boxes }) => ({ id, title, boxes })),
    note,
  ).toEqual(said);
}

/** No line but those of what the edits are about is another, gone or elsewhere. */
function expectLines(before: string, after: string, edits: readonly BoardEdit[], note: string): void {
  const may = new Set(edits.flatMap((edit) => [...linesOf(before, edit)]));
  const had = before.split("\n");
  const has = taggedLines(after.split("\n"));
  const stays = taggedLines(had.filter((_, line) => !may.has(line)));
  for (const [tag, line] of stays) expect([tag, has.get(tag)], note).toEqual([tag, line]);
  const order = [...has.keys()].filter((tag) => stays.has(tag));
  expect(order, note).toEqual([...stays.keys()]);
  if (edits.some(({ kind }) => kind === "delete" || kind === "text")) return;
  for (const tag of taggedLines(had).keys()) expect([tag, has.has(tag)], note).toEqual([tag, true]);
}

async function step(server: Server, slug: string, one: Move, steps: Steps, note: string): Promise<string> {
  const { post, edit, board, text } = server;
  const before = await board(slug);
  const old = text(before.file);
  if (one.kind === "undo" || one.kind === "redo") {
    const [from, to] = one.kind === "undo" ? [steps.done, steps.undone] : [steps.undone, steps.done];
    const wanted = from.pop();
    const { status } = await post<{ status: string }>(`/api/${one.kind}`, { slug });
    expect(status, note).toBe(wanted === undefined ? "nothing" : "saved");
    expect(text(before.file), note).toBe(wanted ?? old);
    if (wanted !== undefined) to.push(old);
    return wanted === undefined ? "nothing" : one.kind;
  }
  const edits = editsOf(before, one);
  if (edits.length === 0) return "nothing";
  const answer = await edit(slug, edits);
  const now = text(before.file);
  if (answer.status !== "saved") {
    expect(now, note).toBe(old);
    return answer.status === "refused" ? `refused: ${answer.message}` : answer.status;
  }
  steps.done.push(old);
  steps.undone.length = 0;
  const was = sayingOf(old);
  const known = new Set(was.widgets.map(({ id }) => String(id)));
  const wanted = saidAfter(was, edits);
  expect(idsAside(sayingOf(now), known), note).toEqual(idsAside(wanted, known));
  expect(answer.board, note).toEqual(await board(slug));
  expectLines(old, now, edits, note);
  return one.kind;
}

interface Steps {
  done: string[];
  undone: string[];
}

describe("a walk through the studio over real dashboards", () => {
  it.skipIf(!hasCorpus)(
    "changes no line but those of what is edited, and is taken back byte for byte",
    async () => {
      const workbooks = readCorpus().workbooks as JsonObject[];
      const files = Object.fromEntries(
        workbooks.map((one, at) => [
          `dashboards/${one.slug}.yaml`,
          commentedFile(one, FORMS[at % FORMS.length]!),
        ]),
      );
      const server = await startStudio({ "boardwright.yaml": PROJECT, ...files });
      const slugs = (await server.project()).dashboards.map(({ slug }) => slug).sort();
      expect(slugs).toHaveLength(workbooks.length);
      const steps = new Map<string, Steps>(slugs.map((slug) => [slug, { done: [], undone: [] }]));
      const counts: Record<string, number> = {};
      for (const [index, one] of fc.sample(move, { numRuns: STEPS, seed: SEED }).entries()) {
        // A few at a time, so that each sees many edits.
        const slug = slugs[(Math.floor(index / 24) * 5 + (one.board % 5)) % slugs.length]!;
        const note = `step ${index} of seed ${SEED}: ${JSON.stringify(one)} of ${slug}`;
        const result = await step(server, slug, one, steps.get(slug)!, note);
        counts[result] = (counts[result] ?? 0) + 1;
        const board = await server.board(slug);
        expectBoard(board, sayingOf(server.text(board.file)), note);
      }
      expect((await server.project()).broken).toEqual([]);
      const saved = ["place", "all", "title", "text", "delete", "duplicate", "undo", "redo"].map((kind) => [
        kind,
        (counts[kind] ?? 0) > 0,
      ]);
      expect(saved.filter(([, was]) => !was)).toEqual([]);
      if (process.env.BOARDWRIGHT_RUNS) console.log(counts);
      // What a person does who has had enough: everything back, to the bytes of the start.
      for (const [slug, { done }] of steps) {
        for (let left = done.length; left > 0; left -= 1) await server.post("/api/undo", { slug });
        expect([slug, server.text(`dashboards/${slug}.yaml`) === files[`dashboards/${slug}.yaml`]]).toEqual([
          slug,
          true,
        ]);
      }
    },
  );
});
