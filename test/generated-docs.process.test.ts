// The documents that are made from the code are what the code gives, and the library's functions all say what they promise.
import { describe, expect, it } from "vitest";
import { makeDocs } from "../scripts/docs.mjs";
import { readText } from "./support/documents.ts";

const docs = makeDocs();

describe("the documents made from the code", () => {
  it.each(Object.keys(docs))("%s is fresh: else `npm run docs`, and commit", (path) => {
    expect(readText(path) === docs[path], `${path} is stale: run \`npm run docs\` and commit it`).toBe(true);
  });

  it("the API says what every function and class promises", () => {
    const [, ...exports] = (docs["docs/api.md"] as string).split("\n### ");
    expect(exports.length).toBeGreaterThan(40);
    const silent = exports.filter((text) => /^\w+\n\n```ts\n(function|class)/.test(text));
    expect(silent.map((text) => text.split("\n", 1)[0])).toEqual([]);
  });

  it("the picture has a box with words for every room, and draws no arrow that others imply", () => {
    const picture = docs["docs/house.svg"] as string;
    const rooms = [...picture.matchAll(/<text class="room"[^>]*>([^<]+)<\/text>\n<text class="(\w+)"/g)];
    expect(rooms.map(([, room]) => room)).toEqual(
      expect.arrayContaining(["model", "features", "cli", "action"]),
    );
    expect(rooms.filter(([, , below]) => below !== "words")).toEqual([]);
    expect(rooms).toHaveLength(picture.match(/class="room"/g)!.length);
    expect(picture.match(/marker-end/g)!.length).toBeLessThan(2 * rooms.length);
  });
});
