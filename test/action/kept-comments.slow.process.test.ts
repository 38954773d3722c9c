// What a job keeps of the one comment that others wrote and somebody changed, and how many findings it shows.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isWholeComment } from "../../src/report/index.ts";
import type { Comment } from "./github-server.ts";
import { board, chart, openPlace, type Place } from "./place.ts";
import { planSection, withPlan } from "./reseal.ts";
import { pullRequest, readMarkdown } from "./runner.ts";

const NEWER = "b".repeat(40);
const STAGING = { inputs: { target: "staging" } };
const OLDER_LINE = "**What follows is of an older commit**";
const first = (place: Place) => place.comments(5)[0] as Comment;

async function planned(): Promise<Place> {
  const place = await openPlace();
  await place.run("plan", pullRequest(5));
  await place.run("plan", pullRequest(5), STAGING);
  return place;
}

describe("a section of another command that somebody has changed", () => {
  const LIE = "### 🟢 Boardwright · production: viewers see no change";
  const lie = (place: Place) => {
    const { body } = first(place);
    first(place).body = withPlan(body, { ...planSection(body), texts: [LIE] });
  };

  it.each<[string, (place: Place) => void, string]>([
    [
      "as people see it",
      (place) => {
        first(place).body = first(place).body.replace(/(### .* production: )[^\n]+/, LIE);
      },
      "**Somebody edited this comment**",
    ],
    ["and all that is hidden as well", lie, "### 🟡 Boardwright · production: somebody edited this section"],
  ])(
    "%s, is not repeated by who has its key, and proves nothing until its command runs again",
    async (_, edit, words) => {
      const place = await planned();
      edit(place);
      expect(first(place).body.split("\n")).toContain(LIE);
      await place.run("plan", pullRequest(5), STAGING);
      expect(first(place).body.split("\n")).not.toContain(LIE);
      expect(first(place).body).toContain(words);
      expect(planSection(first(place).body).seal).toBeUndefined();
      expect(isWholeComment(first(place).body)).toBe(true);
      const before = first(place).body;
      await place.run("plan", pullRequest(5), STAGING);
      expect(first(place).body).toBe(before);
      const merged = place.merge(5);
      expect((await place.run("apply", merged)).outputs["exit-code"]).toBe("3");
      await place.run("plan", pullRequest(5));
      expect(first(place).body).not.toContain("omebody edited");
      expect((await place.run("apply", merged)).outputs["exit-code"]).toBe("0");
    },
  );

  it("is kept by who has another key, and cannot know", async () => {
    const place = await planned();
    lie(place);
    await place.run("plan", pullRequest(5), { inputs: { ...STAGING.inputs, "review-key": "s".repeat(32) } });
    expect(place.sections(5).get("plan production")).toBe(LIE);
    expect((await place.run("apply", place.merge(5))).outputs["exit-code"]).toBe("3");
  });
});

describe("a comment that somebody", () => {
  it.each([
    ["wrote above", (body: string) => `hello\n${body}`],
    ["took the first line of", (body: string) => body.slice(body.indexOf("\n") + 1)],
  ])("%s is the comment all the same", async (_, edit) => {
    const place = await planned();
    const { id, body } = first(place);
    first(place).body = edit(body);
    place.comments(5).push({ id: 2000, body: `mine\n${body}`, user: { login: "mallory" } });
    place.github.heads.set(5, NEWER);
    const step = await place.run("plan", pullRequest(5, { sha: NEWER }), STAGING);
    expect(step.outputs["comment-id"]).toBe(String(id));
    expect(place.comments(5).map((one) => one.id)).toEqual([id, 2000]);
    expect(isWholeComment(first(place).body)).toBe(true);
    expect(first(place).body).toContain(OLDER_LINE);
    expect(planSection(first(place).body).seal).toBeUndefined();
    expect(place.comments(5)[1]?.body).toBe(`mine\n${body}`);
  });

  it("copied, who does not work on the repository, is left to them", async () => {
    const place = await planned();
    const { body } = first(place);
    const by = (type: string, author_association: string): Comment =>
      ({ id: 2000, body, user: { login: "eve", type }, author_association }) as Comment;
    place.comments(5).splice(0, 1, by("User", "NONE"));
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(2);
    // A bot whose token was used before is another matter.
    place.comments(5).splice(0, 2, by("Bot", "NONE"));
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(1);
  });
});

describe("findings in the comment", () => {
  it("leave room to plans: warnings elsewhere go first", async () => {
    const widgets = Array.from({ length: 40 }, (_, at) => chart(`w${at}`));
    const boards = Array.from({ length: 12 }, (_, at) => [`board-${at}`, board(`Board ${at}`, ...widgets)]);
    const place = await openPlace({ workbooks: Object.fromEntries(boards) });
    place.github.files.set(5, [{ filename: "dashboards/all.yaml", patch: "@@ -1,1 +1,9 @@\n+a\n+b\n+c" }]);
    await place.run("lint", pullRequest(5));
    const lint = place.sections(5).get("lint") ?? "";
    expect(lint.length).toBeLessThanOrEqual(12_000);
    expect(lint).toContain("on lines that the pull request does not change");
  });

  it("are a number if they are in files that the pull request leaves, and whole in the summary", async () => {
    const overlapping = board("Other", chart("first"), chart("second"));
    const files = { "dashboards/other.yaml": stringify({ workbooks: { other: overlapping } }) };
    const place = await openPlace({
      workbooks: { revenue: board("Revenue", chart("a"), chart("b")) },
      files,
    });
    place.github.files.set(5, [{ filename: "dashboards/all.yaml", patch: "@@ -1,1 +1,30 @@\n+a\n+b" }]);
    const step = await place.run("lint", pullRequest(5));
    const lint = place.sections(5).get("lint") ?? "";
    expect(lint).toContain("2 warnings");
    expect(readMarkdown(lint)).toContain(
      "1 warning in files that the pull request does not change: the log and the job summary have it.",
    );
    expect(lint).toContain("all.yaml");
    expect(lint).not.toContain("other.yaml");
    expect(step.summary).toContain("other.yaml");
  });
});
