// Nothing that a reviewer reads holds a character without a glyph: a text that looks like another one is another one.
import { describe, expect, it } from "vitest";
import {
  escapeHtml,
  escapeMarkdown,
  escapeSarif,
  escapeTerminal,
  escapeXml,
} from "../../src/report/text/escape.ts";
import { stepText } from "../../src/report/text/value-text.ts";
import { everyFormat } from "./held/attacked.ts";

/** One of each kind, and both ends of every range that the issue names. */
const INVISIBLE = [
  ...[0x3164, 0x115f, 0x1160, 0xffa0, 0x2800, 0x34f, 0xfe0f, 0xfe00, 0xe0100, 0xe01ef, 0x17b4, 0x17b5],
  ...[0x180b, 0x180e, 0x180f, 0x1d173, 0x1d17a, 0x1bca0, 0xad, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f],
  ...[0xa0, 0x1680, 0x2000, 0x2002, 0x2007, 0x2009, 0x200a, 0x202f, 0x205f, 0x3000],
  ...[
    0x202a, 0x202e, 0x2028, 0x2029, 0x2060, 0x2064, 0x2066, 0x2069, 0x206f, 0xfeff, 0xfff9, 0xe0001, 0xe007f,
  ],
];
const EMOJI = ["❤️", "☺️", "1️⃣", "👨‍👩‍👧", "👍🏽", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍💻", "🏳️‍🌈"];
const WORDS = ["می‌خواهم", "क्‍ष", "ශ්‍රී", "naïve", "日本語", "ไทย", "한국어"];

describe("an invisible character", () => {
  it.each(INVISIBLE.map((code) => code.toString(16)))(
    "U+%s is shown by its number in every format",
    (code) => {
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      const { terminal, markdown, html, xml, github, json } = everyFormat(`pay${character}roll`);
      // What we break words with ourselves is the one that Markdown and logs may hold.
      const isOurs = character === "\u200b";
      for (const text of [...terminal, ...markdown, html, xml, github]) {
        expect(text.includes(`pay${character}roll`)).toBe(false);
        if (!isOurs) expect(text.includes(character)).toBe(false);
      }
      for (const text of [...terminal, html, xml, github]) expect(text).toContain(`\\u{${code}}`);
      expect(markdown[0]).toContain(`u&#123;${code}&#125;`);
      // A viewer of SARIF shows the message as it is.
      const sarif = JSON.parse(json.find((text) => text.includes("sarif-2.1.0"))!) as {
        runs: { results: { message: { text: string } }[] }[];
      };
      expect(sarif.runs[0]!.results[0]!.message.text).toContain(`pay\\u{${code}}roll`);
    },
  );

  it("is shown where an emoji is none: a selector without need, one joiner too many, a keycap that is none", () => {
    expect(escapeTerminal("👍\ufe0f")).toBe("👍\\u{fe0f}");
    expect(escapeTerminal("👍\u200d👎")).toBe("👍\\u{200d}👎");
    expect(escapeTerminal("a\ufe0f 1\ufe0f x\u200dy")).toBe("a\\u{fe0f} 1\\u{fe0f} x\\u{200d}y");
    expect(escapeTerminal("🏴\u{e0061}\u{e007f}")).toBe("🏴\\u{e0061}\\u{e007f}");
    expect(escapeTerminal("می\u200c")).toBe("می\\u{200c}");
  });
});

describe("a blank that looks like the plain one", () => {
  it.each(["\u00a0", "\u2009", "\u202f", "\u3000"])("%j makes a step that anybody sees", (blank) => {
    const code = blank.codePointAt(0)?.toString(16);
    expect(stepText("Total cost", `Total${blank}cost`, 80)).toBe(`Total cost → Total\\u{${code}}cost`);
    expect(stepText("Total cost", `Total cost${blank}`, 80)).toContain(`\\u{${code}}`);
  });
});

describe("what needs such characters to be itself", () => {
  it.each([...EMOJI, ...WORDS])("%s stays readable in every medium", (text) => {
    expect(escapeTerminal(text)).toBe(text);
    expect(escapeHtml(text)).toBe(text);
    expect(escapeMarkdown(text)).toBe(text);
    expect(escapeXml(text)).toBe(text);
    expect(escapeSarif(text)).toBe(text);
  });
});
