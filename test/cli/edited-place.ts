// An applied project in a folder of its own, whose files and live state a test edits as people do.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright, type Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const FILE = "dashboards/all.yaml";

export interface Widget {
  id: string;
  config: Record<string, unknown>;
}

interface Board {
  name: string;
  dashboard: { title: string; widgets: Widget[] };
}

/** A workbook with a chart for each title, `a`, `b` and so on. */
export function boardOf(name: string, ...titles: string[]): Board {
  const widgets = titles.map((title, index) => ({
    id: String.fromCharCode(97 + index),
    type: "CHART",
    position: { x: index * 3, y: 0, w: 3, h: 4 },
    config: { title },
  }));
  return { name, dashboard: { title: name, widgets } };
}

export interface EditedPlace {
  cwd: string;
  env: Record<string, string>;
  sandbox: Awaited<ReturnType<typeof createSandbox>>;
  run(...args: string[]): Promise<Ran>;
  /** What the command prints as JSON, whatever its exit code. */
  json<T>(...args: string[]): Promise<T>;
  /** Edits the file. */
  inGit(edit: (workbooks: Record<string, Board>, reports: Record<string, object>) => void): void;
  /** Edits the draft of a live workbook in the UI. */
  inUi(slug: string, edit: (widgets: Widget[]) => void): void;
  rename(slug: string, to: string): void;
  /** Deletes a live workbook in the UI. */
  remove(slug: string): Promise<void>;
  file(): string;
  /** The names of runs, newest first. */
  runs(): Promise<string[]>;
  /** As in a fresh checkout: no records of runs. */
  forget(): void;
}

export async function openEdited(
  workbooks: Record<string, Board>,
  options: SandboxOptions = {},
  reports: Record<string, object> = {},
): Promise<EditedPlace> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  const declared = structuredClone({ workbooks, reports });
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, [FILE]: stringify(declared) });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const json = async <T>(...args: string[]) => JSON.parse((await run(...args, "--json")).stdout) as T;
  const applied = await run("apply", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  return {
    cwd,
    env,
    sandbox,
    run,
    json,
    inGit(edit) {
      edit(declared.workbooks, declared.reports);
      writeFileSync(join(cwd, FILE), stringify(declared));
    },
    inUi(slug, edit) {
      sandbox.edit(slug, ({ dashboardDraft }) => {
        edit((dashboardDraft as unknown as { widgets: Widget[] }).widgets);
      });
    },
    rename(slug, to) {
      sandbox.edit(slug, (workbook) => {
        workbook.slug = to;
      });
    },
    async remove(slug) {
      const path = `${sandbox.url}/api/v1/deployments/1/workbooks/${sandbox.workbook(slug)?.id}`;
      const headers = { authorization: `Bearer ${sandbox.apiKey}` };
      expect((await fetch(path, { method: "DELETE", headers })).status).toBe(200);
    },
    file: () => readFileSync(join(cwd, FILE), "utf8"),
    runs: async () => {
      const { runs } = await json<{ runs: { run: string }[] }>("rollback");
      return runs.map(({ run }) => run);
    },
    forget: () => rmSync(join(cwd, ".boardwright"), { recursive: true }),
  };
}

/** The first item that a list of widgets has under this id. */
export function widget(widgets: Widget[], id: string): Widget {
  const found = widgets.find((each) => each.id === id);
  if (!found) throw new Error(`there is no widget ${id}`);
  return found;
}
