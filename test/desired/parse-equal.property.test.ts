// The fast way and the careful way must be one: wherever the fast way answers, `yaml` (1.2, core) gives the same value.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { constructPlain } from "../../src/desired/yaml/construct.ts";
import { parseText, plainEvents } from "../../src/desired/yaml/parse.ts";
import type { Json } from "../../src/model/index.ts";
import { runs } from "../support/runs.ts";

const NASTY = [
  ..."0o17 017 0x1F 0X1f 0b11 1_000 1e3 1E-2 .5 5. +1 -0 -0.0 +.5 -.5 1e 1e400 ~ null Null NULL nULL".split(
    " ",
  ),
  ..."yes no on off y n true True TRUE tRUE false 2001-01-01 12:30:45 190:20:30 .inf -.INF +.Inf .nan .NaN".split(
    " ",
  ),
  ..."= << 9007199254740991 9007199254740992 -9007199254740993 123456789012345678901234567890 1.0 0 00 -".split(
    " ",
  ),
  ..."? : # , [ ] { } ! & * | > % @ ` -- --- ... .. . e3 1.2.3 a:b a: :a a#b a\u0020#b \" ' \\ \\n".split(
    " ",
  ),
  ...[
    "",
    " ",
    "é",
    "日本",
    "🙂",
    "\u2028",
    "\u0085",
    "a b",
    "a  b ",
    "- a",
    "? a",
    "x: y",
    "constructor",
    "toString",
    "1",
    "a\nb",
  ],
];

const scalar = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.integer().map(String),
  fc.double().map(String),
);
const quoted = fc.oneof(
  scalar,
  scalar.map((text) => `'${text.replaceAll("'", "''")}'`),
  scalar.map((text) => JSON.stringify(text)),
  scalar.map((text) => `"${text}"`),
);
const indicator = fc.constantFrom("|", ">", "|-", "|+", ">-", ">+", "|2", "|1-", ">2+", "|3", "|+1");
const block = fc
  .tuple(
    indicator,
    fc.array(fc.oneof(scalar, fc.constantFrom("", " ", "   ", "  more", "\tx")), { maxLength: 4 }),
  )
  .map(
    ([head, lines]) =>
      (indent: string) =>
        [head, ...lines.map((line) => `${indent}  ${line}`)].join("\n"),
  );

/** Pieces of YAML put together with no care for whether they fit. */
const line = fc
  .tuple(
    fc.constantFrom("", "", "", "  ", "    ", " ", "\t"),
    fc.constantFrom("- ", "", "", "? ", "-   "),
    quoted,
    fc.constantFrom(": ", ":", "", " : ", ": - ", ":  "),
    fc.oneof(
      quoted.map((text) => () => text),
      block,
      fc.tuple(quoted, quoted).map(
        ([a, b]) =>
          () =>
            `{${a}: ${b}}`,
      ),
      fc.tuple(quoted, quoted).map(
        ([a, b]) =>
          () =>
            `[${a}, ${b}]`,
      ),
      fc
        .constantFrom("&a x", "*a", "!!str 1", "!x y", "[", "]", "{", "}", "[a,", "{a: b,", "'x", '"x')
        .map((t) => () => t),
    ),
    fc.constantFrom("", "", "", " # note", "#x", " "),
  )
  .map(([indent, dash, key, colon, value, end]) => `${indent}${dash}${key}${colon}${value(indent)}${end}`);
const text = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: line },
        fc.constantFrom("---", "...", "--- a", "# c", "", "%YAML 1.1"),
      ),
      {
        maxLength: 7,
      },
    ),
    fc.constantFrom("\n", "\n", "\r\n", "\r"),
    fc.constantFrom("", "\n"),
    fc.constantFrom("", "", "", "\uFEFF"),
  )
  .map(([lines, feed, last, mark]) => mark + lines.join(feed) + last);

const key = fc.oneof(fc.constantFrom(...NASTY.filter((k) => k !== "")), fc.string({ maxLength: 8 }));
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      scalar,
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** As JSON, so that -0 is 0 and a whole number is one text, whether it came as `number` or as `bigint`. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? Number(item) : item));
}

function careful(source: string): { documents: unknown[]; errors: number } {
  const documents = parseAllDocuments(source, {
    version: "1.2",
    schema: "core",
    uniqueKeys: true,
    // Otherwise a key of more than 2^53 is rounded, and read as another key.
    intAsBigInt: true,
    logLevel: "silent",
  });
  const list = Array.isArray(documents) ? documents : [];
  const errors = list.reduce((sum, document) => sum + document.errors.length, 0);
  return { documents: errors ? [] : list.map((document) => document.toJS()), errors };
}

/** Whether the fast way answered; throws where it differs. */
function agree(source: string): boolean {
  const events = plainEvents(source);
  const fast = Array.isArray(events) ? constructPlain(events, source) : undefined;
  if (fast === undefined) return false;
  const { documents, errors } = careful(source);
  expect({ errors, value: canonical(documents) }, JSON.stringify(source)).toEqual({
    errors: 0,
    value: canonical(fast),
  });
  return true;
}

