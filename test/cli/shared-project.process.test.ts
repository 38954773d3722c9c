// Two repositories that chose one project name, at one platform: what is live of the other is not this one's to delete. And what was
// applied from a commit that this checkout does not contain is said.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { git } from "../security/repository.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const board = (slug: string, name = slug) => `workbooks:\n  ${slug}:\n    name: ${name}\n`;

async function openSandbox(): Promise<Sandbox> {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

interface Repository {
  root: string;
  run: (...args: string[]) => ReturnType<typeof boardwright>;
  plan: (...args: string[]) => Promise<Plan>;
  write: (slug: string, text?: string) => void;
  remove: (slug: string) => void;
  commit: () => string;
}

function openRepository({ url, apiKey }: Sandbox, slugs: readonly string[], isGit = true): Repository {
  const root = tempFolder({
    "boardwright.yaml": `version: 1\nproject: dashboards\ntargets:\n  live: { url: "${url}", deployment: 1 }\n`,
    ".gitignore": ".boardwright/\n",
    "dashboards/first.yaml": "",
  });
  const commit = () => {
    git(root, "add", "--all");
    git(root, "commit", "--quiet", "--allow-empty", "-m", "Another state");
    return git(root, "rev-parse", "HEAD").trim();
  };
  const run = (...args: string[]) => boardwright(args, { cwd: root, env: { PLATFORM_API_KEY: apiKey } });
  const pathOf = (slug: string) => join(root, `dashboards/${slug}.yaml`);
  const write = (slug: string, text = board(slug)) => writeFileSync(pathOf(slug), text);
  for (const slug of slugs) write(slug);
  if (isGit) {
    git(root, "init", "--quiet");
    commit();
  }
  return {
    ...{ root, run, write, commit },
    plan: async (...args) => JSON.parse((await run("plan", "--json", ...args)).stdout) as Plan,
    remove: (slug) => rmSync(pathOf(slug)),
  };
}

const forget = ({ root }: Repository) => rmSync(join(root, ".boardwright"), { recursive: true, force: true });
const rulesOf = ({ diagnostics }: Plan) => diagnostics.map(({ rule }) => rule);
const actionsOf = ({ changes }: Plan) => changes.map(({ key, action }) => `${action} ${key}`);

describe("a project name that two repositories have", () => {
  it("asks whether it is another repository's, and offers and makes no deletion of what this one never declared", async () => {
    const sandbox = await openSandbox();
    const theirs = openRepository(sandbox, ["example", "sales", "costs"]);
    expect((await theirs.run("apply", "--yes")).code).toBe(0);
    const ours = openRepository(sandbox, ["example", "visits"]);

    const text = (await ours.run("plan")).stdout.replace(/\s+/g, " ");
    expect(text).toContain('another repository with this project name? What is live of "dashboards"');
    expect(text).toContain("costs, sales");
    expect(text).not.toContain("apply --prune");
    expect(text).not.toContain("disown");

    const plan = await ours.plan("--prune");
    expect(rulesOf(plan)).toContain("shared-project");
    expect(actionsOf(plan)).toEqual(["orphaned costs", "orphaned sales", "create visits"]);
    expect(plan.summary).toMatchObject({ delete: 0, orphaned: 2 });
    expect((await ours.run("apply", "--yes", "--prune", "--allow", "delete")).code).toBe(0);
    for (const slug of ["costs", "example", "sales", "visits"]) expect(sandbox.workbook(slug)).toBeDefined();
  });

  it("goes on offering the deletion of what Git once declared, however much was removed", async () => {
    const sandbox = await openSandbox();
    const ours = openRepository(sandbox, ["a", "b", "c", "d"]);
    ours.write(
      "flow",
      "workbooks: { e-1: { name: E } }\nreports:\n  rep.x:\n    name: R\n    workbook: e-1\n    query: { measures: [orders.count] }\n",
    );
    // What was edited since the last commit is stamped with no commit: only the history of the files knows it.
    expect((await ours.run("apply", "--yes")).code).toBe(0);
    ours.commit();
    for (const slug of ["a", "b", "c", "flow"]) ours.remove(slug);
    ours.commit();
    forget(ours);
    const plan = await ours.plan("--prune");
    expect(rulesOf(plan)).not.toContain("shared-project");
    expect(plan.summary).toMatchObject({ delete: 5, orphaned: 0 });
    expect((await ours.run("plan")).stdout).toContain("boardwright apply --prune");
  });

  it("knows what was applied from a commit that is here, though no file ever named its key", async () => {
    const sandbox = await openSandbox();
    const ours = openRepository(sandbox, ["keep"]);
    ours.write(
      "rows",
      "workbooks:\n  sales-${row.key}:\n    each: [{ key: north }, { key: south }]\n    name: S\n",
    );
    ours.commit();
    expect((await ours.run("apply", "--yes")).code).toBe(0);
    ours.remove("rows");
    ours.commit();
    forget(ours);
    const plan = await ours.plan("--prune");
    expect([rulesOf(plan), plan.summary.delete]).toEqual([[], 2]);
  });

  it("without Git's history, asks only if what it does not know is most of what is live", async () => {
    const sandbox = await openSandbox();
    const ours = openRepository(sandbox, ["a", "b", "c"], false);
    expect((await ours.run("apply", "--yes")).code).toBe(0);
    ours.remove("a");
    forget(ours);
    expect(rulesOf(await ours.plan())).toEqual([]);
    ours.remove("b");
    expect(rulesOf(await ours.plan())).toEqual(["shared-project"]);
  });

  it("without Git, goes by the records of earlier runs", async () => {
    const sandbox = await openSandbox();
    const ours = openRepository(sandbox, ["a", "b", "c"], false);
    expect((await ours.run("apply", "--yes")).code).toBe(0);
    for (const slug of ["a", "b"]) ours.remove(slug);
    const plan = await ours.plan("--prune");
    expect([rulesOf(plan), plan.summary.delete]).toEqual([[], 2]);
  });

  it("lets a first pull of everything take it back without a word of deleting it", async () => {
    const sandbox = await openSandbox();
    const theirs = openRepository(sandbox, ["example", "sales"]);
    await theirs.run("apply", "--yes");
    const ours = openRepository(sandbox, []);
    const pull = await ours.run("pull", "--all");
    expect([pull.code, pull.stdout.includes("--prune")]).toEqual([0, false]);
    expect((await ours.plan()).summary).toMatchObject({ create: 0, update: 0, orphaned: 0 });
  });
});

describe("the commit that was applied", () => {
  const stampOf = (sandbox: Sandbox, slug: string) =>
    (sandbox.workbook(slug)?.meta?.boardwright ?? {}) as Record<string, unknown>;

  it("is in the stamp, and not if files were edited since", async () => {
    const sandbox = await openSandbox();
    const ours = openRepository(sandbox, ["a"]);
    const commit = git(ours.root, "rev-parse", "HEAD").trim();
    await ours.run("apply", "--yes");
    expect(stampOf(sandbox, "a")).toMatchObject({ v: 2, commit });
    expect((await ours.plan()).summary).toMatchObject({ unchanged: 1, stamp: 0 });
    ours.commit();
    expect((await ours.plan()).summary).toMatchObject({ unchanged: 1, stamp: 0 });
    ours.write("a", board("a", "Another"));
    await ours.run("apply", "--yes");
    expect(stampOf(sandbox, "a").commit ?? null).toBeNull();
    expect((await ours.run("workbooks", "get", "a", "--stamp", "--json")).code).toBe(0);
  });

  it("is named by a plan if Git knows it here and this checkout does not contain it", async () => {
    const sandbox = await openSandbox();
    const ours = openRepository(sandbox, ["a", "b"]);
    git(ours.root, "checkout", "--quiet", "-b", "feature");
    ours.write("a", board("a", "From the branch"));
    const commit = ours.commit();
    await ours.run("apply", "--yes");
    git(ours.root, "checkout", "--quiet", "main");
    const [found] = (await ours.plan()).diagnostics;
    expect(found).toMatchObject({ rule: "unmerged-commit", severity: "warning" });
    expect(found?.message).toBe(
      `applied from the commit ${commit.slice(0, 12)}, which this checkout does not contain: a`,
    );
    expect((await ours.run("plan")).stdout).toContain(`git log HEAD..${commit.slice(0, 12)}`);
    git(ours.root, "merge", "--quiet", "feature");
    ours.write("a", board("a", "After the merge"));
    expect(rulesOf(await ours.plan())).toEqual([]);
  });

  it("is not named if it is not here", async () => {
    const sandbox = await openSandbox();
    const theirs = openRepository(sandbox, ["a"]);
    await theirs.run("apply", "--yes");
    const ours = openRepository(sandbox, ["a"]);
    ours.write("a", board("a", "Ours"));
    expect(rulesOf(await ours.plan())).toEqual([]);
  });
});
