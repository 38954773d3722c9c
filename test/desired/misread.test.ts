// Scalars that are not what they look like: each is a warning at its place.
import { describe, expect, it } from "vitest";
import { isMisread, misreadScalars } from "../../src/desired/yaml/misread.ts";
import { load } from "./temp-project.ts";

/** The stretches of a text that are found. */
const found = (text: string) => misreadScalars(text).map(({ start, end }) => text.slice(start, end));

describe("a scalar that is not what it looks like", () => {
  it.each([
    ["a comment in place of a value", "a:\n  markdown: # Revenue\n  title: x\n", ["# Revenue"]],
    ["and behind a quoted key", '"a b": #fff\n', ["#fff"]],
    ["and in a list", "c:\n  - #fff\n  # more\n  - #000 # black\n  - 1\n", ["#fff", "#000 # black"]],
    ["an anchor in place of a value", "a: &Ops\nb: 1\n", ["&Ops"]],
    ["a number that loses its zeros", "a: [01067, 1.10, 1.0]\n", ["01067", "1.10", "1.0"]],
    ["a number with another spelling", "a: +5\nb: 0x1F\nc: .5\nd: 1e3\n", ["+5", "0x1F", ".5", "1e3"]],
    ["a word that becomes null or a boolean", "a: Null\nb: TRUE\n", ["Null", "TRUE"]],
    ["letters that look like quotes", "a: “x”\nb: { c: ‘don’t’ }\n“d”: 1\n", ["“x”", "‘don’t’", "“d”"]],
    ["a text that goes on like a list", "a: text\n  - x\n", ["text\n  - x"]],
    ["the last value of a file without a last line end", "a: 1\nb: 1.10", ["1.10"]],
  ])("is found: %s", (_, text, stretches) => {
    expect(found(text)).toEqual(stretches);
  });

  it.each([
    ["${ var.x }", "${var.x}"],
    ["${vars.x}", "${var.x}"],
    ["${VAR.x}", "${var.x}"],
    ["${env:X}", "${env.X}"],
    ["$var.x", "${var.x}"],
    ["${Param.x}", "${param.x}"],
    ["${rows.x}", "${row.x}"],
    ["${{ var.x }}", "${var.x}"],
    ["${var[x]}", "${var.x}"],
    ["${env,X}", "${env.X}"],
    ["$(param.x)", "${param.x}"],
  ])("is found: %s, which is nearly %s", (written, right) => {
    for (const text of [`a: Sales ${written} now\n`, `a: "${written}"\n`, `a: |\n  one\n  ${written}\n`]) {
      expect(found(text)).toEqual([written]);
      expect(misreadScalars(text)[0]!.message).toContain(`\`${right}\``);
    }
    expect(found(`"a-${written}": 1\n`)).toEqual([written]);
  });

  it.each([
    "widgets: # the list\n  - id: a\nmap: # of keys\n  a: 1\n",
    "a: null # none\nb: '' # empty\nc: ~\nd:\ne: Revenue # net\n",
    "a: &x 1\nb: *x\nc: &y\n  d: 1\n",
    'a: "01067"\nb: 1.5\nc: 10\nd: -3\ne: 2024-01-01\nf: 1.10 percent\ng: !!str 01067\nh: true\n',
    "a: “Revenue” and “Costs”\nb: it’s\nc: '“x”'\nd: «x»\n",
    "a: ${var.x} ${env.X} ${param.x} ${row.x} $${ vars.x } ${other} $5 ${x} {${var.x}} $(date)\n",
    "app: { files: { main.js: 'const a = `${ row.name }`; $row.hide()' } }\n",
  ])("is not found in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("is a warning of the file, also of an included one, once for all who include it", async () => {
    const include = "{ $include: ../shared/t.yaml }";
    const { diagnostics, workbooks } = await load({
      "dashboards/a.yaml": `workbooks:\n  a: { meta: { zip: 01067, t: ${include}, u: ${include} } }\n`,
      "shared/t.yaml": "color: #fff\n",
    });
    expect(
      diagnostics.map(({ file, line, rule, severity }) => `${file}:${line} ${rule} ${severity}`),
    ).toEqual(["dashboards/a.yaml:2 misread-scalar warning", "shared/t.yaml:1 misread-scalar warning"]);
    expect(workbooks).toHaveLength(1);
  });

  it("says the same of a plain scalar alone, for fmt", () => {
    expect(["01067", "1.10", "Null", "“x”"].map(isMisread)).toEqual([true, true, true, true]);
    expect(["1067", "1.1", "null", "x", "true"].map(isMisread)).toEqual([false, false, false, false, false]);
  });
});
