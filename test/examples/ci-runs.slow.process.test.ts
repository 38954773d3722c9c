// The scripts of the pipelines in examples/ci, in a shell, with the built command, a real repository and the sandbox: from a merge request
// with a preview to the apply of what was planned.
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { readText } from "../support/documents.ts";
import { CLI } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { PIPELINES } from "./pipelines.ts";

const ADDRESS = "https://acme.example.com";
const project = (url: string) =>
  `version: 1\nproject: acme\ndefaultTarget: production\ntargets:\n  production: { url: "${url}", deployment: 1 }\n`;
const dashboards = (name: string) =>
  `workbooks:\n  revenue:\n    name: ${name}\n    dashboard:\n      kind: CLASSIC\n      widgets: [{ id: a, type: TEXT, position: [0, 0, 4, 2] }]\n`;

/** What a job that failed said is shown beside its code. */
const FINE = { code: 0, said: "" };

/** The jobs of each file: what a merge request starts, what its end starts, what a push to main starts, and what a schedule starts. */
const STARTED: Record<
  string,
  { request: string[]; down: string[]; plan: string; apply: string; drift?: string }
> = {
  ".gitlab-ci.yml": {
    request: ["lint", "plan-merge-request", "preview"],
    down: ["stop-preview"],
    plan: "plan",
    apply: "apply",
    drift: "drift",
  },
  "azure-pipelines.yml": {
    request: ["Lint", "Plan of a pull request"],
    down: [],
    plan: "Plan",
    apply: "Apply",
  },
  Jenkinsfile: { request: ["Lint", "Plan of a change request"], down: [], plan: "Plan", apply: "Apply" },
  "bitbucket-pipelines.yml": {
    request: ["pull-requests: Lint", "pull-requests: Plan", "pull-requests: Preview"],
    down: ["custom: Take a preview down"],
    plan: "branches: Plan",
    apply: "branches: Apply",
    drift: "custom: Drift",
  },
};

