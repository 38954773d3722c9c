// Values as files may hold them, with what is hard to write in one form only: texts, keys and positions of every kind.
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/model/index.ts";

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
export const fileValue: fc.Arbitrary<JsonObject> = fc.oneof(
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
