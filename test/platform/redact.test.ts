// Secrets are blanked in whole texts and in texts that come in pieces.
import { describe, expect, it } from "vitest";
import { SHORTEST_SECRET } from "../../src/model/index.ts";
import { openRedactor } from "../../src/platform/http/redact.ts";

const hiding = (...secrets: string[]) => {
  const redactor = openRedactor();
  for (const secret of secrets) redactor.hide(secret);
  return redactor;
};

describe("a secret", () => {
  it("is blanked as it is, and as URLs, JSON and base64 spell it, wherever it stands", () => {
    const secret = 'k"y/ü+1234';
    const { redact } = hiding(secret);
    const spelled = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64"),
    ];
    expect(redact(spelled.join(" "))).toBe("*** *** *** ***");
    expect(redact(`${secret}${secret}x`)).toBe("******x");
  });

  it("that is too short to be one is left alone", () => {
    const shortest = "abcdefghijklmnop".slice(0, SHORTEST_SECRET);
    expect(hiding(shortest).redact(shortest)).toBe("***");
    expect(hiding(shortest.slice(1)).redact(shortest)).toBe(shortest);
    expect(hiding("").redact("abc")).toBe("abc");
  });

  it("that begins with another is blanked whole, in any order, and all stay known", () => {
    for (const secrets of [
      ["token-1", "token-1-long"],
      ["token-1-long", "token-1"],
    ]) {
      const redactor = hiding(...secrets);
      expect(redactor.redact("token-1-long token-1")).toBe("*** ***");
      const stream = redactor.cleanStream();
      expect(Buffer.concat([stream.take(Buffer.from("token-1-long token-1")), stream.end()]).toString()).toBe(
        "*** ***",
      );
    }
  });
});

describe("a text in pieces", () => {
  it("comes out as if it were whole, wherever the pieces end", () => {
    const secret = "a+b.(c)|[d]";
    const text = `x${secret}y a+b.(c)|[d aXb.(c)|[d] ${secret}${secret} a+b`;
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) {
      const cleaner = hiding(secret).cleanStream();
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) out.push(cleaner.take(bytes.subarray(at, at + size)));
      out.push(cleaner.end());
      expect(Buffer.concat(out).toString()).toBe("x***y a+b.(c)|[d aXb.(c)|[d] ****** a+b");
    }
  });

  it("keeps back only what may be the beginning of a secret", () => {
    const cleaner = hiding("secret-1").cleanStream();
    const take = (text: string) => cleaner.take(Buffer.from(text)).toString();
    expect(take("nothing here")).toBe("nothing here");
    expect(take("abc sec")).toBe("abc ");
    expect(take("ond")).toBe("second");
    expect(take(" secret-")).toBe(" ");
    expect(take("1 s")).toBe("*** ");
    expect(cleaner.end().toString()).toBe("s");
  });

  it("of other bytes stays as it is, and so does everything while no secret is known", () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    for (const redactor of [hiding("secret-1"), hiding()]) {
      const cleaner = redactor.cleanStream();
      expect(Buffer.concat([cleaner.take(bytes), cleaner.take(bytes), cleaner.end()])).toEqual(
        Buffer.concat([bytes, bytes]),
      );
    }
    const unknowing = hiding().cleanStream();
    expect(unknowing.take(Buffer.from("abc")).toString()).toBe("abc");
  });

  it("is cleaned of a secret that became known on the way", () => {
    const redactor = openRedactor();
    const cleaner = redactor.cleanStream();
    expect(cleaner.take(Buffer.from("late-key ")).toString()).toBe("late-key ");
    redactor.hide("late-key");
    expect(cleaner.take(Buffer.from("late-key ")).toString()).toBe("*** ");
  });
});
