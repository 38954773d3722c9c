// drift with `propose`: the edits become a branch and a pull request, on each server in its own way.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { board } from "./place.ts";
import { BRANCH, openProposals } from "./proposals.ts";
import { byHand, pullRequest, readMarkdown, schedule } from "./runner.ts";

const FILE = "dashboards/all.yaml";
const NEXT = "1111111111111111111111111111111111111111";

describe.each(["github", "enterprise", "gitea"] as const)("drift as a pull request on %s", (dialect) => {
  it("is opened, left, brought up to date and closed; the checkout stays as it is", async () => {
    const place = await openProposals({ dialect });
    const { github } = place;
    const before = readFileSync(join(place.workspace, FILE), "utf8");
    const calm = await place.propose();
    expect(calm.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
    expect(calm.outputs["pull-request"]).toBeUndefined();
    expect(github.branches.has(BRANCH)).toBe(false);

    await place.edit("revenue", "Edited");
    const first = await place.propose();
    expect(first.code, first.log).toBe(0);
    expect(first.outputs).toMatchObject({ "exit-code": "2", changes: "true" });
    expect(place.pulls()).toMatchObject([
      { state: "open", title: "Take in the edits made outside Git on production", base: { ref: "main" } },
    ]);
    const number = place.pulls()[0]?.number as number;
    expect(first.outputs["pull-request"]).toBe(String(number));
    expect(place.onBranch(FILE)).toContain("title: Edited");
    expect(place.onBranch(FILE)).toContain("title: Churn");
    // As the difference of the pull request has it.
    expect(readMarkdown(place.pulls()[0]?.body ?? "")).toMatch(/title +Revenue → Edited/);
    expect(readFileSync(join(place.workspace, FILE), "utf8")).toBe(before);
    expect([...github.issues.values()].filter(({ title }) => title !== "")).toEqual([]);
    const head = github.branches.get(BRANCH) as string;
    expect(github.commits.get(head)?.parents).toEqual([github.branches.get("main")]);

    await place.propose();
    expect(github.branches.get(BRANCH)).toBe(head);
    expect(place.pulls()).toHaveLength(1);

    await place.edit("churn", "Edited, too");
    await place.propose();
    expect(place.onBranch(FILE)).toContain("title: Edited, too");
    expect(place.pulls()).toMatchObject([{ number, state: "open" }]);
    expect(github.commits.get(github.branches.get(BRANCH) as string)?.parents).toEqual([
      github.branches.get("main"),
    ]);

    await place.edit("revenue", "Revenue");
    await place.edit("churn", "Churn");
    const last = await place.propose();
    expect(last.outputs["exit-code"]).toBe("0");
    expect(place.pulls()).toMatchObject([{ number, state: "closed" }]);
    expect(place.comments(number)).toMatchObject([{ body: expect.stringContaining("Nothing is left") }]);
    expect(github.branches.has(BRANCH)).toBe(false);

    await place.edit("churn", "Once more");
    await place.propose();
    expect(place.pulls().map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  it("carries the new slug of a workbook that was renamed in the UI", async () => {
    const place = await openProposals();
    place.sandbox.edit("revenue", (workbook) => {
      workbook.slug = "turnover";
    });
    await place.propose();
    expect(place.pulls()).toMatchObject([{ state: "open" }]);
    expect(place.onBranch("dashboards/all.yaml")).toMatch(/turnover"?:\s+"?was"?: "?revenue/);
  });

  it("leaves a branch with somebody else's commit alone, and says so in the issue", async () => {
    const place = await openProposals({ dialect });
    await place.edit("revenue", "Edited");
    await place.propose();
    place.github.branches.set(BRANCH, NEXT);
    await place.edit("churn", "Edited, too");
    const said = await place.propose();
    expect(said.code).toBe(1);
    expect(said.outputs["exit-code"]).toBe("1");
    expect(said.log).toContain(`the branch ${BRANCH} is left as it is`);
    expect(readMarkdown(said.summary)).toContain("delete the branch: the next run then makes it anew");
    expect(place.github.branches.get(BRANCH)).toBe(NEXT);
    // Whoever may edit the text of the pull request cannot make that commit ours.
    const [pull] = place.pulls();
    if (pull) pull.body = pull.body.replace(/ head=\w+/, ` head=${NEXT}`);
    expect((await place.propose()).log).toContain("the text of #");
    expect(place.github.branches.get(BRANCH)).toBe(NEXT);
    // Where nothing is left to take in, that branch is nobody's concern.
    await place.edit("revenue", "Revenue");
    await place.edit("churn", "Churn");
    expect((await place.propose()).outputs["exit-code"]).toBe("0");
    expect(place.github.branches.get(BRANCH)).toBe(NEXT);
    expect([...place.github.issues.values()].map(({ title }) => title)).toContain(
      "Dashboards of production were edited outside Git",
    );
  });

  it.each(["left", "deleted"])(
    "is not opened again for the same edits once somebody closed it, its branch %s",
    async (end) => {
      const place = await openProposals({ dialect });
      const issues = () => [...place.github.issues.values()].filter(({ title }) => title !== "");
      await place.edit("revenue", "Edited");
      await place.propose();
      const [pull] = place.pulls();
      if (pull) pull.state = "closed";
      if (end === "deleted") place.github.branches.delete(BRANCH);
      const said = await place.propose();
      expect(said.outputs).toMatchObject({ "exit-code": "2" });
      expect(said.outputs["pull-request"]).toBeUndefined();
      expect(said.log).toContain(`#${pull?.number} proposed the very same edits, and somebody closed it`);
      expect(issues()).toMatchObject([
        { state: "open", body: expect.stringContaining("somebody closed it") },
      ]);
      expect(place.pulls()).toHaveLength(1);
      // Nor where somebody changes the same file in Git: these are the same edits.
      place.rewrite({ revenue: board("Revenue"), churn: board("Churn"), other: board("Other") });
      place.commit();
      expect((await place.propose()).outputs["pull-request"]).toBeUndefined();
      expect(place.pulls().map(({ state }) => state)).toEqual(["closed"]);
      // Another edit is a reason to ask again.
      await place.edit("churn", "Edited, too");
      await place.propose();
      expect(place.pulls().map(({ state }) => state)).toEqual(["closed", "open"]);
      expect(place.onBranch(FILE)).toContain("title: Edited, too");
    },
  );

  it("overwrites and deletes no commit that somebody pushes while it runs", async () => {
    const place = await openProposals({ dialect });
    const { github } = place;
    await place.edit("revenue", "Edited");
    await place.propose();
    const ours = github.branches.get(BRANCH) as string;
    const pushMeanwhile = () => {
      github.branches.set(BRANCH, ours);
      github.before = (method, path) => {
        if (method === "GET" && path.endsWith("/pulls")) github.branches.set(BRANCH, NEXT);
      };
    };
    pushMeanwhile();
    await place.edit("churn", "Edited, too");
    const written = await place.propose();
    pushMeanwhile();
    await place.edit("revenue", "Revenue");
    await place.edit("churn", "Churn");
    const ended = await place.propose();
    for (const said of [written, ended]) {
      expect(said.outputs["exit-code"]).toBe("1");
      expect(said.log).toContain(`the branch ${BRANCH} is left as it is: it is at 111111111111 since`);
    }
    expect(github.branches.get(BRANCH)).toBe(NEXT);
    expect(place.pulls()).toMatchObject([{ state: "open" }]);
  });

  it("is explained if it is refused, and leaves no branch behind", async () => {
    const place = await openProposals({ dialect });
    await place.edit("revenue", "Edited");
    place.github.refuse = (method, path) => (method === "POST" && path.endsWith("/pulls") ? 403 : undefined);
    const said = await place.propose();
    expect(said.code).toBe(1);
    expect(said.log).toContain("could not open a pull request");
    expect(said.log).toContain("pull-requests: write");
    expect(said.log).toContain("Allow GitHub Actions to create and approve pull requests");
    expect(place.github.branches.has(BRANCH)).toBe(false);
    place.github.refuse = (method) => (method === "POST" ? 403 : undefined);
    expect((await place.propose()).log).toContain("contents: write");
  });
});

describe("drift as a pull request", () => {
  it("takes the place of the issue, and gives it back when it goes", async () => {
    const place = await openProposals();
    await place.edit("revenue", "Edited");
    await place.run("drift", schedule);
    const issues = () => [...place.github.issues.values()].filter(({ title }) => title !== "");
    expect(issues()).toMatchObject([{ state: "open" }]);
    await place.propose();
    const [pull] = place.pulls();
    expect(issues()).toMatchObject([
      { state: "closed", comments: [{ body: expect.stringContaining(`#${pull?.number}`) }] },
    ]);
    // Merged, and applied again: nothing is left.
    place.rewrite({ revenue: board("Edited"), churn: board("Churn") });
    place.commit(NEXT);
    await place.run("apply", { ...byHand, sha: NEXT });
    const done = await place.run("drift", { ...schedule, sha: NEXT }, { inputs: { propose: "true" } });
    expect(done.outputs["exit-code"]).toBe("0");
    expect(place.pulls()).toMatchObject([{ state: "closed" }]);
  });

  it("is rebuilt on the newest commit; no run of an older one writes it", async () => {
    const place = await openProposals();
    await place.edit("revenue", "Edited");
    await place.propose();
    place.commit(NEXT);
    const old = await place.propose();
    expect(old.log).toContain("has a newer commit (111111111111)");
    await place.run("drift", { ...schedule, sha: NEXT }, { inputs: { propose: "true" } });
    const head = place.github.branches.get(BRANCH) as string;
    expect(place.github.commits.get(head)?.parents).toEqual([NEXT]);
    expect(place.pulls()).toHaveLength(1);
  });

  it("lists conflicts and guesses none of them", async () => {
    const place = await openProposals();
    await place.edit("revenue", "From the UI");
    await place.edit("churn", "Edited, too");
    place.rewrite({ revenue: board("From Git"), churn: board("Churn") });
    place.commit();
    await place.propose();
    expect(place.onBranch(FILE)).toContain("title: From Git");
    expect(place.onBranch(FILE)).toContain("title: Edited, too");
    const body = readMarkdown(place.pulls()[0]?.body ?? "");
    expect(body).toContain("**1 conflict is not in it**");
    expect(body).toContain("- <code>revenue</code>");
    expect(body).toContain("boardwright pull revenue --theirs");

    // Only the conflict is left: there is nothing to merge.
    await place.edit("churn", "Churn");
    const rest = await place.propose();
    expect(rest.outputs).toMatchObject({ "exit-code": "2" });
    expect(rest.outputs["pull-request"]).toBeUndefined();
    expect(place.pulls()).toMatchObject([{ state: "closed" }]);
    const number = place.pulls()[0]?.number as number;
    expect(place.comments(number).at(-1)?.body).toContain("the issue of this run lists it");
    // The same edit, made anew, is proposed again: nobody closed it but the run itself.
    await place.edit("churn", "Edited, too");
    await place.propose();
    expect(place.pulls().map(({ state }) => state)).toEqual(["closed", "open"]);
    await place.edit("churn", "Churn");
    await place.propose();
    expect(
      [...place.github.issues.values()].filter(({ title, state }) => title !== "" && state === "open"),
    ).toHaveLength(1);
  });

  it("holds what is hostile in a dashboard as text: in the file, the title, the body, the branch", async () => {
    const place = await openProposals();
    const title =
      "<img src=x onerror=alert(1)> @everyone fixes #1 fixes GH-1 -->\n::set-output name=x::1\n${env.HOME} {{ x }}";
    await place.edit("revenue", title);
    const said = await place.propose();
    const [pull] = place.pulls();
    expect(pull?.title).toBe("Take in the edits made outside Git on production");
    expect(pull?.head.ref).toBe(BRANCH);
    expect(pull?.body).not.toMatch(/<img|@everyone|fixes #1|fixes GH-1/);
    expect(said.commands.map(({ name }) => name)).not.toContain("set-output");
    const message = [...place.github.commits.values()][0]?.message;
    expect(message).toBe("Take in the edits made outside Git (production)");
    // Read again, it is the title that is live: no variable, no key of its own.
    writeFileSync(join(place.workspace, FILE), place.onBranch(FILE) as string);
    place.commit();
    await place.run("apply", byHand);
    const after = await place.run("drift", schedule);
    expect(after.outputs["exit-code"]).toBe("0");
  });

  it("says of a rule that refuses its branch that the rule has to change", async () => {
    const place = await openProposals();
    await place.edit("revenue", "Edited");
    place.github.refuse = (method, path) =>
      method === "POST" && path.endsWith("/git/refs") ? 422 : undefined;
    place.github.message =
      "Repository rule violations found: Cannot create ref due to creations being restricted.";
    const said = await place.propose();
    expect(said.log).toContain("let the rule leave out `boardwright/drift/**`");
    expect(said.log).not.toContain("Run the job again");
    // Another run was first: the next one goes on with its branch.
    place.github.message = "Reference already exists";
    expect((await place.propose()).log).toContain("Run the job again");
  });

  it("encodes a target that no branch can be called", async () => {
    const project = `version: 1\nproject: acme\ndefaultTarget: "eu..x y~^:@{/a.lock"\ntargets:\n  "eu..x y~^:@{/a.lock": { url: https://platform.test, deployment: 1 }\n`;
    const place = await openProposals({ project });
    await place.edit("revenue", "Edited");
    const said = await place.propose();
    expect(said.code, said.log).toBe(0);
    expect(place.pulls()[0]?.head.ref).toBe("boardwright/drift/eu=2E=2Ex=20y=7E=5E=3A=40=7B=2Fa=2Elock");
  });

  it("makes a new pull request where the server cannot move a branch", async () => {
    const place = await openProposals({ dialect: "gitea" });
    place.github.movesBranches = false;
    await place.edit("revenue", "Edited");
    await place.propose();
    await place.edit("churn", "Edited, too");
    const said = await place.propose();
    expect(said.code, said.log).toBe(0);
    expect(place.pulls().map(({ state }) => state)).toEqual(["closed", "open"]);
    expect(place.onBranch(FILE)).toContain("title: Edited, too");
    // A newer commit alone is no reason to do that again.
    place.commit(NEXT);
    await place.run("drift", { ...schedule, sha: NEXT }, { inputs: { propose: "true" } });
    expect(place.pulls()).toHaveLength(2);
  });

  it("is for the default branch as it is checked out, and never for a pull request", async () => {
    const place = await openProposals();
    await place.edit("revenue", "Edited");
    const inputs = { propose: "true" };
    const onPull = await place.run("drift", pullRequest(5), { inputs });
    expect(onPull.outputs["exit-code"]).toBe("64");
    expect(onPull.log).toContain("`propose` does nothing on pull_request");
    const elsewhere = await place.run("drift", { ...byHand, ref: "refs/heads/feature" }, { inputs });
    expect(elsewhere.log).toContain("is for the default branch main");
    const narrowed = await place.propose({ only: "revenue" });
    expect(narrowed.log).toContain("cannot be combined with `only`");
    writeFileSync(
      join(place.workspace, FILE),
      `# by a step before\n${readFileSync(join(place.workspace, FILE), "utf8")}`,
    );
    const changed = await place.propose();
    expect(changed.log).toContain(`${FILE} is not as it is in 0123456789ab`);
    expect(place.pulls()).toEqual([]);
  });
});
