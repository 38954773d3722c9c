// The secrets that a run knows: as long as it lasts, in every spelling, and no longer.
import { describe, expect, it, onTestFinished } from "vitest";
import {
  blankSecrets,
  holdsSecret,
  knowSecrets,
  learnSecret,
  maskSecrets,
  SANDBOX_KEY,
  shorten,
  spellingsOf,
  withoutSecrets,
} from "../../src/model/index.ts";

const KEY = "key-of-production-4711";

describe("a secret", () => {
  it("is known from the beginning to the end of a run, and of several that are under way to the end of each", () => {
    const [forget, forgetAgain] = [knowSecrets([KEY]), knowSecrets([KEY, "other-key-0815"])];
    forget();
    expect(blankSecrets(`${KEY} other-key-0815`)).toBe("*** ***");
    forgetAgain();
    expect(blankSecrets(KEY)).toBe(KEY);
    expect(holdsSecret(KEY)).toBe(false);
  });

  it("that turns up during a run is known until its end, and without one not at all", () => {
    learnSecret("renewed-token");
    expect(blankSecrets("renewed-token")).toBe("renewed-token");
    const forget = knowSecrets([]);
    learnSecret("renewed-token");
    learnSecret("short");
    expect(blankSecrets("renewed-token short")).toBe("*** short");
    forget();
    expect(blankSecrets("renewed-token")).toBe("renewed-token");
  });

  it("is none if it is the key of the sandbox, or too short to be one", () => {
    onTestFinished(knowSecrets([SANDBOX_KEY, "abc", ""]));
    expect(blankSecrets(`abc ${SANDBOX_KEY}`)).toBe(`abc ${SANDBOX_KEY}`);
  });

  it.each([0, 1, 2, 3, 4])("is found in base64 wherever it begins there: %i", (before) => {
    onTestFinished(knowSecrets([KEY]));
    const text = Buffer.from(`${"u".repeat(before)}${KEY}:more`).toString("base64");
    expect(holdsSecret(text)).toBe(true);
    expect(blankSecrets(text)).toContain("***");
    expect(holdsSecret(Buffer.from(`${"u".repeat(before)}another text`).toString("base64"))).toBe(false);
  });

  it("is spelled with marks in capitals and in lower case, and short ones have no parts in base64", () => {
    expect(spellingsOf("a/b+c")).toContain("a%2fb%2bc");
    expect(spellingsOf("abcd").every((text) => text.length >= 4)).toBe(true);
    expect(spellingsOf("AbCd")).not.toContain("abcd");
    expect(spellingsOf("Key-With-Capitals")).toContain("key-with-capitals");
    expect(() => spellingsOf("lone \ud800 surrogate")).not.toThrow();
  });

  it.each(["a&amp;b&lt;c&gt;d&quot;e&#39;f", "a&amp;b&lt;c&gt;d&quot;e'f", "a&amp;b&lt;c&gt;d\"e'f"])(
    "is found in a page of HTML: %s",
    (text) => {
      onTestFinished(knowSecrets(["a&b<c>d\"e'f"]));
      expect(blankSecrets(`authorization: ${text}.`)).toBe("authorization: ***.");
    },
  );
});

describe("a text", () => {
  it("is cut after it was blanked, and in no character", () => {
    onTestFinished(knowSecrets([KEY]));
    expect(shorten(`xx ${KEY}`, 10)).toBe("xx ***");
    expect(shorten("0123456789", 10)).toBe("0123456789");
    expect(shorten("0123456789a", 10)).toBe("012345678…");
    expect(shorten("01234567😀ab", 10)).toBe("01234567…");
  });

  it("keeps its length where something in it is underlined", () => {
    onTestFinished(knowSecrets([KEY]));
    expect(maskSecrets(`a ${KEY} b`)).toBe(`a ${"*".repeat(KEY.length)} b`);
  });

  it("is blanked however deep it is, and everything else stays as it is", () => {
    const value = { a: ["x key-1 key-1", 7, null, { b: "key-2" }], c: undefined, d: true, e: "key-3" };
    expect(withoutSecrets(value)).toBe(value);
    onTestFinished(knowSecrets(["key-1", "key-2"]));
    expect(withoutSecrets(value)).toEqual({
      a: ["x *** ***", 7, null, { b: "***" }],
      c: undefined,
      d: true,
      e: "key-3",
    });
  });
});
