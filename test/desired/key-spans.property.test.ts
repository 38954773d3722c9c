// The places of slugs and report keys that the first parse notes are those that the tree of the file has.
import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { spanOf } from "../../src/desired/diagnose.ts";
import { parseText, parseTrees } from "../../src/desired/yaml/parse.ts";
import { offsetsAt } from "../../src/desired/yaml/tree.ts";
import type { Json } from "../../src/model/index.ts";

const key = fc.oneof(
  fc.constantFrom("a", "b c", "1", "é🙂", "x: y", "- z", "#", "it's", '"q"', "a\nb", "workbooks"),
  fc.string({ maxLength: 6 }),
);
const keys = key.filter((one) => one !== "__proto__");
const inner = fc.oneof(
  fc.constantFrom<Json>(null, 1, "text", [], ["a"], [{ workbooks: { deep: 1 } }]),
  fc.dictionary(keys, fc.constantFrom<Json>({ a: 1 }, 2, "two\nlines\n"), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
);
const section = fc.oneof(fc.dictionary(keys, inner, { maxKeys: 5, noNullPrototype: true }), inner);
const root = fc
  .uniqueArray(fc.constantFrom("workbooks", "reports", "layouts", "x-anchors"), { minLength: 1 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), section))))
  .map((entries) => Object.fromEntries(entries) as Json);
const style = fc.record({
  collectionStyle: fc.constantFrom<"any" | "block" | "flow">("any", "block", "flow"),
  defaultKeyType: fc.constantFrom<"PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE">(
    "PLAIN",
    "QUOTE_DOUBLE",
    "QUOTE_SINGLE",
  ),
  indent: fc.constantFrom(2, 4),
});
const written = fc.oneof(
  fc
    .tuple(fc.array(root, { minLength: 1, maxLength: 3 }), style, fc.constantFrom("\n", "\r\n"))
    .map(([documents, options, eol]) => ({
      format: "yaml" as const,
      text: documents
        .map((one) => stringify(one, options))
        .join("# between\n---\n")
        .replaceAll("\n", eol),
    })),
  fc.tuple(root, fc.constantFrom(undefined, 2)).map(([value, indent]) => ({
    format: "json" as const,
    text: JSON.stringify(value, null, indent),
  })),
);

it("are where the tree has them, in every document and style", () => {
  let found = 0;
  fc.assert(
    fc.property(written, ({ text, format }) => {
      const { documents, places } = parseText(text, format);
      for (const [index, value] of documents.entries()) {
        const findKey = (section: string, key: string) => {
          const range = places[index]?.get(section)?.get(key);
          return range && spanOf("f.yaml", text, range);
        };
        const tree = parseTrees(text, format).documents[index]!;
        for (const name of ["workbooks", "reports"] as const) {
          const entries = tree.entries?.get(name)?.node.entries;
          for (const one of entries?.keys() ?? []) {
            const span = findKey(name, one);
            if (!span) continue;
            found += 1;
            expect(span, text).toEqual(spanOf("f.yaml", text, offsetsAt(tree, [name, one], "key")!));
          }
        }
        expect(findKey("workbooks", "no such key")).toBeUndefined();
        expect(value).toBeDefined();
      }
    }),
    { numRuns: 1000 },
  );
  // Most are plain: the short way is no rare one.
  expect(found).toBeGreaterThan(500);
});
