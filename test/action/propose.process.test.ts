// drift with `propose`: the edits become a branch and a pull request, on each server in its own way.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rows } from "../support/runs.ts";
import { board } from "./place.ts";
import { BRANCH, openProposals } from "./proposals.ts";
import { readMarkdown } from "./runner.ts";

const FILE = "dashboards/all.yaml";
const NEXT = "1111111111111111111111111111111111111111";

describe.each(rows(["github", "enterprise", "gitea"] as const))(
  "drift as a pull request on %s",
  (dialect) => {
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

    it("carries the new slug of a workbook that was renamed in the UI, once until somebody closes it", async () => {
      const place = await openProposals();
      place.sandbox.edit("revenue", (workbook) => {
        workbook.slug = "turnover";
      });
      await place.propose();
      expect(place.pulls()).toMatchObject([{ state: "open" }]);
      expect(place.onBranch("dashboards/all.yaml")).toMatch(/turnover"?:\s+"?was"?: "?revenue/);
      for (const pull of place.pulls()) pull.state = "closed";
      place.rewrite({ revenue: board("Revenue"), churn: board("Churn"), other: board("Other") });
      place.commit();
      await place.propose();
      expect(place.pulls()).toMatchObject([{ state: "closed" }]);
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
      place.github.refuse = (method, path) =>
        method === "POST" && path.endsWith("/pulls") ? 403 : undefined;
      const said = await place.propose();
      expect(said.code).toBe(1);
      expect(said.log).toContain("could not open a pull request");
      expect(said.log).toContain("pull-requests: write");
      expect(said.log).toContain("Allow GitHub Actions to create and approve pull requests");
      expect(place.github.branches.has(BRANCH)).toBe(false);
      place.github.refuse = (method) => (method === "POST" ? 403 : undefined);
      expect((await place.propose()).log).toContain("contents: write");
    });
  },
);
