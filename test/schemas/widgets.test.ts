// What is made from the table of widget types is what the table says: the schema that editors read, and the pages of docs/widgets/.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { widgetDefinitions, widgetPages } from "../../scripts/widgets.mjs";
import { type JsonObject, WIDGET_TYPES } from "../../src/model/index.ts";
import { readText } from "../support/documents.ts";
import { findings, ROOT, schemas, validator } from "./support.ts";

const pages = widgetPages(WIDGET_TYPES);

describe("the table of widget types", () => {
  it("is what the schema says: else `npm run widgets`, and commit", () => {
    expect(schemas.workbooks.$defs).toMatchObject(widgetDefinitions(WIDGET_TYPES) as JsonObject);
  });

  it.each(Object.keys(pages))("is what %s says: else `npm run widgets`, and commit", (path) => {
    expect(readText(path)).toBe(pages[path]);
  });

  it("has a page for each type, and there is no other page", () => {
    const there = readdirSync(new URL("docs/widgets/", ROOT)).map((name) => `docs/widgets/${name}`);
    expect(there.sort()).toEqual(Object.keys(pages).sort());
    expect(there).toHaveLength(WIDGET_TYPES.length + 1);
  });

  it("has a sentence of its own for each type and key", () => {
    const summaries = WIDGET_TYPES.map(({ summary }) => summary);
    expect(new Set(summaries).size).toBe(10);
    const texts = [...summaries, ...WIDGET_TYPES.flatMap(({ config }) => config.map(({ about }) => about))];
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
  });
});

describe.each(WIDGET_TYPES)("the page of $type", ({ type, config }) => {
  const page = Object.values(pages).find((text) => text.startsWith(`# ${type}\n`)) ?? "";
  const example = parse(/^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "") as JsonObject[];

  it("has an example that the schema accepts, with every key of the config as the table has it", () => {
    const file = { workbooks: { w: { dashboard: { widgets: example } } } };
    expect(findings(validator("workbooks"), file)).toEqual([]);
    const written = Object.fromEntries(config.map(({ name, example: value }) => [name, value]));
    expect(example[0]?.config ?? {}).toEqual(written);
  });
});
