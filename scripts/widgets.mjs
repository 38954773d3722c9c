// Writes what is made from the table of widget types (src/model/widget-types.ts): the definitions of schemas/workbooks.schema.json that
// editors complete and explain a widget with, and the pages of docs/widgets/. `npm run widgets`; a test fails while they are stale.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { tsImport } from "tsx/esm/api";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const SCHEMA = "schemas/workbooks.schema.json";

/** The definitions of the workbooks schema that come from the table, by name. */
export function widgetDefinitions(types) {
  return {
    widgetType: {
      title: "Type",
      description: "What the widget is. Tabs are a CONTAINER with `config.layout: tabs`.",
      enum: types.map(({ type }) => type),
      enumDescriptions: types.map(({ summary }) => summary),
      markdownEnumDescriptions: types.map(({ summary }) => summary),
    },
    configByType: {
      description:
        "The config of a widget, by its type. Editors show the first text that they find, so `config` itself has none.",
      allOf: [...types.map(configOf), WITHOUT_TYPE],
    },
    configPatch: {
      title: "Config override",
      description: "What differs in the config. Null removes a key.",
      type: ["object", "null"],
      properties: {
        $include: {
          $ref: "#/$defs/path",
          description: "Puts the config of another YAML file in place; keys beside it merge over it.",
        },
        ...Object.fromEntries(types.flatMap(({ config }) => config.map(describeKey))),
      },
    },
  };
}

const WITHOUT_TYPE = {
  // Of a widget that is only a dash yet, too.
  if: { not: { type: "object", required: ["type"] } },
  // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema.
  then: configThat(
    "What the widget shows. Its keys depend on the type, and any key is allowed. `{ $report: key }` stands for the number of a report, `{ $file: path }` for a text.",
  ),
};

function configOf({ type, summary, notes, config }) {
  const properties = Object.fromEntries(config.map(describeKey));
  return {
    // Without `type: object` it would be true of what is not written yet.
    if: { type: "object", required: ["type"], properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema.
    then: configThat([summary, ...notes].join(" "), config.length > 0 ? { properties } : {}),
  };
}

function configThat(description, more = {}) {
  return {
    properties: {
      config: {
        title: "Config",
        description,
        markdownDescription: description,
        type: ["object", "null"],
        ...more,
      },
    },
  };
}

/** A scalar is an example. A map or a list is a snippet, because an editor would offer it as `[object Object]`. */
function describeKey({ name, about, example }) {
  if (typeof example !== "object") return [name, { description: about, examples: [example] }];
  const shown = flow(example);
  return [
    name,
    {
      description: about,
      markdownDescription: `${about}\n\n\`\`\`yaml\n${name}: ${shown}\n\`\`\``,
      defaultSnippets: [{ label: shown, body: `^${shown.replace(/[$}\\]/g, "\\$&")}` }],
    },
  ];
}

/** The pages, by their paths from the root. */
export function widgetPages(types) {
  const rows = types.map(({ type, summary }) => `| [${type}](${fileOf(type)}) | ${summary} |`);
  const index = `# Widgets

Written by \`npm run widgets\` from the table that editors get their texts from (\`src/model/widget-types.ts\`).

The platform documents a widget's \`config\` as an open object: any key is allowed and sent as it is. These pages say which keys are
known of each type. A misspelt one is found by the rule [rare-config-key](../rules/rare-config-key.md).

| type | what it is |
|---|---|
${rows.join("\n")}
`;
  const pages = types.map((each) => [`docs/widgets/${fileOf(each.type)}`, pageOf(each)]);
  return { "docs/widgets/README.md": index, ...Object.fromEntries(pages) };
}

const fileOf = (type) => `${type.toLowerCase().replaceAll("_", "-")}.md`;

function pageOf({ type, summary, notes, config }) {
  const keys = config.map(
    ({ name, about, example }) => `| \`${name}\` | ${about} | \`${flow(example).replaceAll("|", "\\|")}\` |`,
  );
  const table = ["| key | what it is | example |", "|---|---|---|", ...keys].join("\n");
  return `${[
    `# ${type}`,
    summary,
    ...(notes.length > 0 ? [notes.join(" ")] : []),
    "## Example",
    `\`\`\`yaml\n${exampleOf(type, config)}\n\`\`\``,
    "## Config",
    config.length > 0 ? table : "No key of its config is known.",
    "[All types of widgets](README.md)",
  ].join("\n\n")}\n`;
}

/** One widget, as an entry of `widgets`. */
function exampleOf(type, config) {
  const lines = [
    `- id: my-${type.toLowerCase().replaceAll("_", "-")}`,
    `  type: ${type}`,
    "  position: [0, 0, 6, 4]",
  ];
  if (config.length > 0) lines.push("  config:");
  for (const { name, example } of config) lines.push(`    ${name}: ${flow(example)}`);
  return lines.join("\n");
}

/** YAML on one line. The table's texts need no quotes but where they hold a comma or a bracket. */
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value === "object")
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${key}: ${flow(item)}`)
      .join(", ")} }`;
  return typeof value === "string" && /[,:[\]{}#?]/.test(value) ? JSON.stringify(value) : String(value);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { WIDGET_TYPES } = await tsImport("../src/model/widget-types.ts", import.meta.url);
  const schema = JSON.parse(readFileSync(join(ROOT, SCHEMA), "utf8"));
  Object.assign(schema.$defs, widgetDefinitions(WIDGET_TYPES));
  mkdirSync(join(ROOT, "docs/widgets"), { recursive: true });
  const laidOut = await format(JSON.stringify(schema, null, 2), { parser: "json", printWidth: 110 });
  const texts = { [SCHEMA]: laidOut, ...widgetPages(WIDGET_TYPES) };
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(ROOT, path), text);
}
