// A guide as something that can be run: its console blocks are commands with what they print, its diffs and files are edits,
// and invisible comments `<!-- test: … -->` are what happens elsewhere, as an edit in the UI.

export type Step =
  | { kind: "command"; line: number; command: string; output: string[]; exit: number }
  | { kind: "diff"; line: number; text: string }
  | { kind: "file"; line: number; path: string; text: string }
  | { kind: "hidden"; line: number; what: string };

const STEP = /^<!-- test: (.+) -->$|^```(\w+)$/;

/** The steps in order. A file's block stands right after `<!-- test: write PATH -->`. A command that ends with ` # exit N` exits with N. */
export function stepsOf(markdown: string): Step[] {
  const lines = markdown.split("\n");
  const steps: Step[] = [];
  let path: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const [, what, language] = STEP.exec(lines[at] ?? "") ?? [];
    const line = at + 1;
    if (what !== undefined) {
      path = /^write (\S+)$/.exec(what)?.[1];
      if (path === undefined) steps.push({ kind: "hidden", line, what });
    } else if (language !== undefined) {
      const end = lines.indexOf("```", at + 1);
      const body = lines.slice(at + 1, end);
      if (language === "console") steps.push(...commandsIn(body, line + 1));
      else if (language === "diff") steps.push({ kind: "diff", line, text: `${body.join("\n")}\n` });
      else if (path !== undefined) steps.push({ kind: "file", line, path, text: `${body.join("\n")}\n` });
      path = undefined;
      at = end;
    }
  }
  return steps;
}

function commandsIn(body: readonly string[], first: number): Step[] {
  const steps: (Step & { kind: "command" })[] = [];
  body.forEach((text, index) => {
    if (!text.startsWith("$ ")) {
      steps.at(-1)?.output.push(text);
      return;
    }
    const [, command = "", exit = "0"] = /^\$ (.*?)(?: +# exit (\d+).*)?$/.exec(text) ?? [];
    steps.push({ kind: "command", line: first + index, command, output: [], exit: Number(exit) });
  });
  return steps;
}

// What is another in every run: runs, commits, moments, durations. Those that name something name the same thing each time.
const RUN = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d+)?`;
const MOMENT = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC|(?<=Date: ).+|\d+\.\d s\b`;
const COMMIT = String.raw`\b[0-9a-f]{7}\b|\b[0-9a-f]{9}\b|\b[0-9a-f]{40}\b`;
const LOGIN = String.raw`\b[A-Z0-9]{4}-[A-Z0-9]{4}\b`;
const VOLATILE = new RegExp([RUN, MOMENT, COMMIT, LOGIN].join("|"), "g");
const IS_MOMENT = new RegExp(`^(?:${MOMENT}|\\w{3} \\w{3} .+)$`);

/** What a guide names and what the run named so. */
export class Names {
  readonly #actual = new Map<string, string>();
  readonly #told = new Map<string, string>();

  /** A command of the guide with the names of this run. */
  asRun(command: string): string {
    return command.replace(VOLATILE, (name) => this.#actual.get(name) ?? name);
  }

  /** What was printed with the guide's names. What is named for the first time is learned from the text told, in order. */
  asTold(printed: string, told: string): string {
    const names = told.match(VOLATILE) ?? [];
    let at = 0;
    return printed.replace(VOLATILE, (actual) => {
      const name = names[at++] ?? actual;
      if (IS_MOMENT.test(name) && IS_MOMENT.test(actual)) return name;
      const known = this.#told.get(actual);
      if (known !== undefined) return known;
      if (this.#actual.has(name)) return actual;
      this.#actual.set(name, actual);
      this.#told.set(actual, name);
      return name;
    });
  }
}

/** A longer host takes room from the gap behind it, so that columns stay where they are. */
export function withHost(printed: string, actual: string, told: string): string {
  const grown = told.length - actual.length;
  return printed
    .split("\n")
    .map((line) => {
      if (!line.includes(actual)) return line;
      const renamed = line.replaceAll(`http://${actual}`, `https://${told}`).replaceAll(actual, told);
      return grown > 0
        ? renamed.replace(new RegExp(` {${grown}}( {2,})`), "$1")
        : renamed.replace(/ {3,}/, (gap) => gap + " ".repeat(-grown));
    })
    .join("\n");
}

/** The guide with what the commands really printed: line of the command → output. */
export function withOutputs(markdown: string, outputs: ReadonlyMap<number, readonly string[]>): string {
  const lines = markdown.split("\n");
  const steps = stepsOf(markdown).filter((step) => step.kind === "command");
  for (const { line, output } of steps.reverse()) {
    const printed = outputs.get(line);
    if (printed) lines.splice(line, output.length, ...printed);
  }
  return lines.join("\n");
}
