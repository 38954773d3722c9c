// Workbook files as nobody would write all of them: every style of scalar, flow in block, anchors, JSON, tabs, and a comment at every turn.

/** A number from 0 to below `count`. */
export type Dice = (count: number) => number;

export interface OddFile {
  text: string;
  /** Each comment of the file, and the path of what it is about. */
  comments: { comment: string; path: readonly (string | number)[] }[];
}

/** The same numbers for the same seed. */
export function diceFrom(seed: number): Dice {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

type Path = OddFile["comments"][number]["path"];
const KEYS = ["title", "limit", "a b", "x", "y-z", "filters", "é", "on", "12", "q"];
const WORDS = ["red", "it's", "a: b", "#1", "tab\there", "émile", "- x", "{y}", '"', "100%", "yes", "0x1F"];
const LONG =
  "long words that an editor would fold into several lines because there are so many of them ".repeat(2);

/** The workbooks `a` and `b`, the odd one first. */
export function oddFile(dice: Dice): OddFile {
  const comments: OddFile["comments"] = [];
  const anchors: string[] = [];
  const one = <T>(from: readonly T[]): T => from[dice(from.length)]!;
  const rarely = () => dice(5) === 0;
  const comment = (path: Path) => {
    const text = `# c${comments.length}${one(["", ": 'x", " {", ' "', " - a: b"])}`;
    comments.push({ comment: text, path });
    return text;
  };
  const behind = (path: Path) => (rarely() ? ` ${comment(path)}` : "");
  const above = (path: Path, margin: string) => {
    const blank = rarely() ? "\n" : "";
    return blank + (rarely() ? `${margin}${comment(path)}\n` : "");
  };
  const quoted = (text: string) => one([JSON.stringify(text), `'${text.replaceAll("'", "''")}'`]);
  const plain = () =>
    one(
      ["red", "7", "-1.5", "true", "null", "~", "a\tb", "it's", "x#y", "a:b", "100%", "'", "''"].slice(0, 11),
    );

  /** On one line, or in a flow collection. */
  const scalar = () => one([plain, () => quoted(one(WORDS)), () => quoted(LONG), () => '""'])();

  const flow = (path: Path, depth: number, margin: string): string => {
    const kind = depth > 2 ? 0 : dice(4);
    if (kind === 0) return scalar();
    const isMap = kind < 3;
    const isOnLines = rarely();
    const count = dice(4);
    const keys = someKeys(count);
    const inner = `${margin}  `;
    const items = Array.from({ length: isMap ? keys.length : count }, (_, index) => {
      const below = [...path, isMap ? keys[index]! : index];
      const value = flow(below, depth + 1, inner);
      return { below, text: isMap ? `${one([keys[index]!, JSON.stringify(keys[index])])}: ${value}` : value };
    });
    const [open, close] = isMap ? "{}" : "[]";
    if (items.length === 0) return `${open}${close}`;
    if (!isOnLines) {
      const pad = isMap ? one(["", " "]) : "";
      return `${open}${pad}${items.map(({ text }) => text).join(one([", ", ","]) === "," ? ", " : ", ")}${pad}${close}`;
    }
    const lines = items.map(({ below, text }, index) => {
      const comma = index < items.length - 1 || rarely() ? "," : "";
      return `${above(below, inner).replace(/^\n/, "")}${inner}${text}${comma}${behind(below)}\n`;
    });
    return `${open}\n${lines.join("")}${margin}${close}`;
  };

  const someKeys = (count: number) => [...new Set(Array.from({ length: count }, () => one(KEYS)))];

  const json = (depth: number): string =>
    depth > 1
      ? one(['"x"', "1", "true", "null"])
      : one([
          `{"a": ${json(depth + 1)}, "b c": [${json(depth + 1)}]}`,
          `[${json(depth + 1)}]`,
          '"say \\"x\\""',
        ]);

  const blockScalar = (margin: string, path: Path) => {
    const header = one(["|", ">", "|-", ">-", "|+"]) + behind(path);
    const lines = Array.from({ length: 1 + dice(3) }, () => one([...WORDS, LONG.trim(), "", "  deeper"]));
    const [first = "", ...rest] = lines;
    return `${header}\n${[first.trim() || "x", ...rest].map((line) => (line === "" ? "" : `${margin}${line}`)).join("\n")}`;
  };

  /** What follows a colon or dash, up to its line end. `margin`: of the lines below. */
  const value = (path: Path, depth: number, margin: string): string => {
    const anchor = rarely() && anchors.length < 3 ? `&k${anchors.length}` : "";
    const finish = (text: string) => {
      if (anchor !== "") anchors.push(anchor.slice(1));
      return `${anchor === "" ? "" : ` ${anchor}`}${text}`;
    };
    const kind = dice(depth > 3 ? 6 : 9);
    if (kind === 0 && anchors.length > 0 && path.length > 4) return ` *${one(anchors)}${behind(path)}`;
    if (kind < 3) return finish(` ${scalar()}${behind(path)}`);
    if (kind === 3) return finish(` ${flow(path, 0, margin.slice(2))}${behind(path)}`);
    if (kind === 4) return finish(` ${blockScalar(margin, path)}`);
    if (kind === 5) return finish(` ${json(0)}${behind(path)}`);
    if (kind === 6) {
      const items = Array.from({ length: 1 + dice(3) }, (_, index) => {
        const below = [...path, index];
        return `${above(below, margin)}${margin}-${value(below, depth + 1, `${margin}  `)}`;
      });
      return finish(`${behind(path)}\n${items.join("\n")}`);
    }
    return finish(`${behind(path)}\n${map(path, depth + 1, margin)}`);
  };

  const map = (path: Path, depth: number, margin: string): string =>
    someKeys(1 + dice(4))
      .map((key) => {
        const below = [...path, key];
        const name = one([key, key, JSON.stringify(key)]);
        return `${above(below, margin)}${margin}${name}:${value(below, depth + 1, `${margin}  `)}`;
      })
      .join("\n");

  const board = ["workbooks", "a", "dashboard"];
  const widgets = ["one", "two", "three"].slice(0, 1 + dice(3)).map((id, index) => {
    const path = [...board, "widgets", index];
    const config = value([...path, "config"], 0, "            ");
    const isMap = /^(?: &\S+)?(?: #[^\n]*)?\n +(?!-|#)\S/.test(config) && !/^\s*[|>]/.test(config);
    const place = one(["[0, 0, 6, 4]", "{ x: 0, y: 0, w: 6, h: 4 }"]);
    return [
      `${above(path, "        ")}        - id: ${id}${behind([...path, "id"])}`,
      `          type: TEXT${behind([...path, "type"])}`,
      `${above([...path, "position"], "          ")}          position: ${place}${behind([...path, "position"])}`,
      `          config:${isMap ? config : ` { markdown: ${scalar()} }`}`,
    ].join("\n");
  });
  const text = [
    `${rarely() ? `${comment([])}\n` : ""}workbooks:`,
    `  a:${behind(["workbooks", "a"])}`,
    `${above(["workbooks", "a", "name"], "    ")}    name: ${quoted("Board")}${behind(["workbooks", "a", "name"])}`,
    `    meta:\n${map(["workbooks", "a", "meta"], 0, "      ")}`,
    `    dashboard:${behind(board)}`,
    `      kind: CLASSIC`,
    `      layout: { cols: { lg: 12 } }${behind([...board, "layout"])}`,
    `      widgets:${behind([...board, "widgets"])}`,
    ...widgets,
    `  b: { name: Other }${behind(["workbooks", "b"])}`,
    "",
  ].join("\n");
  // Comments of what was thrown away are not in the text.
  return {
    text: dice(4) === 0 ? text.replaceAll("\n", "\r\n") : text,
    comments: comments.filter((each) => text.includes(`${each.comment}\n`)),
  };
}