describe.each(Object.keys(PIPELINES))("examples/ci/%s", (file) => {
  it("checks, plans and previews a request, applies exactly what was planned, and finds an edit", async () => {
    const place = await openPlace(file);
    const { request, down, plan, apply, drift } = STARTED[file]!;
    place.git("checkout", "-q", "feature");
    for (const name of request) expect(await place.run(name), name).toEqual(FINE);
    expect(readFileSync(join(place.folder, "plan.html"), "utf8")).toContain("Revenue of the branch");
    const previews = down.length > 0 ? ["revenue--"] : [];
    expect((await place.live()).map((slug) => slug.replace(/\w+-\d+$/, ""))).toEqual(previews);
    for (const name of down) expect(await place.run(name), name).toEqual(FINE);
    expect(await place.live()).toEqual([]);

    place.git("checkout", "-q", "main");
    place.git("merge", "-q", "--ff-only", "feature");
    expect(await place.run(plan)).toEqual(FINE);
    if (file === "azure-pipelines.yml") place.move("plan.json", "artifacts/plan/plan.json");
    expect(await place.run(apply)).toEqual(FINE);
    expect(await place.live()).toEqual(["revenue"]);
    expect(readdirSync(join(place.folder, ".boardwright/backups")).length).toBeGreaterThan(0);
    expect(existsSync(join(place.folder, "plan.json"))).toBe(true);

    if (drift === undefined) return;
    expect(await place.run(drift)).toEqual(FINE);
    await place.rename("Edited");
    expect(await place.run(drift)).toMatchObject({ code: 2 });
  });

  it("runs nothing that this test does not run", () => {
    const { request, down, plan, apply, drift } = STARTED[file]!;
    const names = PIPELINES[file]!({}).map(({ name }) => name);
    // The same step as for a pull request.
    const known = [...request, ...down, plan, apply, ...(drift ? [drift] : []), "branches: Lint"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("examples/workflows/code-scanning.yml", () => {
  it("writes what code scanning takes, also if there are errors", async () => {
    const { jobs } = parse(readText("examples/workflows/code-scanning.yml")) as {
      jobs: { lint: { steps: { run?: string; with?: { sarif_file?: string } }[] } };
    };
    const script = jobs.lint.steps.map(({ run = "" }) => run).join("");
    const output = jobs.lint.steps.at(-1)?.with?.sarif_file ?? "";
    const place = await openPlace("Jenkinsfile");
    const sarif = () => JSON.parse(readFileSync(join(place.folder, output), "utf8")).runs[0].results;
    expect(await place.sh(script)).toEqual(FINE);
    expect(sarif()).toEqual([]);
    writeFileSync(join(place.folder, "dashboards/a.yaml"), "workbooks: { a: { nam: A } }\n");
    expect(await place.sh(script)).toMatchObject({ code: 1 });
    expect(sarif()).not.toEqual([]);
  });
});

describe("examples/workflows/model-uses.yml", () => {
  it("compares the models, comments once, and brings that comment up to date", async () => {
    const { jobs } = parse(readText("examples/workflows/model-uses.yml")) as {
      jobs: Record<string, { steps: { run?: string }[] }>;
    };
    const scriptOf = (name: string) => jobs[name]!.steps.map(({ run = "" }) => run).join("");
    const place = await openPlace("Jenkinsfile", { measure: "orders.turnover" });
    const chart = "{ id: b, type: CHART, position: [0, 2, 4, 4], config: { measures: [orders.revenue] } }";
    writeFileSync(
      join(place.folder, "dashboards/b.yaml"),
      `workbooks:\n  b:\n    name: By day\n    dashboard: { widgets: [${chart}] }\n`,
    );
    const own = { BRANCH: "feature", ...place.read, NUMBER: "7", GITHUB_REPOSITORY: "acme/model" };
    const env = { ...own, GITHUB_STEP_SUMMARY: join(place.folder, "summary.md") };
    const comment = () => readFileSync(join(place.folder, "sent.md"), "utf8");
    // In place of GitHub: one comment, which is told by its number from then on.
    const gh = `gh() { case "$*" in *--paginate*) [ -f sent.md ] && echo 11 || true ;; *) echo "$*" >> calls; cp comment.md sent.md ;; esac; }\n`;
    for (const call of ["repos/acme/model/issues/7/comments", "PATCH repos/acme/model/issues/comments/11"]) {
      expect(await place.sh(scriptOf("compare"), env)).toEqual(FINE);
      expect(await place.sh(gh + scriptOf("comment"), env)).toEqual(FINE);
      expect(readFileSync(join(place.folder, "calls"), "utf8").trim().split("\n").at(-1)).toContain(call);
      expect(comment()).toMatch(/^<!-- boardwright-uses -->\n### \S+ Boardwright · branch feature: /);
    }
    expect(comment()).toContain("<b>orders.revenue</b>  removed");
    expect(await place.sh(scriptOf("compare"), { ...env, BRANCH: "none" })).toMatchObject({ code: 1 });
  });
});

/** `measure`: what the model of the branch has in place of `orders.revenue`; then its environment is on. */
async function openPlace(file: string, { measure }: { measure?: string } = {}) {
  const cubesWith = (name: string) => [
    { name: "orders", type: "view", measures: [{ name, type: "number" }] },
  ];
  const cubes = cubesWith("orders.revenue");
  const feature = { name: "feature", isStagingEnvironmentEnabled: measure !== undefined };
  const models = { feature: measure === undefined ? cubes : cubesWith(measure) };
  const seed = { branches: [{ name: "main" }, feature], cubes, models };
  const sandbox = await createSandbox({ seed });
  onTestFinished(() => sandbox.close());
  const folder = tempFolder({
    "boardwright.yaml": project(sandbox.url),
    "dashboards/a.yaml": dashboards("Revenue"),
    ".gitignore": ".boardwright/\n*.html\n*.xml\nplan.json\ngl-*\n",
  });
  const bin = tempFolder({
    boardwright: `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`,
    // What follows the image is the command's. The folder that it would mount is the one that it is in.
    docker:
      '#!/bin/bash\n[ "$1" = run ] || exit 9\nwhile [[ "$1" != ghcr.io/* ]]; do shift || exit 9; done; shift\nexec boardwright "$@"\n',
  });
  for (const name of ["boardwright", "docker"]) chmodSync(join(bin, name), 0o755);
  const artifacts = tempFolder({ "artifacts/plan/.keep": "" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "Base");
  const base = git("rev-parse", "HEAD");
  git("update-ref", "refs/remotes/origin/main", base);
  git("checkout", "-q", "-b", "feature");
  writeFileSync(join(folder, "dashboards/a.yaml"), dashboards("Revenue of the branch"));
  git("commit", "-qam", "Change");

  const key = sandbox.apiKey;
  const seal = "a long text that nobody knows";
  const given = {
    PLATFORM_API_URL: sandbox.url,
    ...{ PLATFORM_READ_KEY: key, PLATFORM_PREVIEW_KEY: key, PLATFORM_WRITE_KEY: key },
    ...{ "platform-read-key": key, "platform-write-key": key, "boardwright-review-key": seal },
    BOARDWRIGHT_REVIEW_KEY: seal,
    ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", CI_MERGE_REQUEST_IID: "7" },
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "feature",
    ...{
      "System.PullRequest.TargetBranch": "refs/heads/main",
      "Pipeline.Workspace": join(artifacts, "artifacts"),
    },
    CHANGE_TARGET: "main",
    ...{
      BITBUCKET_PR_DESTINATION_COMMIT: base.slice(0, 12),
      BITBUCKET_BRANCH: "feature",
      BITBUCKET_PR_ID: "7",
    },
    PULL_REQUEST: "7",
  };
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks${path}`, {
      method: body ? "PUT" : "GET",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { data: { slug: string }[] };
  };
  const sh = (script: string, own: Record<string, string> = {}): Promise<{ code: number; said: string }> => {
    const env = { ...own, PATH: `${bin}:${process.env.PATH}`, HOME: bin };
    return new Promise((resolve) => {
      execFile("bash", ["-eo", "pipefail", "-c", script], { cwd: folder, env }, (error, out, said) => {
        const code = error === null ? 0 : Number(error.code);
        resolve({ code, said: code === 0 ? "" : out + said });
      });
    });
  };
  return {
    folder,
    git,
    read: { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: key },
    move: (from: string, to: string) => execFileSync("mv", [join(folder, from), join(artifacts, to)]),
    live: async (): Promise<string[]> => (await call("")).data.map(({ slug }) => slug).sort(),
    rename: async (name: string) => call("/by-slug/revenue", { name }),
    run(name: string) {
      const job = PIPELINES[file]!(given).find((each) => each.name === name);
      if (!job) throw new Error(`${file} has no ${name}`);
      return sh(job.script.replaceAll(ADDRESS, sandbox.url), { ...job.env, PLATFORM_API_URL: sandbox.url });
    },
    sh,
  };
}
