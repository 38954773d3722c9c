// Writes the project that is measured: dashboards as people keep them in files. The same number gives the same text, always.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { dice } from "./dice.mjs";

const SUBJECTS = [
  "orders",
  "invoices",
  "shipments",
  "tickets",
  "subscriptions",
  "suppliers",
  "sessions",
  "returns",
];
const MEASURES = ["count", "net_revenue", "gross_margin", "average_value", "open_amount", "days_to_close"];
const DIMENSIONS = [
  "region",
  "channel",
  "country",
  "industry",
  "owner",
  "product_line",
  "created_at",
  "status",
];
const TEAMS = ["Finance", "Operations", "Sales", "Support", "Supply"];
const WIDGETS = 26;
const FILTERS = 6;

/**
 * A project of `count` files of about 14 KB and 26 widgets each, and what they share. Replaces what is there. `edition`: one text of
 * each dashboard differs from edition to edition.
 */
export function writeProject(folder, count, edition = 1) {
  rmSync(folder, { recursive: true, force: true });
  for (const team of TEAMS) mkdirSync(join(folder, "dashboards", team.toLowerCase()), { recursive: true });
  writeProjectFile(folder);
  writeFileSync(
    join(folder, "theme.yaml"),
    'primaryColor: "#1d4ed8"\nwidgets: { padding: 8, border: { radius: 6 } }\n',
  );
  for (let number = 0; number < count; number++) {
    const team = TEAMS[number % TEAMS.length];
    const { slug, text } = workbookFile(number, team, edition);
    writeFileSync(join(folder, "dashboards", team.toLowerCase(), `${slug}.yaml`), text);
  }
}

/** `ids`: of the deployments of a fleet; without them there is one target. */
export function writeProjectFile(folder, ids = []) {
  const fleet = ids.map((id) => `  t-${id}: { like: local, deployment: ${id} }\n`).join("");
  const text = `version: 1
project: bench
include: ["dashboards/**/*.yaml"]
targets:
  local: { url: "http://127.0.0.1:1", deployment: 1 } # where it is, is told by the environment
${fleet}apply: { concurrency: 8, limits: { change: 100%, delete: 100% } }
`;
  writeFileSync(join(folder, "boardwright.yaml"), text);
}

function workbookFile(number, team, edition) {
  const roll = dice(number);
  const subject = roll.pick(SUBJECTS);
  const by = roll.pick(DIMENSIONS);
  const slug = `${subject}-by-${by.replaceAll("_", "-")}-${number}`;
  const title = `${capital(subject)} by ${words(by)}, ${2020 + (number % 7)}`;
  // One in ten keeps its positions apart, one in ten shares a theme, one in four is not ASCII; the rest is plain.
  const apart = number % 10 === 3;
  const theme = number % 10 === 7 ? "      theme: { $include: ../../theme.yaml }\n" : "";
  const quote = number % 4 === 1 ? ["“", "”"] : ["'", "'"];
  const positions = [];
  const widgets = Array.from({ length: WIDGETS }, (_, index) => {
    const widget = index < FILTERS ? filter(roll, subject, index) : content(roll, subject, index, quote);
    const { x, y, w, h } = place(index);
    positions.push(`      ${widget.id}: [${x}, ${y}, ${w}, ${h}]\n`);
    const position = apart ? "" : `          position: { x: ${x}, y: ${y}, w: ${w}, h: ${h} }\n`;
    return `        - id: ${widget.id}\n          type: ${widget.type}\n${position}${widget.rest}`;
  });
  const layouts = apart ? `\nlayouts:\n  ${slug}:\n    default:\n${positions.join("")}` : "";
  const text = `# yaml-language-server: $schema=../../../../schemas/workbooks.schema.json
workbooks:
  ${slug}:
    name: "${title}"
    folder: ${team}/${capital(subject)}
    meta: { team: ${team.toLowerCase()}, reviewed: ${roll.pick(["yes, in May", "no"])} }
    dashboard:
      kind: CLASSIC
      title: "${title}"
      description: Figures of ${subject} as of last night, edition ${edition}. Ask the ${team} team before you share them.
      layout:
        cols: { lg: 24, md: 24, sm: 12, xs: 6, xxs: 2 }
        breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 }
        rowHeight: 40
        margin: [8, 8]
${theme}      widgets:
${widgets.join("")}${layouts}`;
  return { slug, text };
}

