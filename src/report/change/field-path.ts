// Reads and writes the paths of a plan's fields, `dashboard.widgets[revenue].position.x`: the grammar that the planner
// writes. A bare word in brackets is a widget's id behind `dashboard.widgets`, and an array index anywhere else.

/** A key of an object, an index of an array, or the id of a widget. */
export type FieldStep = { key: string } | { index: number } | { widget: string };

const BARE_ID = /^[A-Za-z0-9_-]+$/;
const BARE_KEY = /^[A-Za-z0-9_$-]+$/;
const INDEX = /^(?:0|[1-9][0-9]{0,14})$/;

export function formatFieldPath(steps: readonly FieldStep[]): string {
  let text = "";
  for (const step of steps) {
    if ("index" in step) text += `[${step.index}]`;
    else if ("widget" in step) {
      text += `[${BARE_ID.test(step.widget) ? step.widget : JSON.stringify(step.widget)}]`;
    } else if (BARE_KEY.test(step.key)) text += text === "" ? step.key : `.${step.key}`;
    else text += `[${JSON.stringify(step.key)}]`;
  }
  return text;
}

/** The steps of a path. What does not follow the grammar is one key, whole: a path is always shown, never an error. */
export function parseFieldPath(path: string): FieldStep[] {
  const steps: FieldStep[] = [];
  let at = 0;
  while (at < path.length) {
    if (path[at] === "[") {
      const end = endOfBracket(path, at);
      const step = end > 0 ? bracketStep(path.slice(at + 1, end), isWidgetList(steps)) : undefined;
      if (!step) return [{ key: path }];
      steps.push(step);
      at = end + 1;
      continue;
    }
    if (path[at] === ".") at++;
    const end = endOfKey(path, at);
    const key = path.slice(at, end);
    if (!BARE_KEY.test(key)) return [{ key: path }];
    steps.push({ key });
    at = end;
  }
  return steps;
}

function isWidgetList(steps: readonly FieldStep[]): boolean {
  const [first, second, third] = steps;
  if (first === undefined || second === undefined || third !== undefined) return false;
  return "key" in first && first.key === "dashboard" && "key" in second && second.key === "widgets";
}

function bracketStep(inner: string, widget: boolean): FieldStep | undefined {
  if (inner.startsWith('"')) {
    const text = readString(inner);
    if (text === undefined) return undefined;
    return widget ? { widget: text } : { key: text };
  }
  if (widget) return BARE_ID.test(inner) ? { widget: inner } : undefined;
  return INDEX.test(inner) ? { index: Number(inner) } : undefined;
}

/** The place of the bracket that closes the one at `start`, brackets within a quoted string passed over; -1 for none. */
function endOfBracket(path: string, start: number): number {
  if (path[start + 1] !== '"') return path.indexOf("]", start);
  for (let at = start + 2; at < path.length; at++) {
    if (path[at] === "\\") at++;
    else if (path[at] === '"') return path[at + 1] === "]" ? at + 1 : -1;
  }
  return -1;
}

function endOfKey(path: string, start: number): number {
  let at = start;
  while (at < path.length && path[at] !== "." && path[at] !== "[") at++;
  return at;
}

function readString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
