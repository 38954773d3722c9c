// JSON with whole numbers of any size: what comes in goes out, digit for digit, and all else is as JSON.parse and JSON.stringify have it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson, writeJson } from "../../src/model/index.ts";

describe("reading JSON", () => {
  it.each<[string, unknown]>([
    ['{"a":9007199254740993}', { a: 9007199254740993n }],
    ['{"a": [ -9007199254740993 ]}', { a: [-9007199254740993n] }],
    ["[1,12345678901234567890]", [1, 12345678901234567890n]],
    ["[9007199254740991,9007199254740992]", [9007199254740991, 9007199254740992]],
    ["[-9007199254740991,-9007199254740992]", [-9007199254740991, -9007199254740992]],
    ["12345678901234567890", 12345678901234567890n],
    ["[1e3,1E+3,1e-3,1.5e1]", [1000, 1000, 0.001, 15]],
    ["[1e16,9.007199254740993e15,9007199254740994]", [1e16, 9007199254740993n, 9007199254740994]],
    // JavaScript writes 2 ** 60 with three zeros at its end.
    ["[1152921504606846976,1152921504606847000]", [2n ** 60n, 2 ** 60]],
    ["[1e21,1000000000000000000000,1e+21]", [1e21, 1e21, 1e21]],
    ["[9007199254740993.5]", [9007199254740993n]],
    ["[12345678901234567890.0]", [12345678901234567890n]],
    ["[1e400,-1e400]", [10n ** 400n, -(10n ** 400n)]],
    ["[1e-400,0.1234567890123456789]", [0, 0.12345678901234568]],
    ["[-0]", [-0]],
    // Large digits in texts and keys are texts and keys, whatever they begin with.
    [
      '{"n1":["n12345678901234567","s",12345678901234567890]}',
      { n1: ["n12345678901234567", "s", 12345678901234567890n] },
    ],
    [
      '{"12345678901234567890" : "x","b":12345678901234567890}',
      { "12345678901234567890": "x", b: 12345678901234567890n },
    ],
    [
      '["\\u006e1","\\\\","\\"",",12345678901234567890",12345678901234567890]',
      ["n1", "\\", '"', ",12345678901234567890", 12345678901234567890n],
    ],
    ['{"a":1,"a":12345678901234567890}', { a: 12345678901234567890n }],
  ])("%s", (text, value) => expect(readJson(text)).toEqual(value));

  it("keeps `__proto__` a key like any other", () => {
    const value = readJson('{"__proto__":{"a":12345678901234567890}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(["", "{", "[012345678901234567890]", "{12345678901234567890:1}", "[1e]", "[1e99999]", "[NaN]"])(
    "refuses %j",
    (text) => expect(() => readJson(text)).toThrow(SyntaxError),
  );
});

describe("writing JSON", () => {
  it.each<[unknown, number | undefined, string]>([
    [
      { a: 9007199254740993n, b: ["n1", "s", { n1: 'x"\\\n' }] },
      undefined,
      '{"a":9007199254740993,"b":["n1","s",{"n1":"x\\"\\\\\\n"}]}',
    ],
    [{ a: [-1n], b: [] }, 2, '{\n  "a": [\n    -1\n  ],\n  "b": []\n}'],
    [12345678901234567890n, undefined, "12345678901234567890"],
    [{ a: undefined, b: 1n }, undefined, '{"b":1}'],
    [{ a: -0, b: "n" }, undefined, '{"a":0,"b":"n"}'],
  ])("%o", (value, indent, text) => expect(writeJson(value, indent)).toBe(text));

  it("still refuses what no JSON holds", () => {
    const endless: Record<string, unknown> = { a: 1n };
    endless.self = endless;
    expect(() => writeJson(endless)).toThrow(TypeError);
  });
});

describe("for any value", () => {
  // An odd number that large is one that JavaScript has no number for.
  const large = fc
    .bigInt({ min: 2n ** 54n, max: 2n ** 90n })
    .map((size) => (size % 3n === 0n ? -size * 2n - 1n : size * 2n + 1n));
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("n1", "s", '"', "\\", "n12345678901234567890", ":"),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
      large,
      text,
      fc.array(tie("value")),
      fc.dictionary(text, tie("value")),
    ),
  }));

  it("what is written is read back as it was, indented or not", () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (one, indent) => {
        expect(readJson(writeJson(one, indent))).toEqual(one);
      }),
    );
  });

  it("without large numbers both are what JavaScript has", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: "binary" }).filter((one) => !/\d{16}/.test(JSON.stringify(one))),
        (one) => {
          expect(writeJson(one, 1)).toBe(JSON.stringify(one, null, 1));
          expect(readJson(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(one)));
        },
      ),
    );
  });
});
