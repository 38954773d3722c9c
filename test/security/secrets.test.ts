// No credential becomes content, and none is told: whatever a pull request writes into the project file, the workbook files or a plan.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isSecretName } from "../../src/model/index.ts";
import { prove } from "../../src/plan/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright, type Ran } from "../support/command.ts";
import { rows } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";

const SECRETS = {
  GITHUB_TOKEN: "ghs_0123456789abcdefGITHUB",
  ACTIONS_RUNTIME_TOKEN: "eyJ0eXAi-4711-RUNTIME",
  AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI-K7MDENG",
  "INPUT_API-KEY": "input-key-4711-Abcdef",
};
const NAMES = [
  ...[
    "PLATFORM_API_KEY",
    "platform_api_url",
    "INPUT_API_KEY",
    "INPUT_TARGET",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
  ],
  ...[
    "GITHUB_TOKEN",
    "Npm_Token_2",
    "AWS_SECRET_ACCESS_KEY",
    "DB_PASSWORD",
    "SIGNING_KEY",
    "GCP_CREDENTIALS",
  ],
  ...[
    "DB_PASS",
    "PASSWD",
    "MY_PASSPHRASE",
    "MYSQL_PWD",
    "GH_PAT",
    "BASIC_AUTH",
    "NPM_AUTH",
    "npm_config__auth",
  ],
  ...[
    "DATABASE_URL",
    "MONGODB_URI",
    "SENTRY_DSN",
    "SLACK_WEBHOOK_URL",
    "AWS_ACCESS_KEY_ID",
    "SSH_PRIVATE",
    "MAPS_APIKEY",
  ],
];
const COMMANDS = [
  ["lint"],
  ...["json", "sarif", "junit", "github", "codequality"].map((format) => ["lint", "--format", format]),
  ["plan"],
  ...["json", "markdown", "html"].map((format) => ["plan", "--format", format]),
  ["plan", "--out", "plan.json"],
  ["drift"],
  ["drift", "--json"],
  ["apply", "--yes"],
  ["preview", "up", "--branch", "b", "--name", "pr-1"],
];

async function openPlace(settings: string, text: string, more: Record<string, string> = {}) {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT + settings,
    "dashboards/a.yaml": `workbooks:\n  a: { name: "${text}", dashboard: { title: T } }\n`,
    ...more,
  });
  const env = { ...SECRETS, PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const secrets = [...Object.values(SECRETS), sandbox.apiKey];
  const run = (...args: string[]): Promise<Ran> =>
    boardwright(args, {
      cwd,
      env: { ...env, HARMLESS: `a ${sandbox.apiKey} b`, OTHER: SECRETS.GITHUB_TOKEN },
    });
  return {
    sandbox,
    cwd,
    secrets,
    run,
    writes: () => sandbox.requests.filter(({ method }) => method !== "GET"),
  };
}

/** The beginning of a secret is as good as half of it. */
const TELLING = 10;

function expectSilence(ran: Ran, secrets: readonly string[]): void {
  for (const secret of secrets) expect(ran.stdout + ran.stderr).not.toContain(secret.slice(0, TELLING));
}

describe("a project file", () => {
  it.each(NAMES)("that lists %s under env is refused by every command, and nothing is sent", async (name) => {
    const { run, sandbox, secrets } = await openPlace(`env: [${name}]\n`, `x \${env.${name}}`);
    for (const args of COMMANDS) {
      const ran = await run(...args);
      expect(ran.code, args.join(" ")).not.toBe(0);
      expect(ran.stdout + ran.stderr).toContain(`\`${name}\` is the name of a credential`);
      expectSilence(ran, secrets);
    }
    expect(sandbox.requests).toEqual([]);
  });

  it.each([
    ...[
      "RELEASE",
      "KEYBOARD",
      "MONKEY",
      "GITHUB_SHA",
      "REGION",
      "AUTHOR",
      "GITHUB_ACTOR",
      "COMPASS",
      "PASSENGERS",
    ],
    ...[
      "PASS_RATE",
      "BYPASS",
      "PATCH",
      "PATH_PREFIX",
      "PATTERN",
      "PWD",
      "AUTHORITY",
      "DOCS_URL",
      "ACCESS_LEVEL",
    ],
  ])("may list %s", async (name) => {
    const { run } = await openPlace(`env: [${name}]\n`, "x");
    expect((await run("lint")).code).toBe(0);
  });
});

