// A project in which things are renamed: two targets, and a dashboard of one chart.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
defaultTarget: local
targets:
  local: { url: "sandbox:s.json", deployment: 1 }
  prod: { url: https://acme.example.com, deployment: 12 }
`;

/** The workbook `one` as the text of its file, with its chart's config on line 7. */
export const chart = (config: string) => `workbooks:
  one:
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 } }
      widgets:
        - { id: a, type: CHART, position: [0, 0, 6, 4], config: ${config} }
`;

export const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

/** The folder of a project with these files. */
export const renamingPlace = (files: Record<string, string>) =>
  tempFolder({ "boardwright.yaml": PROJECT, ...files });
