// The one form: whatever the value and however it is written, fmt writes it in one way, and what it wrote it leaves alone.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Document, isCollection, Scalar, visit } from "yaml";
import { parseText } from "../../src/desired/index.ts";
import { type Json, writeJson } from "../../src/model/index.ts";
import { formatText } from "../../src/project/format-text.ts";
import { runs } from "../support/runs.ts";
import { fileValue } from "./form-values.ts";

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
      fc.asyncProperty(fileValue, hand, hand, async (wanted, one, other) => {
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
      { numRuns: runs(300) },
    );
  });

  it("is the same for any JSON text", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fileValue, fc.constantFrom(0, 1, 2, 4), async (wanted, indent) => {
        const [one, other] = [writeJson(wanted, indent), writeJson(wanted)];
        fc.pre(parseText(one, "json").problems.length === 0);
        const formatted = await formatText(one, "a.json");
        expect(formatted).toBeDefined();
        expect(await formatText(other, "a.json")).toBe(formatted);
        expect(writeJson(parseText(formatted!, "json").documents)).toBe(
          writeJson(parseText(one, "json").documents),
        );
      }),
      { numRuns: runs(200) },
    );
  });
});
