// The one form: whatever the value and however it is written, fmt writes it in one way, and what it wrote it leaves alone.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Document, isCollection, Scalar, visit } from "yaml";
import { parseText } from "../../src/desired/index.ts";
import { type Json, type JsonObject, writeJson } from "../../src/model/index.ts";
import { formatText } from "../../src/tasks/format-text.ts";

const word = fc.stringMatching(/^[a-zA-Z0-9_.:,#&*!|>'"%@`{}[\]?=~ -]{0,12}$/);
const text = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.array(word, { minLength: 2, maxLength: 5 }).map((lines) => lines.join("\n")),
  fc
    .array(fc.stringMatching(/^[a-z#-]{1,12}$/), { minLength: 8, maxLength: 40 })
    .map((words) => words.join(" ")),
  fc.constantFrom(
    "",
    "yes",
    "null",
    "1e3",
    "0x10",
    "1_000",
    "2024-01-01",
    "a\tb\n\tc\n",
    "a \nb",
    "\n",
    "x\n\n",
    " a\nb",
    "---\na",
    "é\u00a0\nb",
  ),
);
const scalar: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,8}$/) },
  word,
  fc.constantFrom("1", "true", "", "a b", "x"),
);
const position = fc.tuple(fc.nat(12), fc.nat(20), fc.nat(12), fc.nat(9));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    position.map((corners) => corners as Json),
  ),
}));
const widget = fc.record({
  id: key,
  type: fc.constant("TEXT"),
  position: position as fc.Arbitrary<Json>,
  config: value,
});
const file: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 }) as fc.Arbitrary<JsonObject>,
  fc.record({
    workbooks: fc.dictionary(
      key,
      fc.record({
        name: text,
        meta: value,
        dashboard: fc.record({ title: text, widgets: fc.array(widget, { maxLength: 3 }) }),
      }),
      { minKeys: 1, maxKeys: 2 },
    ),
  }),
  fc.record({
    layouts: fc.dictionary(key, fc.dictionary(key, fc.dictionary(key, position)), { minKeys: 1, maxKeys: 2 }),
  }),
) as fc.Arbitrary<JsonObject>;

const STYLES = ["PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED"] as const;
interface Hand {
  indent: number;
  lineWidth: number;
  indentSeq: boolean;
  singleQuote: boolean;
  nullStr: string;
  /** Choices, one for each node in turn. */
  choices: number[];
}
const hand: fc.Arbitrary<Hand> = fc.record({
  indent: fc.integer({ min: 2, max: 5 }),
  lineWidth: fc.constantFrom(0, 30, 80),
  indentSeq: fc.boolean(),
  singleQuote: fc.boolean(),
  nullStr: fc.constantFrom("null", "~", ""),
  choices: fc.array(fc.nat(99), { minLength: 1, maxLength: 20 }),
});

/** The value as somebody writes it. */
function write(written: Json, { choices, ...options }: Hand): string {
  const document = new Document(written, { aliasDuplicateObjects: false });
  let turn = 0;
  const choose = (count: number) => choices[turn++ % choices.length]! % count;
  visit(document, {
    Node(_, node) {
      if (isCollection(node)) node.flow = choose(3) === 0;
      else if (node instanceof Scalar && typeof node.value === "string")
        node.type = STYLES[choose(STYLES.length)]!;
    },
  });
  return document.toString(options);
}

const says = (yaml: string): string | undefined => {
  const { documents, problems } = parseText(yaml, "yaml");
  return problems.length > 0 ? undefined : writeJson(documents);
};

describe("the one form", () => {
  it("is the same for any value in any hand, says the same, and stays", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(file, hand, hand, async (wanted, one, other) => {
        const texts = [write(wanted, one), write(wanted, other), `${writeJson(wanted)}\n`];
        const said = says(texts[2]!);
        // The package does not write every text in every style as the same text.
        const usable = texts.filter((yaml) => said !== undefined && says(yaml) === said);
        fc.pre(usable.length > 1);
        const formatted = await Promise.all(usable.map((yaml) => formatText(yaml, "a.yaml")));
        for (const each of formatted) expect(each).toBe(formatted[0]);
        expect(says(formatted[0]!)).toBe(said);
        expect(await formatText(formatted[0]!, "a.yaml")).toBe(formatted[0]);
      }),
      { numRuns: Number(process.env.BOARDWRIGHT_RUNS ?? 300) },
    );
  });

  it("is the same for any JSON text", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(0, 1, 2, 4), async (wanted, indent) => {
        const [one, other] = [writeJson(wanted, indent), writeJson(wanted)];
        fc.pre(parseText(one, "json").problems.length === 0);
        const formatted = await formatText(one, "a.json");
        expect(formatted).toBeDefined();
        expect(await formatText(other, "a.json")).toBe(formatted);
        expect(writeJson(parseText(formatted!, "json").documents)).toBe(
          writeJson(parseText(one, "json").documents),
        );
      }),
      { numRuns: 200 },
    );
  });
});
