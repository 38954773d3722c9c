// A project with a platform of its own, on which the real commands run in this process: apply, plan, rollback.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { type ApplyFlags, command as apply } from "../../src/cli/commands/apply.ts";
import { command as plan } from "../../src/cli/commands/plan.ts";
import { command as rollback } from "../../src/cli/commands/rollback.ts";
import type { PlanFlags } from "../../src/cli/plan-target.ts";
import { reportFailure } from "../../src/cli/report-failure.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import type { ApplySummary, ExitCode, JsonObject, Plan, RunRecord } from "../../src/model/index.ts";
import { connect, type WireReport } from "../../src/platform/index.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";

export interface Ran {
  code: ExitCode;
  out: string;
  err: string;
}

export interface Place {
  sandbox: Sandbox;
  cwd: string;
  env: Record<string, string>;
  declare(files: object): void;
  /** `meanwhile` happens between the plan and the first write. */
  apply(flags?: ApplyFlags, meanwhile?: () => void): Promise<Ran>;
  rollback(run?: string, flags?: ApplyFlags): Promise<Ran>;
  plan(flags?: PlanFlags): Promise<Plan>;
  /** What `plan` prints. */
  planText(flags?: PlanFlags): Promise<string>;
  /** What a rollback of the run would do: `update a`, with its hazards behind. */
  wouldDo(run: string): Promise<string[]>;
  /** Names of the recorded runs, oldest first. */
  runs(): string[];
  record(run: string): RunRecord;
  /** What the platform holds of these workbooks and of all reports, without what it counts and we stamp. */
  state(...slugs: string[]): Promise<unknown>;
  writes(): string[];
}

export async function openPlace(
  files: object,
  options: SandboxOptions = {},
  { settings = "", project = PROJECT }: { settings?: string; project?: string } = {},
): Promise<Place> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({ "boardwright.yaml": project + settings, "dashboards/all.yaml": stringify(files) });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const reader = connect({ url: sandbox.url, token: sandbox.apiKey, scheme: "bearer" });
  onTestFinished(() => reader.close());
  const inside = async (args: string[], run: (terminal: Terminal) => Promise<ExitCode>): Promise<Ran> => {
    const ran = { out: "", err: "" };
    const terminal = terminalOf(cwd, env, ran);
    const code = await run(terminal).catch((error: unknown) => reportFailure(error, args, terminal, {}));
    return { code, ...ran };
  };
  const folder = `${cwd}/.boardwright/backups`;
  return {
    sandbox,
    cwd,
    env,
    declare: (next) => writeFileSync(`${cwd}/dashboards/all.yaml`, stringify(next)),
    apply: (flags = {}, meanwhile) =>
      inside(["apply"], (terminal) => {
        if (!meanwhile) return apply.run(terminal, [], { yes: true, ...flags } as ApplyFlags);
        const ask = async () => {
          meanwhile();
          return "y";
        };
        return apply.run({ ...terminal, interactive: true, ask }, [], flags);
      }),
    rollback: (run, flags = {}) =>
      inside(["rollback"], (terminal) =>
        rollback.run(terminal, run === undefined ? [] : [run], { yes: true, ...flags } as ApplyFlags),
      ),
    planText: async (flags = {}) => (await inside(["plan"], (terminal) => plan.run(terminal, [], flags))).out,
    async plan(flags = {}) {
      const all = { json: true, ...flags };
      const { out } = await inside(["plan"], (terminal) => plan.run(terminal, [], all));
      return JSON.parse(out) as Plan;
    },
    async wouldDo(run) {
      const ran = await inside(["rollback"], (terminal) =>
        rollback.run({ ...terminal, interactive: true, ask: async () => "n" }, [run], { json: true }),
      );
      // Signs of the plan that is shown: `~ a`, `- b`, `! c`.
      return [...ran.err.matchAll(/^ {2}([~+\-!>=]) (\S+(?: \S+)?)(?: {2}.*)?$/gm)].map(
        ([, sign, key]) => `${sign} ${key}`,
      );
    },
    runs: () => readdirSync(folder).sort(byRun),
    record: (run) => JSON.parse(readFileSync(`${folder}/${run}/run.json`, "utf8")) as RunRecord,
    async state(...slugs) {
      const reports: WireReport[] = [];
      for await (const page of reader.listReports(1)) reports.push(...page);
      return {
        workbooks: slugs.map((slug) => contentOf(sandbox.workbook(slug) as unknown as JsonObject)),
        reports: reports.map(({ publicId, name, title, jsonQuery, sqlQuery, meta }) =>
          bare({
            publicId,
            name,
            title: title ?? null,
            jsonQuery: jsonQuery ?? null,
            sqlQuery: sqlQuery ?? null,
            meta: meta ?? {},
          }),
        ),
      };
    },
    writes: () =>
      sandbox.requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/deployments\/1\//, "")}`),
  };
}

export const summaryOf = ({ out }: Ran): ApplySummary =>
  (JSON.parse(out) as { summary: ApplySummary }).summary;

// Runs of one second are told apart by a number: 10 comes behind 9.
function byRun(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function contentOf(workbook: JsonObject | undefined): unknown {
  if (!workbook) return undefined;
  const { name, folderId = null, meta, dashboardDraft, dashboardPublished } = workbook;
  return bare({ name, folderId, meta, dashboardDraft, dashboardPublished } as JsonObject);
}

/** Without stamps and without nulls, which mean the same as absence. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => item != null && key !== "boardwright");
  return Object.fromEntries(kept.map(([key, item]) => [key, bare(item)]));
}

function terminalOf(cwd: string, env: Record<string, string>, ran: { out: string; err: string }): Terminal {
  const out = (text: string) => {
    ran.out += text.endsWith("\n") ? text : `${text}\n`;
  };
  return {
    out,
    show: out,
    err: (text) => {
      ran.err += text.endsWith("\n") ? text : `${text}\n`;
    },
    pipe: async () => {},
    readInput: async () => "",
    progress: () => {},
    interactive: false,
    hasProgress: false,
    ask: async () => "",
    color: { out: false, err: false },
    width: undefined,
    progressWidth: 80,
    errorWidth: undefined,
    explainInterrupt() {},
    env: { ...env, PATH: process.env.PATH ?? "" },
    cwd,
    interrupted: new AbortController().signal,
  };
}