/**
 * A deployment that nobody has in Git, as a seed of the embedded platform: the same dashboards, and reports that belong to them.
 * Gives the file, and what it holds in words.
 */
export function writeSeed(file, workbooks, reports) {
  const folder = { id: 1, name: "Shared" };
  const all = Array.from({ length: workbooks }, (_, number) => {
    const { slug, text } = workbookFile(number, TEAMS[number % TEAMS.length], 1);
    const { name, meta, dashboard } = load(text).workbooks[slug];
    delete dashboard.theme;
    return { id: 10 + number, slug, name, folderId: folder.id, meta, dashboardDraft: dashboard };
  });
  const charts = Array.from({ length: reports }, (_, number) => {
    const roll = dice(number);
    const subject = roll.pick(SUBJECTS);
    const jsonQuery = JSON.stringify({
      measures: [`${subject}.${roll.pick(MEASURES)}`],
      dimensions: [`${subject}.${roll.pick(DIMENSIONS)}`],
      limit: 100 + roll.below(900),
    });
    const name = `${capital(subject)} ${number}`;
    return { publicId: `r${number}`, name, title: name, workbookId: 10 + (number % workbooks), jsonQuery };
  });
  writeFileSync(file, JSON.stringify({ folders: [folder], workbooks: all, reports: charts }));
  return {
    seed: file,
    name: `${workbooks.toLocaleString("en")} workbooks and ${reports.toLocaleString("en")} reports`,
  };
}

/** Filters in one row, then rows of two. */
function place(index) {
  if (index < FILTERS) return { x: index * 4, y: 0, w: 4, h: 2 };
  const at = index - FILTERS;
  return { x: (at % 2) * 12, y: 2 + (at >> 1) * 6, w: 12, h: 6 };
}

function filter(roll, subject, index) {
  const dimension = DIMENSIONS[index];
  return {
    id: `filter-${dimension.replaceAll("_", "-")}`,
    type: "FILTER",
    rest: `          config:
            title: ${capital(words(dimension))}
            member: ${subject}.${dimension}
            multiple: ${roll.pick(["true", "false"])}
            required: false
            defaultValue: ${roll.pick(["this year to second", "last 12 months", "[EMEA, Americas]", "~"])}
`,
  };
}

function content(roll, subject, index, quote) {
  return index % 9 === 8 ? note(roll, subject, index, quote) : chart(roll, subject, index);
}

function note(roll, subject, index, [open, close]) {
  return {
    id: `note-${index}`,
    type: "TEXT",
    rest: `          config:
            markdown: |
              ## How to read this

              Figures **before** refunds; see the row of ${subject} ${open}as booked${close} for the rest.
              - ${capital(words(roll.pick(MEASURES)))} is in thousands of euros
              - the dashed line is the same month a year ago
          style: { padding: 12 }
`,
  };
}

function chart(roll, subject, index) {
  const measure = roll.pick(MEASURES);
  const dimension = roll.pick(DIMENSIONS);
  const controls = DIMENSIONS.slice(0, FILTERS - 1).map(
    (name) => `              filter-${name.replaceAll("_", "-")}: ${subject}.${name}\n`,
  );
  return {
    id: `${measure.replaceAll("_", "-")}-${index}`,
    type: "CHART",
    rest: `          config:
            reportId: ${5000 + roll.below(900)}
            title: ${capital(words(measure))} by ${words(dimension)}
            note: >-
              All ${subject} that are neither cancelled nor internal,
              by ${words(dimension)}.
            controls:
${controls.join("")}          style: { border: { radius: ${roll.below(9)}, color: "#e5e7eb" } }
`,
  };
}

function words(name) {
  return name.replaceAll("_", " ");
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
