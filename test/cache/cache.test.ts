// The cache of one folder: what was kept comes back whole or not at all, whatever happened to the files in between.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cache, openCache } from "../../src/cache/index.ts";
import { tempFolder } from "../support/temp.ts";

const SECRET = Buffer.alloc(32, 7);
const keyOf = (number: number) => number.toString(16).padStart(64, "0");

function makeCache(
  more: { folder?: string; secret?: Buffer; tool?: string; most?: { ofOne: number; ofAll: number } } = {},
) {
  const folder = more.folder ?? join(tempFolder(), "below", "cache");
  return { folder, cache: openCache({ secret: SECRET, tool: "1", folder, ...more }) };
}

function fill(cache: Cache, heads: Record<string, string>, settings = "s"): void {
  const memory = cache.open(settings);
  for (const [key, head] of Object.entries(heads))
    memory.keep(key, { head, body: Buffer.from(`body of ${head}`) });
  memory.close(true);
}

function recall(cache: Cache, key: string, settings = "s"): string | undefined {
  const memory = cache.open(settings);
  const kept = memory.recall(key);
  memory.close(true);
  if (kept) expect(Buffer.from(kept.body).toString()).toBe(`body of ${kept.head}`);
  return kept?.head;
}

const packs = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

describe("what was kept", () => {
  it("comes back in another run, with what runs before it kept", () => {
    const { cache } = makeCache();
    fill(cache, { [keyOf(1)]: "one ü", [keyOf(2)]: "" });
    fill(cache, { [keyOf(3)]: "three" });
    expect([1, 2, 3, 4].map((number) => recall(cache, keyOf(number)))).toEqual([
      "one ü",
      "",
      "three",
      undefined,
    ]);
  });

  it("is for this user alone", () => {
    const { cache, folder } = makeCache();
    fill(cache, { [keyOf(1)]: "one" });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(packs(folder).map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  });

  it("is not kept if the run does not say so, and leaves nothing", () => {
    const { cache, folder } = makeCache();
    const memory = cache.open("s");
    memory.keep(keyOf(1), { head: "one", body: Buffer.alloc(0) });
    memory.close(false);
    expect(readdirSync(folder)).toEqual([]);
    expect(recall(cache, keyOf(1))).toBeUndefined();
  });

  it("is not there for other settings, another build or another secret, even under the name of its pack", () => {
    const { cache, folder } = makeCache();
    fill(cache, { [keyOf(1)]: "one" });
    const [pack] = packs(folder) as [string];
    const others = [
      makeCache({ folder, tool: "2" }).cache,
      makeCache({ folder, secret: Buffer.alloc(32, 8) }).cache,
    ];
    for (const [other, settings] of [
      [cache, "t"],
      [others[0]!, "s"],
      [others[1]!, "s"],
    ] as const) {
      expect(recall(other, keyOf(1), settings)).toBeUndefined();
      fill(other, { [keyOf(2)]: "two" }, settings);
      const [name] = packs(folder).filter((file) => file !== pack) as [string];
      writeFileSync(name, readFileSync(pack));
      expect(recall(other, keyOf(1), settings)).toBeUndefined();
      renameSync(name, join(folder, "elsewhere"));
    }
    expect(recall(cache, keyOf(1))).toBe("one");
  });

  it("comes back whole or not at all, whatever byte is changed and wherever the file is cut", () => {
    const { cache, folder } = makeCache();
    const heads = { [keyOf(1)]: "one", [keyOf(2)]: "two", [keyOf(3)]: "three" };
    fill(cache, heads);
    const [pack] = packs(folder) as [string];
    const whole = readFileSync(pack);
    const check = () => {
      for (const [key, head] of Object.entries(heads))
        expect([head, undefined]).toContain(recall(cache, key));
    };
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 0x41;
      writeFileSync(pack, changed);
      check();
    }
    fc.assert(
      fc.property(fc.nat(whole.length), fc.uint8Array({ maxLength: 200 }), (at, more) => {
        writeFileSync(pack, Buffer.concat([whole.subarray(0, at), more]));
        check();
      }),
    );
    writeFileSync(pack, whole);
    expect(recall(cache, keyOf(2))).toBe("two");
  });

  it("is written anew after it was damaged", () => {
    const { cache, folder } = makeCache();
    fill(cache, { [keyOf(1)]: "one" });
    writeFileSync(packs(folder)[0]!, "nothing");
    fill(cache, { [keyOf(1)]: "one again" });
    expect(recall(cache, keyOf(1))).toBe("one again");
  });
});

