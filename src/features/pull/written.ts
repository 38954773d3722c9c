// An entry as a new file spells it: shorthand positions, long texts in files of their own, `${` escaped.

import { cornersOf, isObject, isPosition, type Json, type JsonObject, mapValues } from "../../model/index.ts";
import { escapeAll, escapeText, type TextFiles } from "./texts.ts";

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
