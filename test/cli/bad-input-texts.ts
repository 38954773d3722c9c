// Texts that no workbook file and no project file can be, each with the place and the rule that must be told.

export interface BadText {
  name: string;
  text: string | Buffer;
  /** `line:column  error  rule` */
  place: string;
}

const bomb = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...[..."abcdefgh"].map((from, index) => {
    const to = "bcdefghi".charAt(index);
    return `${to}: &${to} [${Array(9).fill(`*${from}`).join(", ")}]`;
  }),
  "workbooks: *i\n",
].join("\n");

export const BAD_TEXTS: readonly BadText[] = [
  { name: "tabs", text: "workbooks:\n\ta:\n\t\tname: A\n", place: "2:1  error  yaml-syntax" },
  {
    name: "an unclosed quote",
    text: 'version: 1\nproject: "acme\ntargets: {}\nworkbooks: {}\n',
    place: "2:10  error  yaml-syntax",
  },
  { name: "an unclosed bracket", text: "version: [1\nproject: a\n", place: "1:10  error  yaml-syntax" },
  { name: "a missing colon", text: "version 1\nproject: a\n", place: "1:1  error  yaml-syntax" },
  {
    name: "a merge conflict",
    text: "version: 1\n<<<<<<< HEAD\nproject: a\n=======\nproject: b\n>>>>>>> b\n",
    place: "2:1  error  yaml-syntax",
  },
  {
    name: "duplicate keys",
    text: "version: 1\nproject: a\nproject: b\n",
    place: "3:1  error  duplicate-key",
  },
  { name: "an alias bomb", text: bomb, place: "1:1  error  alias-limit" },
  { name: "an endless alias", text: "workbooks: &a\n  a: *a\n", place: "2:6  error  alias-limit" },
  { name: "an unknown alias", text: "workbooks: *a\n", place: "1:12  error  yaml-syntax" },
  {
    name: "a tag of another language",
    text: 'workbooks: !!js/function "f"\n',
    place: "1:12  error  unsupported-tag",
  },
  {
    name: "a picture",
    text: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
    place: "3:1  error  not-text",
  },
  { name: "UTF-16", text: Buffer.from("\ufeffworkbooks: {}\n", "utf16le"), place: "1:1  error  not-text" },
  {
    name: "invalid UTF-8",
    text: Buffer.from("version: 1\nproject: caf\xe9\n", "latin1"),
    place: "2:13  error  not-text",
  },
  { name: "over 10 MB", text: `#${"x".repeat(10_000_000)}\n`, place: "1:1  error  file-too-large" },
  { name: "a top-level list", text: "- a\n- b\n", place: "1:1  error  wrong-type" },
  { name: "a sentence", text: "hello\n", place: "1:1  error  wrong-type" },
  { name: "__proto__", text: "__proto__:\n  polluted: true\n", place: "1:1  error  unsafe-key" },
  {
    name: "brackets without end",
    text: `workbooks: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`,
    place: "1:111  error  nesting-limit",
  },
];
