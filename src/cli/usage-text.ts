// What the parser of arguments objects to, in the words of every other error: `error: …`, the details indented below.

/** Its sentences begin with "error: ", and suggest in brackets on a line of their own. */
export function usageText(parsers: string): string {
  const [first = "", ...more] = parsers
    .replace(/^error: /, "")
    .trimEnd()
    .split("\n");
  const suggestion = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(more.join(" "))?.[1];
  const meant =
    suggestion === undefined
      ? ""
      : `. Did you mean ${suggestion
          .split(", ")
          .map((name) => `\`${name}\``)
          .join(" or ")}?`;
  return reworded(first) + meant;
}

function reworded(text: string): string {
  for (const [shape, reword] of SHAPES) {
    const found = shape.exec(text);
    if (found) return reword(found);
  }
  return text;
}

const SHAPES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/^unknown (command|option) '(.*)'$/, ([, what, name]) => `there is no ${what} ${JSON.stringify(name)}`],
  [
    // The reader of the value says what it takes: see option-values.ts.
    /^option '(?:-\w, )?(--[\w-]+).*' argument '(.*)' is invalid\. (.*)$/s,
    ([, option, value, takes]) => `${option} takes ${takes}, not ${JSON.stringify(value)}`,
  ],
  [
    /^option '(?:-\w, )?(--[\w-]+) (.*)' argument missing$/,
    ([, option, value]) => `${option} needs a value: ${option} ${value}`,
  ],
  [/^missing required argument '(.*)'$/, ([, name]) => `the argument <${name}> is missing`],
  [
    /^too many arguments.* Expected (\d+) arguments? but got (\d+)\.$/,
    ([, most, given]) =>
      `too many arguments: it takes ${most === "0" ? "none" : `${most} at most`}, but got ${given}`,
  ],
];
