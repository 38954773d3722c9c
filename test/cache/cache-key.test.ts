// The key that caches are sealed with: this user's alone, outside of every checkout, and of no use if it can be guessed.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCacheKey } from "../../src/cache/index.ts";
import { tempFolder } from "../support/temp.ts";

const GOOD = "c4b9Jd83kf02Lq8sPz7wYt6rXv";

function places() {
  const [home, checkout] = [tempFolder(), tempFolder()];
  return { checkout, file: join(home, "config", "boardwright", "cache-key"), credential: undefined };
}

describe("the key of the cache", () => {
  it("is made once, for this user alone", () => {
    const place = places();
    const key = readCacheKey(place);
    expect(key).toHaveLength(32);
    expect(readCacheKey(place)).toEqual(key);
    expect(readCacheKey(places())).not.toEqual(key);
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
    expect(readFileSync(place.file, "utf8")).toBe(`${key?.toString("hex")}\n`);
  });

  it("is the credential's where there is one, so that the machines of a CI share a cache", () => {
    const [one, other] = [places(), places()];
    const key = readCacheKey({ ...one, credential: GOOD });
    expect(readCacheKey({ ...other, credential: GOOD })).toEqual(key);
    expect(readCacheKey({ ...one, credential: `${GOOD}x` })).not.toEqual(key);
    expect(existsSync(one.file)).toBe(false);
  });

  it("is never made of a credential that everybody knows, or can guess", () => {
    const place = places();
    const own = readCacheKey(place);
    for (const credential of ["sandbox-key", "", "short"])
      expect(readCacheKey({ ...place, credential })).toEqual(own);
  });

  it("is not read in the checkout, in whatever way it gets there", () => {
    const { file, ...place } = places();
    const inside = join(place.checkout, ".config", "cache-key");
    expect(readCacheKey({ ...place, file: inside })).toBeUndefined();
    expect(existsSync(inside)).toBe(false);
    mkdirSync(join(place.checkout, "keys"));
    writeFileSync(join(place.checkout, "keys", "cache-key"), `${"0".repeat(64)}\n`, { mode: 0o600 });
    const linked = join(tempFolder(), "linked");
    symlinkSync(join(place.checkout, "keys"), linked);
    expect(readCacheKey({ ...place, file: join(linked, "cache-key") })).toBeUndefined();
  });

  it("is no key if others can read or write it, or it is something else", () => {
    const place = places();
    readCacheKey(place);
    chmodSync(place.file, 0o640);
    expect(readCacheKey(place)).toBeUndefined();
    chmodSync(place.file, 0o600);
    writeFileSync(place.file, "short\n");
    expect(readCacheKey(place)).toBeUndefined();
    expect(readCacheKey({ ...place, file: join(place.file, "below") })).toBeUndefined();
  });
});
