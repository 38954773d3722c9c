// What else may meet a drift that is proposed: an issue, an older run, a conflict, hostile names, rules of the server.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { board } from "./place.ts";
import { BRANCH, openProposals } from "./proposals.ts";
import { byHand, pullRequest, readMarkdown, schedule } from "./runner.ts";

const FILE = "dashboards/all.yaml";
const NEXT = "1111111111111111111111111111111111111111";

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