/** Texts that the two packages read differently, found by these properties: the fast way must not answer. */
const DIFFERED = [
  "...",
  "    %: |\n---",
  "? |2\n   ",
  '"a" : >2+\n     ',
  "a:  |2\n   \n",
  " - 'a':  |+1\n    ",
  '"a" : |1-\n    more\n   ',
  " |1-\n- '0': |",
];

const SAMPLE = `# a comment
workbooks:
  revenue-overview: # why
    name: Revenue overview
    folder: [A/B, "C: d"]
    meta: { team: finance, 'it''s': yes, n: -1.5e3 }
    dashboard:
      layout: { cols: { lg: 12, sm: 6 }, margin: [ 10, 10 ] }
      widgets:
        - id: note
          type: TEXT
          config:
            markdown: |
              # Title

                indented
              end
            folded: >-
              one
              two

              three
            plain: several words
              on two lines
            quoted: "a \\"b\\" \\u00e9
              c"
        -
          id: 2001-01-01
        - - nested
          - ~
---
layouts:
  revenue-overview:
    default: {note: [0,0,6,4]}
`;
const SLIPS = [
  ..." \n:-?#&*!|>%@`'\"{}[],~0a.\\",
  "\n\n",
  ": ",
  "- ",
  " #",
  "\n  ",
  "...",
  "---",
  "\n---\n",
  "? ",
  "{}",
  "[]",
  "''",
];

const RUNS = runs(3000);

describe("the fast way and yaml", () => {
  it("agree on texts put together at random", () => {
    let answered = 0;
    fc.assert(
      fc.property(text, (source) => {
        if (agree(source)) answered++;
      }),
      { numRuns: RUNS, examples: DIFFERED.map((source) => [source]) },
    );
    expect(answered).toBeGreaterThan(RUNS / 20);
  });

  it("agree on a file with a slip in it", () => {
    const slip = fc.tuple(fc.nat(SAMPLE.length), fc.nat(2), fc.constantFrom("", ...SLIPS));
    fc.assert(
      fc.property(fc.array(slip, { minLength: 1, maxLength: 2 }), (slips) => {
        let source = SAMPLE;
        for (const [at, gone, added] of slips) source = source.slice(0, at) + added + source.slice(at + gone);
        agree(source);
      }),
      { numRuns: RUNS / 2 },
    );
    expect(agree(SAMPLE)).toBe(true);
  });

  it("agree on nested documents in every style, which the fast way mostly answers", () => {
    const style = fc.record({
      indent: fc.integer({ min: 1, max: 5 }),
      lineWidth: fc.constantFrom(20, 80, 0),
      defaultStringType: fc.constantFrom(
        "PLAIN",
        "QUOTE_DOUBLE",
        "QUOTE_SINGLE",
        "BLOCK_LITERAL",
        "BLOCK_FOLDED",
      ),
      collectionStyle: fc.constantFrom("any", "block", "flow"),
      indentSeq: fc.boolean(),
    });
    let answered = 0;
    fc.assert(
      fc.property(
        fc.dictionary(key, json, { maxKeys: 4, noNullPrototype: true }),
        style,
        (value, options) => {
          if (agree(stringify(value, undefined, options))) answered++;
        },
      ),
      { numRuns: RUNS / 3 },
    );
    expect(answered).toBeGreaterThan(RUNS / 6);
  });

  it("give the value of JSON.parse for JSON, and refuse what it refuses", () => {
    fc.assert(
      fc.property(
        json,
        fc.constantFrom(0, 2, "\t"),
        fc.nat(),
        fc.constantFrom("", "x", ",", '"', "}"),
        (value, indent, at, noise) => {
          const whole = JSON.stringify(value, undefined, indent);
          const source =
            noise === ""
              ? whole
              : whole.slice(0, at % whole.length) + noise + whole.slice((at % whole.length) + 1);
          const { documents, problems } = parseText(source, "json");
          const syntax = problems.filter(({ rule }) => rule === "yaml-syntax");
          let expected: unknown;
          try {
            expected = JSON.parse(source);
          } catch {
            expect(source.trim() === "" || syntax.length === 1, source).toBe(true);
            return;
          }
          expect(syntax, source).toEqual([]);
          if (problems.length === 0) expect(canonical(documents), source).toBe(canonical([expected]));
        },
      ),
      { numRuns: RUNS / 3 },
    );
  });

  it("never throw, whatever the bytes", () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string({ unit: "binary" })),
        fc.constantFrom("yaml", "json"),
        (source, format) => {
          for (const { start, end, message } of parseText(source, format as "yaml" | "json").problems) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(message).not.toBe("");
          }
        },
      ),
      { numRuns: RUNS / 3 },
    );
  });
});
