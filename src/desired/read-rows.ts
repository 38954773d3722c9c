// The rows of a template: what its `each` holds, and the key that each row gives (contract 15).
import { type Diagnostic, isObject, type Json, normalizeSlug, ownValue, type Path } from "../model/index.ts";
import { addAll, errorAt, type Finding } from "./diagnose.ts";
import { TEMPLATE_MARK } from "./overrides.ts";
import { placeInTable } from "./read-included.ts";
import { resolveDocument } from "./resolve.ts";
import { findingAt, locateSpot, type Spot } from "./spot.ts";
import { expandText } from "./variables.ts";
import type { Resolver, Row, RowFinding, TableLine } from "./walk.ts";
import { UNSAFE_KEY } from "./yaml/tree.ts";

/** Rows of one template: more of them are no list that somebody wrote. */
const MOST_ROWS = 5_000;

export interface Template {
  section: string;
  key: string;
  entry: Json;
}

/** What is wrong with the rows so far. */
export interface Reading {
  diagnostics: Diagnostic[];
  failed: Path[];
}

/** The rows of a template; none, with a finding, if they cannot be used. */
export function readRows(resolver: Resolver, spot: Spot, { key, entry }: Template, reading: Reading): Row[] {
  const say = (at: Spot, finding: Finding & { part?: "key" | "value" }) => {
    reading.diagnostics.push(findingAt(resolver, at, finding));
    // What the file declares is not known.
    reading.failed.push([]);
    return [];
  };
  const help = "`each: [{ key: north }, { key: south }]`, or `each: { $include: ./regions.yaml }`.";
  if (!key.includes(TEMPLATE_MARK)) {
    const message = `\`each\` needs \`\${row.key}\` in the key \`${key}\`: else all rows would be one.`;
    return say(below(spot, "each"), {
      rule: "unknown-field",
      message,
      part: "key",
      help: `Call it \`${key}-\${row.key}\`.`,
    });
  }
  if (!isObject(entry) || entry.each == null) {
    const message = `\`${key}\` needs \`each\`, its rows.`;
    return say(spot, { rule: "missing-field", message, part: "key", help });
  }
  const at = { file: spot.file, doc: spot.doc as number, path: [...spot.path, "each"] };
  const { value, diagnostics, failed } = resolveDocument(resolver, {
    ...at,
    value: structuredClone(entry.each),
  });
  addAll(reading.diagnostics, diagnostics);
  if (failed.length > 0) {
    reading.failed.push([]);
    return [];
  }
  if (!Array.isArray(value))
    return say(below(spot, "each"), { rule: "wrong-type", message: "`each` is a list of rows.", help });
  if (value.length === 0) {
    const message = `\`${key}\` has no rows, so that it declares nothing, and what it declared is an orphan.`;
    const help = "Is it the right file? If all of it is to go, take the template out.";
    return say(below(spot, "each"), { rule: "missing-field", message, help });
  }
  if (value.length > MOST_ROWS) {
    const message = `\`each\` has ${value.length} rows; at most ${MOST_ROWS} are read.`;
    return say(below(spot, "each"), {
      rule: "wrong-type",
      message,
      help: "Is it the right file? Else split it.",
    });
  }
  const known = new Map<string, Row>();
  const rows: Row[] = [];
  for (const [index, values] of value.entries()) {
    const place = below(spot, "each", index);
    const own = isObject(values) ? ownValue(values, "key") : undefined;
    if (!isObject(values) || own == null || typeof own === "object") {
      const line = isObject(values) ? placeInTable(values) : undefined;
      const where = line ? `, at ${placeOfLine(line)},` : "";
      const message = `Row ${index + 1} of \`${key}\`${where} needs a \`key\`, a text.`;
      say(place, { rule: "missing-field", message });
      continue;
    }
    const name = String(own);
    const first = known.get(name);
    if (first) {
      const twice = placeInTable(values);
      const where = twice ? `, at ${placeOfLine(twice)}` : "";
      const message = `The row \`${name}\` of \`${key}\` is there twice${where}; first at ${first.place()}.`;
      say(below(place, "key"), { rule: "duplicate-key", message });
      continue;
    }
    const table = placeInTable(values);
    const row: Row = {
      name,
      values,
      spot: place,
      table,
      place: () => (table ? placeOfLine(table) : placeOf(resolver, place)),
    };
    known.set(name, row);
    rows.push(row);
  }
  return rows;
}

export function keyOf(
  resolver: Resolver,
  { template, row, spot }: { template: Template; row: Row; spot: Spot },
  found: RowFinding[],
): string | undefined {
  const problems: Finding[] = [];
  const key = expandText(
    template.key,
    {
      ...resolver.variables,
      local: ({ name }) => {
        const value = ownValue(row.values, name);
        if (value != null && typeof value !== "object") return { value };
        problems.push({
          rule: "missing-parameter",
          message: `The key needs a text in \`${name}\` of each row.`,
        });
        return undefined;
      },
    },
    [],
  );
  if (normalizeSlug(key) === "__proto__") problems.push({ rule: "unsafe-key", message: UNSAFE_KEY });
  if (problems.length === 0) return key;
  const at = locateSpot(resolver, spot, "key");
  for (const problem of problems) found.push({ row, one: errorAt(at, problem) });
  return undefined;
}

function placeOfLine({ file, line }: TableLine): string {
  return `${file}:${line}:1`;
}

export function below(spot: Spot, ...path: (string | number)[]): Spot {
  return { ...spot, path: [...spot.path, ...path] };
}

export function placeOf(resolver: Resolver, spot: Spot, part?: "key"): string {
  const { file, line, column } = locateSpot(resolver, spot, part);
  return `${file}:${line}:${column}`;
}