describe("two runs at the same time", () => {
  it("read what was there when they began, and the last one's file is whole", () => {
    const { cache, folder } = makeCache();
    fill(cache, { [keyOf(1)]: "one" });
    const [first, second] = [cache.open("s"), cache.open("s")];
    first.keep(keyOf(2), { head: "two", body: Buffer.from("body of two") });
    second.keep(keyOf(3), { head: "three", body: Buffer.from("body of three") });
    expect(recall(cache, keyOf(1))).toBe("one");
    first.close(true);
    expect(second.recall(keyOf(1))?.head).toBe("one");
    second.close(true);
    expect([1, 2, 3].map((number) => recall(cache, keyOf(number)))).toEqual(["one", undefined, "three"]);
    expect(packs(folder)).toHaveLength(1);
  });
});

describe("the size of the cache", () => {
  it("is bounded: what is of use stays before what was of use long ago", () => {
    const { cache, folder } = makeCache({ most: { ofOne: 3000, ofAll: 10_000 } });
    const long = (number: number) => `${number} `.repeat(200);
    for (let number = 1; number <= 20; number++) {
      const memory = cache.open("s");
      memory.recall(keyOf(1));
      memory.keep(keyOf(number), { head: long(number), body: Buffer.from(`body of ${long(number)}`) });
      memory.close(true);
      expect(statSync(packs(folder)[0]!).size).toBeLessThan(5000);
    }
    expect(recall(cache, keyOf(1))).toBe(long(1));
    expect(recall(cache, keyOf(20))).toBe(long(20));
    expect(recall(cache, keyOf(2))).toBeUndefined();
  });

  it("forgets what several runs that kept something had no use for", () => {
    const { cache } = makeCache();
    fill(cache, { [keyOf(1)]: "one" });
    for (let number = 2; number < 10; number++) fill(cache, { [keyOf(number)]: "more" });
    expect(recall(cache, keyOf(1))).toBe("one");
    fill(cache, { [keyOf(10)]: "more" });
    expect(recall(cache, keyOf(1))).toBeUndefined();
  });

  it("loses packs that nobody used for long, what killed runs left, and the oldest if there are too many", () => {
    const { cache, folder } = makeCache({ most: { ofOne: 3000, ofAll: 2500 } });
    const text = "x".repeat(300);
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    for (const settings of ["a", "b", "c", "d"]) {
      const before = new Set(packs(folder === undefined ? "" : existing(folder)));
      fill(cache, { [keyOf(1)]: text }, settings);
      const [made] = packs(folder).filter((file) => !before.has(file)) as [string];
      const age = { a: 31, b: 3, c: 2, d: 1 }[settings] ?? 0;
      utimesSync(made, days(age), days(age));
    }
    writeFileSync(join(folder, "x.new"), "half");
    utimesSync(join(folder, "x.new"), days(1), days(1));
    writeFileSync(join(folder, "y.new"), "half");
    writeFileSync(join(folder, "notes.txt"), "mine");
    utimesSync(join(folder, "notes.txt"), days(99), days(99));
    fill(cache, { [keyOf(1)]: text }, "e");
    expect(readdirSync(folder)).toContain("y.new");
    expect(readdirSync(folder)).toContain("notes.txt");
    expect(readdirSync(folder)).not.toContain("x.new");
    expect(["a", "b"].map((settings) => recall(cache, keyOf(1), settings))).toEqual([undefined, undefined]);
    expect(["d", "e"].map((settings) => recall(cache, keyOf(1), settings))).toEqual([text, text]);
  });
});

function existing(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe("a folder that cannot be used", () => {
  it("keeps nothing, and nobody is told", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    for (const place of [join(folder, "file"), join(folder, "file", "below")]) {
      const { cache } = makeCache({ folder: place });
      fill(cache, { [keyOf(1)]: "one" });
      expect(recall(cache, keyOf(1))).toBeUndefined();
    }
  });

  it("may hold anything where a pack is looked for", () => {
    const { cache, folder } = makeCache();
    fill(cache, { [keyOf(1)]: "one" });
    const [pack] = packs(folder) as [string];
    renameSync(pack, `${pack}.away`);
    mkdirSync(pack);
    expect(recall(cache, keyOf(1))).toBeUndefined();
    fill(cache, { [keyOf(1)]: "one" });
    renameSync(pack, `${pack}.folder`);
    symlinkSync("/dev/zero", pack);
    expect(recall(cache, keyOf(1))).toBeUndefined();
    chmodSync(folder, 0o700);
  });
});
