// An entry as a new file spells it: shorthand positions, long texts in files of their own, `${` escaped.

import { isObject, type Json, type JsonObject } from "../model/index.ts";
import { escapeAll, escapeText, type TextFiles } from "./texts.ts";

export function writtenWorkbook(entry: JsonObject, texts: TextFiles): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      key === "dashboard" && isObject(value) ? writtenDashboard(value, texts) : escapeAll(value),
    ]),
  );
}

export function writtenReport(key: string, entry: JsonObject, texts: TextFiles): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [
      field,
      field === "sqlQuery" && typeof value === "string" ? texts.text(value, key, field) : escapeAll(value),
    ]),
  );
}

function writtenDashboard(dashboard: JsonObject, texts: TextFiles): JsonObject {
  return Object.fromEntries(
    Object.entries(dashboard).map(([key, value]) => {
      if (key === "widgets" && Array.isArray(value))
        return [key, value.map((item) => writtenWidget(item, texts))];
      return [key, key === "app" && isObject(value) ? writtenApp(value, texts) : escapeAll(value)];
    }),
  );
}

function writtenApp(app: JsonObject, texts: TextFiles): JsonObject {
  return Object.fromEntries(
    Object.entries(app).map(([key, value]) => {
      if (key === "files" && isObject(value)) return [key, texts.folder(value, "app")];
      return [
        key,
        key === "html" && typeof value === "string" ? texts.page(value, "app", key) : escapeAll(value),
      ];
    }),
  );
}

function writtenWidget(widget: Json, texts: TextFiles): Json {
  if (!isObject(widget)) return escapeAll(widget);
  const hint = String(widget.id);
  return Object.fromEntries(
    Object.entries(widget).map(([key, value]) => {
      if (key === "position") return [key, writtenPosition(value)];
      if (key === "responsiveLayouts" && isObject(value)) {
        const sizes = Object.entries(value).map(([size, position]) => [size, writtenPosition(position)]);
        return [key, Object.fromEntries(sizes) as JsonObject];
      }
      return [key, key === "config" ? writtenConfig(value, hint, "", texts) : escapeAll(value)];
    }),
  );
}

/** `[x, y, w, h]`, where it is just that. */
function writtenPosition(position: Json): Json {
  if (!isObject(position) || Object.keys(position).length !== 4) return escapeAll(position);
  const list = ["x", "y", "w", "h"].map((key) => position[key]);
  return list.every((number) => typeof number === "number") ? (list as number[]) : escapeAll(position);
}

/** A text right under the config is named after the widget, one further down after its key as well. */
function writtenConfig(value: Json, hint: string, key: string, texts: TextFiles): Json {
  if (typeof value === "string") return key === "" ? escapeText(value) : texts.text(value, hint, key);
  if (Array.isArray(value)) return value.map((item) => writtenConfig(item, hint, key, texts));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isMain = key === "" && ["markdown", "text", "html", "content"].includes(name);
      return [
        name,
        writtenConfig(item, typeof item !== "string" || isMain ? hint : `${hint}-${name}`, name, texts),
      ];
    }),
  );
}
