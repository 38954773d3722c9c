// The examples of --help that can be tried, and where they are.
import { SANDBOX_KEY } from "../../src/model/index.ts";
import { prove } from "../../src/plan/index.ts";
import { examplesOf, PROGRAM } from "../support/program.ts";
import { tempFolder } from "../support/temp.ts";

const RUN = {
  formatVersion: 1,
  project: "acme",
  target: { name: "local", url: "sandbox:.boardwright/sandbox.json", deploymentId: 12 },
  startedAt: "2026-11-20T08:10:04.000Z",
  finishedAt: "2026-11-20T08:10:05.000Z",
  changes: [],
};

const ENDED = {
  project: "acme",
  summary: {
    ...{ created: 1, updated: 0, published: 0, stamped: 0, deleted: 0 },
    ...{ unchanged: 0, failed: 0, skipped: 0 },
  },
  results: [{ kind: "workbook", key: "orders", action: "create", status: "applied", attempts: 1, id: 1 }],
};

// Logins need a platform at the address that they name: login-command.test.ts. Updates need a registry:
// update-command.process.test.ts.
const ELSEWHERE = ["login", "update"];
const RUNS_ON = /^boardwright (?:sandbox(?! edit)|serve|demo --studio)/;
// Those that ask need somebody to answer: apply-prompt.process.test.ts.
const ASKS = /^boardwright (?:apply|disown|rollback \d)(?!.* --yes)/;
const ALL = PROGRAM.commands.filter((command) => !ELSEWHERE.includes(command.name())).flatMap(examplesOf);
/** Servers: they run until they are interrupted. */
export const UNENDING = ALL.filter((example) => RUNS_ON.test(example));
const TRIED = ALL.filter((example) => !ASKS.test(example) && !RUNS_ON.test(example));

/** The example as a shell has it: without what is said about it. */
export const lineOf = (example: string): string => example.replace(/\s+#.*$/, "");

/** Whether it takes a shell to split the line. */
const needsShell = (example: string): boolean => /[>&|'"]/.test(lineOf(example));

/** Plain words. */
export const PLAIN = TRIED.filter((example) => !needsShell(example));
/** Lines with quotes, `>` or `&&`. */
export const FOR_SHELL = TRIED.filter(needsShell);

const CUBES = [
  { name: "orders", measures: [{ name: "orders.revenue" }, { name: "orders.count" }] },
  { name: "customers", dimensions: [{ name: "customers.region", type: "string" }] },
];

const MODEL = "cubes:\n  - name: orders\n";

/** The files that examples send as bodies. */
const BODIES = [
  ...["notification", "agent", "group", "attribute", "policy", "key", "configuration", "integration"],
  ...["folder", "report", "settings", "variables"],
];

/** A project in which all that the examples name is there. */
export function examplesPlace(): string {
  return tempFolder({
    "boardwright.yaml": [
      "version: 1",
      "project: acme",
      "defaultTarget: local",
      "targets:",
      "  local: { url: sandbox:.boardwright/sandbox.json, deployment: 12 }",
      "  production: { url: sandbox:.boardwright/production.json, deployment: 1 }",
      "  eu-west: { like: production, deployment: 2 }",
      "",
    ].join("\n"),
    "dashboards/finance/revenue.yaml": "workbooks:\n  revenue-overview:\n    name: Revenue\n",
    "dashboards/orders.yaml": [
      "workbooks:",
      "  orders:",
      "    dashboard:",
      "      widgets:",
      "        - id: count",
      "          type: FILTER",
      "          position: [0, 0, 4, 2]",
      "          config: { member: orders.count }",
      "        - id: region",
      "          type: FILTER",
      "          position: [4, 0, 4, 2]",
      "          config: { member: customers.region }",
      "        - id: regions",
      "          type: CHART",
      "          position: [0, 2, 4, 4]",
      "          config: { reportId: { $report: orders-by-region } }",
      "reports:",
      "  orders-by-region:",
      "    name: Orders by region",
      "    workbook: orders",
      "    query: { measures: [orders.count], dimensions: [customers.region] }",
      "",
    ].join("\n"),
    "export.json": "{}",
    "run-local.json": JSON.stringify({ target: "local", ...ENDED }),
    "run-eu-west.json": JSON.stringify({ target: "eu-west", ...ENDED }),
    ...Object.fromEntries(BODIES.map((one) => [`${one}.json`, '{ "name": "Mine" }'])),
    "model/orders.yml": MODEL,
    "user.json": '{ "email": "ada@example.com", "username": "ada" }',
    "workbook.json": '{ "name": "Revenue" }',
    ".boardwright/sandbox.json": JSON.stringify({
      deployments: [{ id: 12 }, { id: 1 }],
      branches: [
        { id: 1, name: "main", environmentId: 3 },
        { id: 7, name: "feature-x", isStagingEnvironmentEnabled: true },
        {
          ...{ id: 8, name: "dev-me", parentBranch: "feature-x", sessions: [SANDBOX_KEY] },
          files: { "model/orders.yml": MODEL },
        },
      ],
      cubes: CUBES,
      workbooks: [
        {
          ...{ id: 101, slug: "revenue", name: "Revenue by month" },
          publishedDashboard: { publicId: "d4GYoIbttls4", config: {} },
        },
        { id: 102, slug: "old-revenue", name: "Old revenue" },
        { id: 103, slug: "old-orders", name: "Old orders" },
        {
          id: 104,
          deploymentId: 12,
          slug: "example",
          name: "Example",
          dashboardDraft: { title: "Example", widgets: [] },
        },
      ],
      reports: [{ id: 5001, publicId: "c4GYoIbttls4", name: "By month" }],
      folders: [{ id: 7, name: "Finance" }],
      users: [{ id: 7, email: "bo@example.com", username: "bo" }],
      resources: [
        { kind: "notifications", id: 7, deploymentId: 12 },
        { kind: "agents", id: 8, deploymentId: 12 },
        { kind: "groups", id: 9 },
        { kind: "user-attributes", id: 10 },
        { kind: "policies", id: 11 },
        { kind: "api-keys", id: 12 },
        { kind: "oidc-token-configs", id: 13 },
        { kind: "oauth-integrations", id: 14 },
        { kind: "dbt-sync", id: 15, deploymentId: 12, status: "COMPLETED" },
        { kind: "dbt-sync", id: 16, deploymentId: 12, status: "RUNNING" },
      ],
    }),
    ".boardwright/production.json": JSON.stringify({ deployments: [{ id: 1 }, { id: 2 }], cubes: CUBES }),
    ".boardwright/backups/2026-11-20T08-10-04Z/run.json": JSON.stringify({
      ...RUN,
      ...prove("run record", RUN, undefined),
    }),
    // Where the shells look for completions.
    ".local/share/bash-completion/completions/.keep": "",
    ".zfunc/.keep": "",
    ".config/fish/completions/.keep": "",
    ".config/boardwright/config.toml": [
      'default_context = "acme"',
      '[contexts.acme]\nurl = "https://acme.example.com"\napi_key = "none"',
      '[contexts.staging]\nurl = "https://staging.example.com"\napi_key = "none"',
      "",
    ].join("\n"),
  });
}
