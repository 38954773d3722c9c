// `with` next to `$include`: the values that an included file is given, held against what it names and declares.
import {
  type Diagnostic,
  didYouMean,
  isObject,
  type Json,
  type JsonObject,
  listKnown,
} from "../model/index.ts";
import { fits, kindOf } from "./declared.ts";
import { errorAt } from "./findings/diagnose.ts";
import { type Spot, spanOfSpot } from "./spot.ts";
import { type Included, sizeOf, spend, type Walk } from "./walk.ts";

/** The values of `with`, resolved where they are written; undefined if they cannot be used, which is a finding by then. Null is not given. */
export function readWith(
  walk: Walk,
  written: Json | undefined,
  resolveChild: (walk: Walk, key: string, value: Json) => Json,
): JsonObject | undefined {
  if (written == null) return {};
  const failures = walk.failed.length;
  const values = resolveChild(walk, "with", written);
  if (walk.failed.length > failures) return undefined;
  if (!isObject(values)) {
    const message = `\`with\` is a map of parameter to value, not ${kindOf(values)}.`;
    walk.diagnostics.push(errorAt(spanIn(walk, spotOf(walk, "with")), { rule: "include-invalid", message }));
    return undefined;
  }
  if (!spend(walk, "$include", sizeOf(values))) return undefined;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** What is wrong with the values for this file: each finding is at the includer, and names the place in the file. */
export function checkGiven(
  walk: Walk,
  { name: file }: { name: string },
  values: JsonObject,
  { declared, given }: Included,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const known = declared ? [...declared.keys()] : [...given.used, ...given.missing.keys()];
  const unknown = Object.keys(values).filter((name) =>
    declared ? !declared.has(name) : !given.used.has(name),
  );
  for (const name of unknown) {
    const message = `\`${file}\` ${declared ? "has no parameter" : "does not use the parameter"} \`${name}\`.${didYouMean(name, known)}`;
    const list =
      known.length > 0 ? `It takes ${listKnown(known)}.` : `No text in it is \`\${param.${name}}\`.`;
    found.push(
      errorAt(spanIn(walk, spotOf(walk, "with", name), "key"), {
        rule: "unused-parameter",
        message,
        help: list,
      }),
    );
  }
  for (const [name, { spot, type, byDefault }] of declared ?? []) {
    const value = values[name];
    const place = placeOf(walk, spot);
    if (value === undefined && byDefault === undefined)
      found.push(
        missing(walk, `\`${file}\` needs the parameter \`${name}\`, a ${type}: see ${place}.`, name),
      );
    else if (value !== undefined && !fits(value, type)) {
      const message = `The parameter \`${name}\` is ${kindOf(value)}, but ${place} declares it as ${type}.`;
      found.push(errorAt(spanIn(walk, spotOf(walk, "with", name)), { rule: "wrong-type", message }));
    }
    if (!given.used.has(name)) {
      const message = `The parameter \`${name}\` is declared but not used: no text is \`\${param.${name}}\`.`;
      found.push(errorAt(spanIn(walk, spot, "key"), { rule: "unused-parameter", message }));
    }
  }
  for (const [name, spot] of given.missing) {
    if (declared?.has(name)) continue;
    const place = placeOf(walk, spot);
    const message = declared
      ? `\`${file}\` uses \`\${param.${name}}\` at ${place}, but its \`params\` do not declare it.${didYouMean(name, known)}`
      : `\`${file}\` needs the parameter \`${name}\`: see ${place}.`;
    found.push(missing(walk, message, name));
  }
  return found;
}

/** A finding for a key that looks as if a parameter could be in it. A file that is given none may have any key. */
export function checkKey(walk: Walk, key: string): void {
  const name = /(?<!\$)\$\{param\.([^{}]*)\}/.exec(key)?.[1];
  if (name === undefined || !walk.given?.values.has(name)) return;
  const message = `Only values take parameters: \`\${param.${name}}\` in a key stays as it is.`;
  const help = "Let the includer write what differs in its keys, next to `$include`.";
  walk.diagnostics.push(
    errorAt(spanIn(walk, spotOf(walk, key), "key"), { rule: "ambiguous-key", message, help }),
  );
}

function missing(walk: Walk, message: string, name: string): Diagnostic {
  const help = `Give it: \`with: { ${name}: … }\` next to \`$include\`. For plain text the file says \`$\${param.${name}}\`.`;
  return errorAt(spanIn(walk, spotOf(walk, "$include")), { rule: "missing-parameter", message, help });
}

function spotOf({ file, doc, path }: Walk, ...below: string[]): Spot {
  return { file, doc, path: [...path, ...below] };
}

function spanIn({ resolver }: Walk, spot: Spot, part?: "key" | "value") {
  return spanOfSpot(resolver.files, spot, part);
}

function placeOf(walk: Walk, spot: Spot): string {
  const { file, line, column } = spanIn(walk, spot);
  return `${file}:${line}:${column}`;
}
