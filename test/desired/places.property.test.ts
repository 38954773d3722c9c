// Places are found again from the text: whatever a path leads to must be what stands at the place.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { parseText, parseTrees } from "../../src/desired/yaml/parse.ts";
import { offsetsAt } from "../../src/desired/yaml/tree.ts";
import type { Json, Path } from "../../src/model/index.ts";
import { runs } from "../support/runs.ts";
import { load, textAt } from "./temp-project.ts";

const word = fc.oneof(
  fc.constantFrom("a", "b c", "1", "true", "é🙂", "x: y", "- z", "#", "it's", '"q"', ""),
  fc.string({ maxLength: 6 }),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), word),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      word.filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 3, noNullPrototype: true },
    ),
  ),
})).value;

function* leaves(value: Json, path: Path = []): Generator<[Path, Json]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* leaves(item, [...path, index]);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
  } else yield [path, value];
}

describe("places", () => {
  it.each(["yaml", "json"] as const)("hold the value that the path leads to, in %s", (format) => {
    const style = fc.record({
      collectionStyle: fc.constantFrom<"any" | "block" | "flow">("any", "block", "flow"),
      defaultStringType: fc.constantFrom<"PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE">(
        "PLAIN",
        "QUOTE_DOUBLE",
        "QUOTE_SINGLE",
      ),
      lineWidth: fc.constant(0),
    });
    fc.assert(
      fc.property(fc.record({ a: json, b: json }), style, fc.boolean(), (value, options, careful) => {
        const plain =
          format === "json" ? JSON.stringify(value, undefined, 2) : stringify(value, undefined, options);
        // A comment with a tab sends the text the careful way.
        const text = careful && format === "yaml" ? `#\t\n${plain}` : plain;
        const root = parseTrees(text, format).documents[0]!;
        for (const [path, leaf] of leaves(value)) {
          const at = offsetsAt(root, path, "value");
          const written = text.slice(at!.start, at!.end);
          if (written.includes("\n")) continue;
          expect(parseText(`- ${written}`, "yaml").documents, `${path.join(".")} in ${text}`).toEqual([
            [leaf],
          ]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("cover brackets, quotes and block scalars, and fall back to what encloses", async () => {
    const text = [
      "workbooks:",
      "  w:",
      "    name: 'N'",
      "    meta:",
      "      text: |- # why",
      "        one",
      "        two",
      "      flow: { a: [1, # one",
      "        2 ], b: }",
      "      list:",
      "        - >",
      "          folded",
      "      empty:",
      "    publish: true",
    ].join("\n");
    for (const prefix of ["", "#\t\n"]) {
      const loaded = await load({ "dashboards/w.yaml": prefix + text });
      expect(loaded.diagnostics).toEqual([]);
      const { locate } = loaded.bySlug.get("w")!;
      const at = (...path: Path) => textAt(loaded, locate(path)).trimEnd();
      expect(at("name")).toBe("'N'");
      expect(at("meta", "flow")).toBe("{ a: [1, # one\n        2 ], b: }");
      expect(at("meta", "flow", "a")).toBe("[1, # one\n        2 ]");
      expect(at("meta", "text")).toBe("|- # why\n        one\n        two");
      expect(at("meta", "list", 0)).toBe(">\n          folded");
      expect(at("publish")).toBe("true");
      expect(at("meta", "flow", "nothing", "here")).toBe("{ a: [1, # one\n        2 ], b: }");
      expect(textAt(loaded, locate(["publish"], "key"))).toBe("publish");
      expect(textAt(loaded, locate([], "key"))).toBe("w");
      expect(locate(["meta", "empty"]).line).toBe(prefix === "" ? 13 : 14);
    }
  });
});
