// Digests and identities that stand in stamps, saved plans and on the platform: each is the same in every version, on every machine.
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { canonical, derivePublicId, digest, reportPublicId, shortDigest } from "../../src/plan/index.ts";

describe("canonical", () => {
  it.each<[string, Json, string]>([
    [
      "keys by code unit, capitals first",
      { b: 1, a: 2, B: 3, "10": 4, "9": 5 },
      '{"10":4,"9":5,"B":3,"a":2,"b":1}',
    ],
    ["keys at every depth", { o: { z: 1, y: { d: 1, c: 2 } } }, '{"o":{"y":{"c":2,"d":1},"z":1}}'],
    ["keys of objects in lists", [{ b: 1, a: 2 }], '[{"a":2,"b":1}]'],
    ["no keys that are null", { a: null, b: 1, c: null }, '{"b":1}'],
    ["an object whose keys are all null", { o: { a: null } }, '{"o":{}}'],
    ["null in a list, which has a place", [null, 1, null], "[null,1,null]"],
    ["the order of a list", [3, 1, 2], "[3,1,2]"],
    [
      "what is false, empty or zero",
      { a: false, b: "", c: 0, d: [], e: {} },
      '{"a":false,"b":"","c":0,"d":[],"e":{}}',
    ],
    ["texts as JSON writes them", { 'a"b': 'x"\n\u00e9' }, '{"a\\"b":"x\\"\\n\u00e9"}'],
    ["a text unlike the number", ["1", 1], '["1",1]'],
    [
      "every digit of a large number",
      { n: 12345678901234567890n as unknown as Json },
      '{"n":12345678901234567890}',
    ],
    ["null itself", null, "null"],
  ])("keeps %s", (_, value, text) => expect(canonical(value)).toBe(text));
});

describe("digests", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ['{"a":1,"b":[null,2]}', "6345bd8358a8b8436e6943f731e2c7a17f456854bdc5de3ffa2eefd927e9652a"],
    ['"Revenue"', "0cd1908bc7c895f21ba96828acd348edd080ffd1f60c1bb7d3aeda0e6614d89b"],
  ])("of %j are SHA-256 with its name, and 128 bits of it", (text, hex) => {
    expect(digest(text)).toBe(`sha256:${hex}`);
    expect(shortDigest(text)).toBe(hex.slice(0, 32));
  });
});

describe("a report's publicId", () => {
  const scope = { project: "acme", target: "prod", deploymentId: 12, key: "revenue" };

  it("is derived from project, deployment and key, the same in every version", () => {
    // SHA-256 of "acme\n12\nrevenue" is e58435e9b3faa351f666696c…: each byte modulo 62 of 0-9A-Za-z.
    const bytes = [0xe5, 0x84, 0x35, 0xe9, 0xb3, 0xfa, 0xa3, 0x51, 0xf6, 0x66, 0x69, 0x6c];
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const id = bytes.map((byte) => alphabet[byte % 62]).join("");
    expect(derivePublicId(scope)).toBe(id);
    expect(derivePublicId({ ...scope, key: "revenue2" })).not.toBe(id);
    expect(derivePublicId({ ...scope, deploymentId: 13 })).not.toBe(id);
    expect(derivePublicId({ ...scope, project: "acme2" })).not.toBe(id);
  });

  it.each<[string, Json, string]>([
    ["a text", "AbCdEfGhIjKl", "AbCdEfGhIjKl"],
    ["that of the target", { prod: "ProdProdProd", test: "TestTestTest" }, "ProdProdProd"],
    ["no other target's", { test: "TestTestTest" }, derivePublicId(scope)],
    ["nothing that a map inherits", {}, derivePublicId({ ...scope })],
  ])("is as declared: %s", (_, publicId, id) => expect(reportPublicId({ publicId }, scope)).toBe(id));
});