describe("a name", () => {
  const CREDENTIAL =
    "PGPASS PGPASSFILE DBPASS DB_PASS_2 SMTP_PASS_B64 MYSQL_PWD DBPWD KUBECONFIG KUBECONFIG_B64 KUBE_CONFIG_DATA AZURE_CREDS CREDS GCP_CREDS_JSON CRED AUTH_HEADER NPM_AUTH DOCKER_AUTH_CONFIG DOCKERCONFIGJSON SENTRY_DSN DSN_2 CONN_STR DB_CONNSTR CONNECTION_STR AZURE_CONNECTION_STRING GH_PAT GH_PAT_2 SSH_KEY_B64 SIGNING_KEY_BASE64 GOOGLE_SERVICE_ACCOUNT_JSON NETRC JWT SESSION_COOKIE TLS_PEM BLOB_SAS KEYSTORE_FILE";
  it.each(CREDENTIAL.split(" "))("like %s is that of a credential", (name) => {
    expect([isSecretName(name), isSecretName(name.toLowerCase())]).toEqual([true, true]);
  });
  const HARMLESS =
    "PWD OLDPWD COMPASS BYPASS TRESPASS SURPASS PASS_RATE PASSENGERS CREDIT CREDIT_LIMIT ACCREDITED AUTHOR AUTHORITY OAUTH_PROVIDER PATCH PATTERN PATH COMPAT DSNAME CONNECTOR CONNECTIONS CONNECTION_LIMIT KEYBOARD TURKEY KEYWORDS COOKIEBOT_REGION SASH RELEASE REGION CONFIG PEMBROKE STRING";
  it.each(HARMLESS.split(" "))("like %s is harmless", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("a credential in a variable with a harmless name", () => {
  it.each(["HARMLESS", "OTHER"])("%s is refused by every command, and told by none", async (name) => {
    const places = [`\${env.${name}}`, "x", "x"] as const;
    const more = {
      "dashboards/b.yaml": `workbooks:\n  b: { nmae: "\${env.${name}}" }\n`,
      "dashboards/c.yaml": `workbooks:\n  c: { dashboard: { kind: "\${env.${name}}" } }\n`,
      "dashboards/d.yaml": `workbooks:\n  "\${env.${name}}": { name: d }\n`,
    };
    const { run, sandbox, secrets, cwd } = await openPlace(`env: [${name}]\n`, places[0], more);
    for (const args of COMMANDS) {
      const ran = await run(...args);
      expect(ran.code, args.join(" ")).toBe(1);
      expect(ran.stdout + ran.stderr).toContain("secret-environment-variable");
      expectSilence(ran, secrets);
    }
    expect(sandbox.requests).toEqual([]);
    expect(readdirSync(cwd)).not.toContain("plan.json");
  });
});

describe("a credential in a file", () => {
  it("is neither planned nor applied", async () => {
    const { run, writes, secrets, cwd } = await openPlace("", "x");
    for (const secret of rows(secrets)) {
      writeFileSync(join(cwd, "dashboards/a.yaml"), `workbooks:\n  a: { name: "see ${secret}" }\n`);
      for (const args of COMMANDS.filter(([command]) => command !== "lint" && command !== "preview")) {
        const ran = await run(...args);
        expect(ran.code, args.join(" ")).toBe(1);
        expect(ran.stderr).toContain("holds the text of a credential");
        expectSilence(ran, secrets);
      }
    }
    expect(writes()).toEqual([]);
  });

  it("is not applied from a saved plan or a backup that somebody changed", async () => {
    const { run, writes, secrets, cwd, sandbox } = await openPlace("", "x");
    expect((await run("apply", "--yes")).code).toBe(0);
    writeFileSync(
      join(cwd, "dashboards/a.yaml"),
      `workbooks:\n  a: { name: "y", dashboard: { title: U } }\n`,
    );
    expect((await run("plan", "--out", "plan.json")).code).toBe(0);
    const plan = join(cwd, "plan.json");
    const text = readFileSync(plan, "utf8").replaceAll('"y"', JSON.stringify(`y ${secrets[0]}`));
    // With a digest that holds: what stops it is the secret alone.
    const { digest: _, ...content } = JSON.parse(text);
    writeFileSync(plan, JSON.stringify({ ...content, ...prove("saved plan", content, undefined) }));
    const before = writes().length;
    const ran = await run("apply", "plan.json", "--yes");
    expect(ran.code).not.toBe(0);
    expectSilence(ran, secrets);
    expect(writes().length).toBe(before);
    expect(sandbox.workbook("a")?.name).toBe("x");
  });
});

describe("what is kept", () => {
  it("can be read by nobody else: plans, reports and backups", async () => {
    const { run, cwd } = await openPlace("", "x");
    expect((await run("apply", "--yes")).code).toBe(0);
    writeFileSync(join(cwd, "dashboards/a.yaml"), `workbooks:\n  a: { name: "y" }\n`);
    await run("plan", "--out", "plan.json");
    await run("apply", "--yes");
    const found = readdirSync(join(cwd, ".boardwright"), { recursive: true, withFileTypes: true });
    const paths = found.map((entry) => join(entry.parentPath, entry.name));
    expect(paths.length).toBeGreaterThan(3);
    const modes = [join(cwd, "plan.json"), ...paths].map((path) => {
      const stats = statSync(path);
      return [path.slice(cwd.length), stats.mode & 0o777, stats.isDirectory() ? 0o700 : 0o600] as const;
    });
    expect(modes.filter(([, mode, wanted]) => mode !== wanted)).toEqual([]);
  });
});

describe("a platform that gives the credential back", () => {
  const KEY = "key-of-production-4711-Abc";

  /** Live, a title is the key: somebody pasted it there. */
  async function openLeak() {
    const seed = {
      apiKeys: [{ key: KEY, role: "Admin" }],
      workbooks: [
        { id: 7, slug: "live", name: KEY, dashboardDraft: { kind: "CLASSIC", title: `see ${KEY}` } },
      ],
    };
    const sandbox = await createSandbox({ seed: seed as never });
    onTestFinished(() => sandbox.close());
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/a.yaml": "workbooks: {}\n" });
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: KEY };
    return { cwd, run: (...args: string[]) => boardwright(args, { cwd, env }) };
  }

  it("has it neither printed nor pulled", async () => {
    const { cwd, run } = await openLeak();
    for (const args of [
      ["workbooks", "list"],
      ["workbooks", "list", "--json"],
      ["workbooks", "get", "live"],
      ["api", "/api/v1/deployments/1/workbooks"],
      ["pull", "live", "--dry-run"],
      ["pull", "live"],
      ["pull", "--all", "--json"],
    ]) {
      const ran = await run(...args);
      expectSilence(ran, [KEY]);
      if (args[0] === "pull") {
        expect(ran.code).toBe(1);
        expect(ran.stderr).toContain("what is live holds the text of a credential; nothing was pulled");
      }
    }
    const files = readdirSync(join(cwd, "dashboards")).map((name) =>
      readFileSync(join(cwd, "dashboards", name), "utf8"),
    );
    expect(files).toEqual(["workbooks: {}\n"]);
  });
});
