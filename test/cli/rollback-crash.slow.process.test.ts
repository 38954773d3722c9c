// A run that was killed in the middle is known all the same, and is put back as far as it got.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { start } from "../support/process.ts";
import { board, openWorld } from "../support/world.ts";

const SLUGS = ["a", "b", "c"];
const SEED = {
  workbooks: SLUGS.map((slug) => ({
    slug,
    name: slug,
    meta: { kept: slug },
    dashboardDraft: board(`Old ${slug}`),
    dashboardPublished: board(`Older ${slug}`),
  })),
};
const NEXT = {
  workbooks: Object.fromEntries(
    SLUGS.map((slug) => [slug, { publish: true, meta: { team: "x" }, dashboard: board(`New ${slug}`) }]),
  ),
};

describe("an apply that is killed", () => {
  for (const at of SLUGS) {
    it(`while it writes ${at} has a record, and is put back`, async () => {
      let kill = () => {};
      const place = await openWorld({
        ...NEXT,
        sandbox: {
          seed: SEED,
          betweenDecisionAndApply: (slug) => {
            if (slug === at) kill();
          },
        },
      });
      const { cwd, env, sandbox } = place;
      const before = await place.state(...SLUGS);
      const { child, ended } = start(["apply", "--yes", "--allow", "adopt", "--concurrency", "1"], {
        cwd,
        env,
      });
      kill = () => child.kill("SIGKILL");
      expect((await ended).code).toBe(null);
      kill = () => {};
      // The platform may be done with the write only after the process has ended.
      while (sandbox.workbook(at)?.dashboardDraft?.title !== `New ${at}`) await new Promise(setImmediate);

      const [name = ""] = place.runs();
      const record = place.record(name);
      expect([record.finishedAt, record.changes.map(({ key }) => key)]).toEqual([undefined, SLUGS]);
      expect(existsSync(`${cwd}/.boardwright/backups/${name}/outcomes.jsonl`)).toBe(true);
      expect((await place.run("rollback")).stdout).toContain("did not finish, or is still running");
      const { stdout } = await place.ok("rollback", name, "--yes");
      expect(stdout).toContain("It did not finish: what it may have done is checked too.");
      expect(await place.state(...SLUGS)).toEqual(before);
      expect(await place.wouldDo(name)).toEqual([]);
      // What the run had not come to carries no stamp of ours.
      const stamped = SLUGS.filter((slug) => sandbox.workbook(slug)?.meta.boardwright !== undefined);
      expect(stamped).toEqual(SLUGS.filter((slug) => slug <= at));
    });
  }
});

describe("the commit of a run", () => {
  const open = () => openWorld({ ...NEXT, sandbox: { seed: SEED }, git: true });

  it("is not named where no run before it is known, since it may be the whole project", async () => {
    const { run, runs, record, git } = await open();
    await run("apply", "--yes", "--allow", "adopt");
    const commit = git("rev-parse", "HEAD");
    const [name = ""] = runs();
    expect(record(name).git).toEqual({ commit, dirty: false, merge: false });
    const { stdout } = await run("rollback", name, "--yes");
    expect(stdout).toContain("no run before it is known");
    expect(stdout).not.toContain("git revert");
    expect(stdout).not.toContain("not committed");
    expect((await run("rollback")).stdout).toContain(commit.slice(0, 9));
  });

  it("is told with what came since the run before, and not where it is the same", async () => {
    const { run, runs, git, declare } = await open();
    await run("apply", "--yes", "--allow", "adopt");
    const first = git("rev-parse", "HEAD");
    declare({ workbooks: { ...NEXT.workbooks, a: { dashboard: board("Newest a") } } });
    git("commit", "-qam", "second");
    const second = git("rev-parse", "HEAD");
    await run("apply", "--yes");
    declare(NEXT);
    await run("apply", "--yes");
    const [, name = "", reverted = ""] = runs();
    const { stdout } = await run("rollback", reverted, "--yes");
    expect(stdout).toContain(`not committed, on top of ${second.slice(0, 9)}: change them back by hand`);
    expect(stdout).not.toContain("git revert");
    const again = await run("rollback", name, "--yes");
    expect(again.stdout).toContain(`The last commit of it: \`git revert ${second}\`.`);
    expect(again.stdout).toContain(`git log --oneline ${first.slice(0, 9)}..${second.slice(0, 9)}`);
  });

  it("is not named for edits that were not committed: it did not bring them", async () => {
    const { run, runs, git, declare, record } = await open();
    await run("apply", "--yes", "--allow", "adopt");
    git("commit", "-q", "--allow-empty", "-m", "another");
    declare({ workbooks: { ...NEXT.workbooks, a: { dashboard: board("Newest a") } } });
    await run("apply", "--yes");
    const [, name = ""] = runs();
    const commit = git("rev-parse", "HEAD");
    expect(record(name).git).toEqual({ commit, dirty: true, merge: false });
    const { stdout } = await run("rollback", name, "--yes");
    expect(stdout).toContain(`It applied edits that were not committed, on top of ${commit.slice(0, 9)}`);
    expect(stdout).toContain("Commits since the run before: `git log --oneline");
    expect(stdout).not.toContain("git revert");
  });

  it("is told as a merge where it is one", async () => {
    const { run, runs, git, declare } = await open();
    await run("apply", "--yes", "--allow", "adopt");
    git("checkout", "-qb", "other");
    declare({ workbooks: { ...NEXT.workbooks, a: { dashboard: board("Newest a") } } });
    git("commit", "-qam", "other");
    git("checkout", "-q", "main");
    git("commit", "-q", "--allow-empty", "-m", "main");
    git("merge", "-q", "--no-ff", "-m", "merge", "other");
    await run("apply", "--yes");
    const [, name = ""] = runs();
    const { stdout } = await run("rollback", name, "--yes");
    expect(stdout).toContain(`\`git revert -m 1 ${git("rev-parse", "HEAD")}\``);
  });
});
