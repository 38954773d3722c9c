// One value among many that are changed in the same field: nobody may hide a link behind "the same as the others".
import { expect, it } from "vitest";
import { type Change, isObject } from "../../src/model/index.ts";
import { PLAN_FORMATS, renderComment, renderSummary } from "../../src/report/index.ts";
import { changed, makeChange, makePlan } from "../report/plan-samples.ts";

const EVIL =
  "Session expired, as of the last refresh of the data: [log in again](https://evil-login/session)";
const OPTIONS = { color: false, width: 100, files: 1, liveCount: 60 };
const PATH = "dashboard.widgets[n].config.markdown";

/** As many workbooks with a typo mended, the last of which says something else. */
function mended(number: number, pad = 0): Change[] {
  return Array.from({ length: number }, (_, at) =>
    makeChange(`board-${String(at).padStart(4, "0")}`, {
      fields: [
        changed(
          PATH,
          `Figures befor refunds ${at}${" x".repeat(pad)}`,
          at === number - 1
            ? `${EVIL}${" x".repeat(pad)}`
            : `Figures before refunds ${at}${" x".repeat(pad)}`,
        ),
      ],
    }),
  );
}

const inputs = (changes: Change[]) => ({ command: "plan", target: "production", plan: makePlan(changes) });
/** What a reader sees: without the marks that keep a text from being one of markdown. */
const plain = (text: string) =>
  text.replace(/&#(\d+);|\u200b/g, (_, code) => (code ? String.fromCodePoint(code) : ""));

it.each([4, 17, 20, 21, 200])("is shown of %i workbooks, wherever people read", (number) => {
  const changes = mended(number);
  for (const format of ["pretty", "markdown", "html"]) {
    const text = PLAN_FORMATS[format]?.plan(makePlan(changes), OPTIONS) ?? "";
    // A terminal has lines as long as it is wide: the rest is counted.
    expect(plain(text), format).toContain(format === "pretty" ? "Session expired" : "evil-login");
    expect(text, format).not.toMatch(/alike|each has its own/);
  }
  // A comment has no room for very many: it says whose words are missing, and where they are.
  const comment = plain(renderComment(inputs(changes)));
  if (number < 100) expect(comment).toContain("evil-login");
  else expect(comment.includes("evil-login") || /\d+ sections did not fit here/.test(comment)).toBe(true);
  expect(plain(renderSummary(inputs(changes)))).toContain("evil-login");
});

it("is counted where the comment has no room for it, and in the summary all the same", () => {
  const changes = mended(400, 60);
  const comment = renderComment(inputs(changes), { fullReport: "https://github.test/run" });
  expect(plain(comment)).not.toContain("evil-login");
  expect(comment).toMatch(/\*\*\d+ sections did not fit here\*\* \(.* \d+ more\): the rest is in .*this run/);
  expect(plain(renderSummary(inputs(changes)))).toContain("evil-login");
});

it("is not a group with those that have the same values", () => {
  const same = Array.from({ length: 30 }, (_, at) =>
    makeChange(`same-${at}`, { fields: [changed(PATH, "befor", at === 7 ? EVIL : "before")] }),
  );
  const text = PLAN_FORMATS.pretty?.plan(makePlan(same), OPTIONS) ?? "";
  expect(text).toContain("29 workbooks alike");
  expect(text).toContain("Session expired");
});

it("is not said of the contents of what is new", () => {
  const text = (markdown: string) => ({
    name: "New",
    meta: { dashboardDraft: { widgets: [{ id: "n", type: "TEXT", config: { markdown } }] } },
  });
  const created = Array.from({ length: 20 }, (_, at) =>
    makeChange(`new-${at}`, { action: "create", id: null, request: text(at === 19 ? EVIL : "Fine") }),
  );
  expect(created.every(({ request }) => isObject(request))).toBe(true);
  for (const format of ["pretty", "markdown", "html"]) {
    const shown = PLAN_FORMATS[format]?.plan(makePlan(created), OPTIONS) ?? "";
    expect(shown, format).toMatch(/20 new workbooks(<\/?\w+>)?, each with content of its own/);
    expect(shown, format).not.toContain("alike");
  }
  expect(PLAN_FORMATS.html?.plan(makePlan(created), OPTIONS)).toContain("evil-login");
});
