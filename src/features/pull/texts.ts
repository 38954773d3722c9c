// Which texts get a file of their own, and its name.

import { createNames, isFilePath, isFileText, safeName } from "../../edit/index.ts";
import { cornersOf, isObject, isPosition, type Json, type JsonObject, mapValues } from "../../model/index.ts";
import type { Placing } from "./place-new-files.ts";

/** A text of more lines, or of several lines and more characters, is better read and edited in a file of its own. */
const MOST_LINES = 6;
const MOST_CHARACTERS = 400;

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: ".html",
    css: ".css",
    sql: ".sql",
    sqlQuery: ".sql",
    js: ".js",
    javascript: ".js",
    markdown: ".md",
    text: ".md",
    content: ".md",
  }),
);

/** Where the texts of one workbook go. */
export interface TextFiles {
  /** Path relative to the project's folder → content. */
  files: Map<string, string>;
  /** `{ $file: … }` for a long text, else the text as a string of YAML. `hint` names it: `revenue`, `revenue-note`. */
  text(text: string, hint: string, key: string): Json;
  /** The same for an app's page, which is a file at any length. */
  page(text: string, hint: string, key: string): Json;
  /** An app's files: `{ $dir: … }` if the folder comes back as the same map. */
  folder(contents: JsonObject, name: string): Json;
}

/**
 * `folder`: where the texts go, relative to the project's folder; the file that names them is next to it. A text whose file
 * `include` would choose stays in place: its file would be read as a workbook file.
 */
export function createTextFiles(
  folder: string,
  { isThere, isIncluded }: Pick<Placing, "isThere" | "isIncluded">,
): TextFiles {
  const files = new Map<string, string>();
  const beside = folder.slice(folder.lastIndexOf("/") + 1);
  const nameFor = createNames((name) => isThere(`${folder}/${name}`));
  const put = (text: string, hint: string, key: string): Json => {
    const name = nameFor(safeName(hint), ENDINGS.get(key) ?? ".txt");
    if (isIncluded(`${folder}/${name}`)) return escapeText(text);
    files.set(`${folder}/${name}`, text);
    return { $file: `./${beside}/${name}` };
  };
  const page = (text: string, hint: string, key: string): Json =>
    isFileText(text) && text.includes("\n") ? put(text, hint, key) : escapeText(text);
  return {
    files,
    page,
    text: (text, hint, key) => (isLong(text) ? page(text, hint, key) : escapeText(text)),
    folder(contents, wanted) {
      const paths = Object.keys(contents);
      const folded = new Set(paths.map((path) => path.toLowerCase()));
      const isWhole =
        paths.length > 0 &&
        folded.size === paths.length &&
        paths.every((path) => !isBelowFile(path, folded) && isFileText(contents[path]));
      const name = nameFor(wanted);
      const fits = (path: string) => {
        const file = `${folder}/${name}/${path}`;
        return isFilePath(path) && !isThere(file) && !isIncluded(file);
      };
      const put = (path: string) => {
        files.set(`${folder}/${name}/${path}`, contents[path] as string);
        return { $file: `./${beside}/${name}/${path}` };
      };
      if (!isWhole || !paths.every(fits)) {
        const isOwn = (path: string) =>
          folded.size === paths.length && fits(path) && !isBelowFile(path, folded);
        return mapValues(contents, (text, path) =>
          isOwn(path) && isFileText(text) ? put(path) : escapeAll(text),
        );
      }
      paths.forEach(put);
      return { $dir: `./${beside}/${name}` };
    },
  };
}

/** In a file `${` begins a variable (contract 2). */
export function escapeText(text: string): string {
  // A function, because in a replacement text `$$` stands for one dollar.
  return text.replaceAll("${", () => "$${");
}

export function escapeAll(value: Json): Json {
  if (typeof value === "string") return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (!isObject(value)) return value;
  return mapValues(value, escapeAll);
}

function isLong(text: string): boolean {
  return text.includes("\n") && (text.length > MOST_CHARACTERS || text.split("\n").length - 1 > MOST_LINES);
}

/** Whether a part of the path is a file itself. */
function isBelowFile(path: string, files: ReadonlySet<string>): boolean {
  const steps = path.toLowerCase().split("/");
  return steps.some((_, depth) => depth > 0 && files.has(steps.slice(0, depth).join("/")));
}

// An entry as a new file spells it: shorthand positions, long texts in files of their own, `${` escaped.

export function writtenWorkbook(entry: JsonObject, texts: TextFiles): JsonObject {
  return mapValues(entry, (value, key) =>
    key === "dashboard" && isObject(value) ? writtenDashboard(value, texts) : escapeAll(value),
  );
}

export function writtenReport(key: string, entry: JsonObject, texts: TextFiles): JsonObject {
  return mapValues(entry, (value, field) =>
    field === "sqlQuery" && typeof value === "string" ? texts.text(value, key, field) : escapeAll(value),
  );
}

function writtenDashboard(dashboard: JsonObject, texts: TextFiles): JsonObject {
  return mapValues(dashboard, (value, key) => {
    if (key === "widgets" && Array.isArray(value)) return value.map((item) => writtenWidget(item, texts));
    return key === "app" && isObject(value) ? writtenApp(value, texts) : escapeAll(value);
  });
}

function writtenApp(app: JsonObject, texts: TextFiles): JsonObject {
  return mapValues(app, (value, key) => {
    if (key === "files" && isObject(value)) return texts.folder(value, "app");
    return key === "html" && typeof value === "string" ? texts.page(value, "app", key) : escapeAll(value);
  });
}

function writtenWidget(widget: Json, texts: TextFiles): Json {
  if (!isObject(widget)) return escapeAll(widget);
  const hint = String(widget.id);
  return mapValues(widget, (value, key) => {
    if (key === "position") return writtenPosition(value);
    if (key === "responsiveLayouts" && isObject(value)) return mapValues(value, writtenPosition);
    return key === "config" ? writtenConfig(value, { hint, key: "", texts }) : escapeAll(value);
  });
}

/** `[x, y, w, h]`, if it is just that. */
function writtenPosition(position: Json): Json {
  return isPosition(position) ? cornersOf(position) : escapeAll(position);
}

/** A text directly in the config is named after the widget, one further down after its key as well. */
function writtenConfig(value: Json, place: { hint: string; key: string; texts: TextFiles }): Json {
  const { hint, key, texts } = place;
  if (typeof value === "string") return key === "" ? escapeText(value) : texts.text(value, hint, key);
  if (Array.isArray(value)) return value.map((item) => writtenConfig(item, place));
  if (!isObject(value)) return value;
  return mapValues(value, (item, name) => {
    const isMain = key === "" && ["markdown", "text", "html", "content"].includes(name);
    const named = typeof item !== "string" || isMain ? hint : `${hint}-${name}`;
    return writtenConfig(item, { hint: named, key: name, texts });
  });
}
