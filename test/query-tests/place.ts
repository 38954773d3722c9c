// A project whose dashboards draw reports, and the command on a data API.
import { stringify } from "yaml";
import { begin, boardwright, type Ran, type Running } from "../support/command.ts";
import { TOKEN } from "../support/loopback.ts";
import { tempFolder } from "../support/temp.ts";
import { type DataApi, ROW } from "./data-api.ts";

export const PROJECT = `version: 1
project: acme
targets:
  live: { url: https://platform.test, deployment: 1 }
`;

/** Dashboards, each with the keys or numbers of what it draws. */
export function boards(drawn: Record<string, (string | number)[]>): string {
  const workbooks = Object.entries(drawn).map(([slug, reports]) => {
    const widgets = reports.map((report, at) => ({
      id: `w${at}`,
      type: "CHART",
      position: { x: 0, y: at * 4, w: 4, h: 4 },
      config: { reportId: typeof report === "number" ? report : { $report: report } },
    }));
    return [slug, { dashboard: { widgets } }];
  });
  return stringify({ workbooks: Object.fromEntries(workbooks) });
}

/** One on each line, after `reports:`. */
export function reports(entries: Record<string, object>, workbook = "sales"): string {
  const lines = Object.entries(entries).map(([key, entry]) => {
    const whole = {
      name: key,
      workbook,
      ...("query" in entry || "sqlQuery" in entry ? entry : { query: entry }),
    };
    return `  ${key}: ${JSON.stringify(whole)}\n`;
  });
  return `reports:\n${lines.join("")}`;
}

export function writeProject(files: Record<string, string>, project = PROJECT): string {
  return tempFolder({ "boardwright.yaml": project, ...files });
}

const envOf = ({ url }: { url: string }) => ({ PLATFORM_API_URL: url, PLATFORM_API_KEY: TOKEN });

/** The end of `test`: no token is in its output, and no row. */
export async function runTest(api: DataApi, cwd: string, args: string[] = [], env = {}): Promise<Ran> {
  const ran = await boardwright(["test", ...args], { cwd, env: { ...envOf(api), ...env } });
  const said = ran.stdout + ran.stderr;
  for (const secret of [TOKEN, ROW, "jwt.of."])
    if (said.includes(secret)) throw new Error(`the output holds ${secret}: ${said}`);
  return ran;
}

export function beginTest(api: DataApi, cwd: string, args: string[] = []): Running {
  return begin(["test", ...args], { cwd, env: envOf(api) });
}

export interface TestJson {
  of: string;
  environment: string | null;
  queries: number;
  summary: Record<string, number>;
  broken: string[];
  reports: {
    report: string;
    file: string;
    line: number;
    workbooks: string[];
    verdict: string;
    ms: number | null;
    error?: { code: string; message: string; help?: string; requestId?: string };
  }[];
  skipped: { report: string; why: string }[];
  undrawn: string[];
  notes: string[];
}

export const readJson = ({ stdout }: Ran): TestJson => JSON.parse(stdout);
/** `report verdict`, in the order of the files. */
export const verdicts = (ran: Ran): string[] =>
  readJson(ran).reports.map(({ report, verdict }) => `${report} ${verdict}`);
