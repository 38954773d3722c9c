// The one comment: data under seals, and the text that is drawn from it in the order of what matters.
import { brotliCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApplyReport } from "../../src/model/index.ts";
import { movedSince, planHash } from "../../src/plan/index.ts";
import {
  approvalOf,
  type CommentInput,
  type CommentSection,
  type CommentState,
  formatComment,
  isSealedSection,
  isWholeComment,
  makeSection,
  moveText,
  parseComment,
  readSealed,
  sealSection,
  sectionOf,
  showsRows,
  withoutSeal,
  withSection,
} from "../../src/report/index.ts";
import { attackedApply, attackedFinding, attackedPlan, failureOf } from "../security/held/attacked.ts";
import { nastyText } from "../support/nasty.ts";
import { runs } from "../support/runs.ts";
import { changed, hazard, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

const COMMIT = "a".repeat(40);
const NEWER = "b".repeat(40);
const WHO = { command: "plan", target: "production", project: "acme" };
const PLACE = { key: "k".repeat(32), repository: "acme/dashboards", pull: 5 };
const LIMIT = 65_536;
const LINT = { ...WHO, command: "lint", target: "", lint: { diagnostics: [], files: 3 } };

const write = (input: CommentInput, commit: string | undefined = COMMIT) =>
  sealSection(makeSection(input, { commit }).section, PLACE);
const comment = (...sections: CommentSection[]) => formatComment({ project: "acme", head: COMMIT, sections });
const read = (body: string) => parseComment(body) as CommentState;
const nameOf = ({ command, target, shard }: CommentSection) =>
  [command, target, shard].filter((part) => part).join(" ");
const planOf = (...changes: ReturnType<typeof makeChange>[]) => ({ ...WHO, plan: makePlan(changes) });
/** In the order in which people read them. */
const subjects = (body: string) =>
  [...read(body).sections]
    .sort((one, other) => body.indexOf(one.texts[0] ?? "") - body.indexOf(other.texts[0] ?? ""))
    .map(nameOf);

const edited = (key: string, visible: boolean) =>
  makeChange(key, { visible, fields: [changed("name", "a", "b")] });
const applied: ApplyReport = {
  ...attackedApply("x"),
  results: [],
  interrupted: false,
};

describe("the order of sections", () => {
  const waits = makeChange("w", {
    hazards: [hazard("drift", "edited")],
    fields: [changed("name", "a", "b")],
  });

  it("is: what became of the merge, what is wrong, what waits, what viewers see, drafts; and plan, preview, lint", () => {
    const error = { diagnostics: [attackedFinding("x")], files: 1 };
    const warning = { diagnostics: [{ ...attackedFinding("x"), severity: "warning" as const }], files: 1 };
    const preview = { name: "pr-5", branch: "b", workbooks: [], diagnostics: [] };
    const sections = [
      write({ ...LINT, target: "warned", lint: warning }),
      write({ ...WHO, command: "preview", preview }),
      write({ ...planOf(edited("d", false)), target: "drafts" }),
      write({ ...planOf(edited("s", true)), target: "seen", shard: "10/12" }),
      write({ ...planOf(edited("s", true)), target: "seen", shard: "2/12" }),
      write({ ...LINT, target: "wrong", lint: error }),
      write({ ...planOf(waits), target: "waits" }),
      write({ ...WHO, command: "apply", apply: applied }, undefined),
    ];
    expect(subjects(comment(...sections))).toEqual([
      "apply production",
      "lint wrong",
      "plan waits",
      "plan seen 2/12",
      "plan seen 10/12",
      "plan drafts",
      "preview production",
      "lint warned",
    ]);
    expect(subjects(comment(...sections.reverse()))).toEqual(subjects(comment(...sections)));
  });

  it("has what waits in the newest commit above what was wrong in an older one", () => {
    const wrong = write({ ...WHO, failure: failureOf("x") }, NEWER);
    expect(subjects(comment(wrong, write({ ...planOf(waits), target: "staging" })))).toEqual([
      "plan staging",
      "plan production",
    ]);
  });

  it("has quiet ones as words of the last line, of which each says that it is old", () => {
    const quiet = { ...planOf(), target: "staging" };
    const body = comment(
      write(LINT, NEWER),
      write(quiet),
      write({ ...WHO, plan: sketchPlan() }),
      write({ ...quiet, shard: "1/2" }),
    );
    expect(subjects(body)?.[0]).toBe("plan production");
    expect(body.split("\n").filter((line) => line.startsWith("<details><summary>✅"))).toEqual([
      "<details><summary>✅ plan of staging: nothing to do · plan of staging 1/2: nothing to do · lint: no findings in 3 files (of the older commit <code>bbbbbbbbbbbb</code>) · model check: not run · preview: not up</summary>",
    ]);
    expect(body).toMatch(/<\/details>\n\n<!-- boardwright:state \S+ -->\n$/);
  });

  it.each<[string, Partial<CommentInput>]>([
    ["a note", { notes: ["Something."] }],
    ["a warning", { lint: { diagnostics: [attackedFinding("x")], files: 3 } }],
    [
      "a change of the policy",
      {
        policy: { revision: "main", commit: COMMIT, changes: [{ path: "env", change: "added", after: "X" }] },
      },
    ],
    ["a failure", { failure: { message: "No.", details: [] } }],
  ])("never folds %s away", (_, more) => {
    const body = comment(write({ ...LINT, ...more }), write({ ...WHO, plan: sketchPlan() }));
    expect(body).not.toContain("<summary>✅");
  });
});

describe("a section", () => {
  it("stays under its seal, whoever writes another one, and however a server ends lines", () => {
    const own = write({ ...WHO, plan: sketchPlan() });
    let state = read(comment(own).replaceAll("\n", "\r\n"));
    for (const target of ["staging", "a b--c>%"]) {
      state = read(formatComment(withSection(state, write({ ...WHO, target, plan: sketchPlan() }))));
      expect(sectionOf(state, { ...WHO, target })).toBeDefined();
    }
    const kept = sectionOf(state, WHO) as CommentSection;
    expect(kept).toEqual(JSON.parse(JSON.stringify(own)));
    expect(isSealedSection(kept, PLACE)).toBe(true);
  });

  it.each<[string, (section: CommentSection) => CommentSection]>([
    ["its weight", (section) => ({ ...section, weight: "draft" })],
    ["its commit", (section) => ({ ...section, commit: NEWER })],
    ["its target", (section) => ({ ...section, target: "staging" })],
    ["what it says", (section) => ({ ...section, texts: ["Nothing changes."] })],
    ["a digest of what it says", (section) => ({ ...section, digests: { texts: [], sizes: [] } })],
    ["nothing left of what it says", (section) => ({ ...section, texts: [] })],
    ["its hash", (section) => ({ ...section, approval: { ...section.approval, hash: "sha256:00" } })],
    ["its changes", (section) => ({ ...section, changes: section.changes?.slice(1) })],
  ])("loses its seal with another value of %s", (_, change) => {
    const own = write({ ...WHO, plan: sketchPlan() });
    expect(isSealedSection(change(own), PLACE)).toBe(false);
    for (const other of [{ key: "m".repeat(32) }, { pull: 6 }, { repository: "mallory/dashboards" }])
      expect(isSealedSection(own, { ...PLACE, ...other })).toBe(false);
    expect(isSealedSection(own, PLACE)).toBe(true);
  });

  it("replaces its own earlier one alone", () => {
    const state = read(comment(write(LINT), write({ ...WHO, plan: sketchPlan() })));
    const next = write(LINT, NEWER);
    expect(withSection(state, next).sections).toEqual([next, sectionOf(state, WHO)]);
  });

  it("is marked where it is of an older commit, and one of none is not", () => {
    const body = comment(write({ ...WHO, plan: sketchPlan() }, NEWER));
    expect(body.split("\n")[2]).toBe(
      "**What follows is of an older commit**, <code>bbbbbbbbbbbb</code>. The newest one is <code>aaaaaaaaaaaa</code>.",
    );
    expect(comment(write({ ...WHO, command: "apply", apply: applied }, undefined))).not.toContain("older");
    expect(comment(write({ ...WHO, plan: sketchPlan() }, "<img src=x>"))).toContain(
      "an older commit**, <code>&#60;img src=x&#62;</code>.",
    );
  });

  it("remembers what was reviewed", () => {
    const identity = { ...WHO, target: "a b--c>%", shard: "2/4" };
    const plan = sketchPlan();
    plan.target.name = identity.target;
    const [kept] = read(comment(write({ ...identity, plan }))).sections as [CommentSection];
    expect(kept).toMatchObject(identity);
    const approval = readSealed(kept, PLACE);
    expect(approval).toMatchObject({ hash: planHash(plan), total: 3 });
    const now = sketchPlan();
    now.target.name = identity.target;
    now.changes.pop();
    expect(movedSince([approval ?? { hash: "" }], now)?.map(moveText)).toEqual([
      "supplier-scorecard was in the reviewed plan, but no longer is",
    ]);
  });

  it("remembers the first of very many changes, within a quarter of the comment", () => {
    const changes = Array.from({ length: 5000 }, (_, at) =>
      makeChange(`board-${String(at).padStart(4, "0")}`),
    );
    const body = comment(write(planOf(...changes)));
    expect(body.length).toBeLessThanOrEqual(LIMIT);
    const approval = approvalOf(sectionOf(read(body), WHO) as CommentSection);
    expect(approval?.total).toBe(5000);
    expect(approval?.changes?.length).toBeGreaterThan(250);
    expect(approval?.changes?.[0]?.key).toBe("board-0000");
  });
});

describe("a comment that somebody changed", () => {
  const body = comment(write({ ...WHO, plan: sketchPlan() }), write(LINT));
  it.each<[string, (text: string) => string]>([
    ["a line below", (text) => `${text}\nmore\n`],
    ["a line above", (text) => `more\n${text}`],
    ["a line between", (text) => text.replace("\n", "\nmore\n")],
    ["another word", (text) => text.replace("lint: no findings in 3 files", "lint: fine")],
    ["an open fold", (text) => text.replace("</details>\n\n<!--", "\n<!--")],
    ["no first line", (text) => text.split("\n").slice(1).join("\n")],
  ])("by %s is not whole, and is what it was underneath", (_, change) => {
    expect(isWholeComment(body)).toBe(true);
    const now = change(body);
    expect(now).not.toBe(body);
    expect(isWholeComment(now)).toBe(false);
    expect(parseComment(now)).toEqual(parseComment(body));
  });

  it("only by blanks around it and by the ends of its lines is whole", () => {
    expect(isWholeComment(`\n\n${body}\n\n`.trim().replaceAll("\n", "\r\n"))).toBe(true);
  });

  const withState = (json: string) =>
    body.replace(/state \S+/, `state ${brotliCompressSync(json).toString("base64")}`);
  const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  const withOther = (other: object) =>
    withState(`{"project":"acme","sections":[${JSON.stringify({ ...read(body).sections[0], ...other })}]}`);
  it.each<[string, string]>([
    ["no state", body.replace(/<!-- boardwright:state .*/, "")],
    ["half a state", body.replace(/(state \S{40})\S+/, "$1")],
    ["a state that is none", withState("[]")],
    ["a state of other shape", withState(JSON.stringify({ sections: [{ command: "plan", target: 1 }] }))],
    [
      "a state that was made to take hours to draw",
      withState(JSON.stringify({ sections: Array.from({ length: 1001 }, () => read(body).sections[1]) })),
    ],
    ["a state that was made to fill the memory", withState(" ".repeat(5_000_000))],
    ["a state that nests more deeply than calls can", withState(`${"[".repeat(9000)}${"]".repeat(9000)}`)],
    ["an approval that does", withOther({ approval: { hash: "x", more: nested(1000) } })],
    ["a text that hides what is below it", withOther({ texts: ["### fine <!--"] })],
    ["a text that folds what is below it", withOther({ texts: ["<details><summary>fine</summary>"] })],
    ["one that does in other letters", withOther({ texts: ["<DETAILS\nopen><Summary>fine</summary>"] })],
    ["one that closes what it did not open", withOther({ texts: ["</details><details>"] })],
    ["one with half a tag", withOther({ texts: ["fine <a href="] })],
  ])("to have %s is found, and holds no section", (_, text) => {
    expect(parseComment(text)).toEqual({ project: "acme", head: undefined, sections: [] });
    expect(isWholeComment(text)).toBe(false);
  });

  it.each([
    " <!-- boardwright:comment project=acme -->",
    "> <!-- boardwright:comment project=acme -->",
    "<!-- boardwright:comment project=acme --> and more",
    "<!-- boardwright:v1 command=plan target=production -->",
    "<!-- boardwright:state AAAA -->",
    "",
  ])("is none where no line is exactly ours: %j", (text) => {
    expect(parseComment(text)).toBeUndefined();
    expect(isWholeComment(text)).toBe(false);
  });
});

describe("a section of a comment that somebody changed", () => {
  it("proves nothing any more, which is said of what was reviewed alone", () => {
    const warning = { diagnostics: [{ ...attackedFinding("x"), severity: "warning" as const }], files: 1 };
    const sections = [write({ ...WHO, plan: sketchPlan() }), write({ ...LINT, lint: warning })];
    const body = comment(...sections.map(withoutSeal));
    expect(body.match(/Somebody edited this comment/g)).toHaveLength(1);
    expect(isWholeComment(body)).toBe(true);
    for (const section of read(body).sections) expect(isSealedSection(section, PLACE)).toBe(false);
    expect(read(body).sections.map(({ approval }) => approval?.total)).toEqual([3, undefined]);
  });
});

describe("a sealed section without its rows", () => {
  it("shows no plan in a comment that had room for them", () => {
    const [section] = read(comment(write({ ...WHO, plan: sketchPlan() }))).sections as [CommentSection];
    const cut = { ...section, texts: section.texts.slice(-1) };
    expect(isSealedSection(cut, PLACE)).toBe(true);
    const [small, large] = ["x".repeat(4000), "x".repeat(60_000)] as const;
    expect([showsRows(section, small), showsRows(cut, small), showsRows(cut, large)]).toEqual([
      true,
      false,
      true,
    ]);
    // Nobody sees what fills the state.
    expect(showsRows(cut, `${small}\n<!-- boardwright:state ${large} -->\n`)).toBe(false);
  });
});

describe("where there is too much", () => {
  const boards = (number: number, visible = true) =>
    Array.from({ length: number }, (_, at) =>
      makeChange(`board-${at}`, {
        visible,
        fields: [changed(`meta.k${at}`, "a".repeat(200), `${at}`.repeat(90))],
      }),
    );
  const rowsOf = (text: string) => text.match(/^\| 📝 \|.*\|.*\|$/gm) ?? [];
  const drawn = (body: string, identity = WHO) => sectionOf(read(body), identity)?.texts[0] ?? "";

  it("details of the largest go first, and never a row while details are left", () => {
    const body = comment(
      write(planOf(...boards(150))),
      write({ ...planOf(...boards(20)), target: "staging" }),
      write(LINT),
    );
    expect(body.length).toBeLessThanOrEqual(LIMIT);
    expect(isWholeComment(body)).toBe(true);
    for (const section of read(body).sections) expect(isSealedSection(section, PLACE)).toBe(true);
    expect(rowsOf(drawn(body))).toHaveLength(150);
    expect(drawn(body)).toMatch(/\*\*\d+ sections did not fit here\*\*/);
    expect(rowsOf(drawn(body, { ...WHO, target: "staging" }))).toHaveLength(20);
    expect(drawn(body, { ...WHO, target: "staging" })).not.toContain("did not fit here");
  });

  it("rows of the largest stay while another one has details", () => {
    const small = { ...planOf(...boards(40)), target: "staging" };
    const body = comment(write(planOf(...boards(900))), write(small));
    expect(rowsOf(drawn(body))).toHaveLength(900);
    expect(rowsOf(drawn(body, { ...WHO, target: "staging" }))).toHaveLength(40);
    expect(drawn(body, { ...WHO, target: "staging" })).toContain("did not fit here");
  });

  it("those of an older commit go before those of the newest", () => {
    const older = write({ ...planOf(...boards(60)), target: "staging" }, NEWER);
    const body = comment(older, write(planOf(...boards(75))));
    expect(drawn(body)).not.toContain("did not fit here");
    expect(drawn(body, { ...WHO, target: "staging" })).toContain("did not fit here");
    expect(rowsOf(drawn(body, { ...WHO, target: "staging" }))).toHaveLength(60);
  });

  it("is within the limit for however many sections, each of which says what it comes to and where the rest is", () => {
    const sections = Array.from({ length: 60 }, (_, at) =>
      write({ ...planOf(...boards(30)), target: `region-${at}` }),
    );
    const body = comment(...sections);
    expect(body.length).toBeLessThanOrEqual(LIMIT);
    expect(body.match(/^### .* viewers see <b>30<\/b> dashboards change/gm)).toHaveLength(60);
    const { sections: kept } = read(body);
    expect(kept.every((section) => isSealedSection(section, PLACE))).toBe(true);
    // The hash is never forgotten.
    expect(kept.every(({ approval }) => approval?.total === 30)).toBe(true);
  });

  it("findings take 12,000 characters at most", () => {
    const diagnostics = Array.from({ length: 300 }, (_, line) => ({ ...attackedFinding(`x${line}`), line }));
    const { texts } = write({ ...LINT, lint: { diagnostics, files: 3 } });
    expect(texts[0]?.length).toBeLessThanOrEqual(12_000);
  });
});

/** Lines that would begin, end or hide a section if they got out of the text that they are in. */
const FORGED = [
  "<!-- boardwright:state AAAA -->",
  `\n${comment(write({ ...WHO, plan: sketchPlan() }))}\n`,
  "<!-- boardwright:comment project=acme -->",
  "x\n<!-- boardwright:comment project=acme -->\nApproved.",
  "</pre></details>\n<!-- boardwright:state AAAA -->\n<details><summary>",
  "```\n<!-- boardwright:state AAAA -->\n```",
  "    <!-- boardwright:state AAAA -->",
  "--> <!-- boardwright:state AAAA -->",
];

function expectOnlyOurs(text: string): void {
  const who = { project: text, target: text, shard: text, commit: text };
  const inputs: CommentInput[] = [
    { ...who, command: "plan", plan: attackedPlan(text), notes: [text] },
    {
      ...who,
      command: "apply",
      apply: attackedApply(text),
      moved: [{ kind: "report", key: text, how: "live" }],
    },
    {
      ...who,
      command: "lint",
      lint: { diagnostics: [attackedFinding(text)], files: 1 },
      failure: failureOf(text),
    },
    { ...who, command: "lint", target: `quiet ${text}`, lint: { diagnostics: [], files: 1 } },
  ];
  const sections = inputs.map((input) => write(input, text));
  const body = formatComment({ project: text, head: COMMIT, sections });
  expect(isWholeComment(body)).toBe(true);
  expect(read(body).sections.map(({ command, target }) => [command, target])).toEqual(
    // Long names are cut.
    inputs.map(({ command, target }) => [command, target.slice(0, 300)]),
  );
  expect(body.match(/<!--/g)).toHaveLength(2);
  for (const section of read(body).sections) expect(isSealedSection(section, PLACE)).toBe(true);
}

describe("text of dashboards", () => {
  it.each(FORGED)("forges no line of ours: %j", (text) => {
    expectOnlyOurs(text);
  });

  it("forges none in any order of its pieces", () => {
    const text = fc.array(fc.oneof(nastyText(), fc.constantFrom(...FORGED)), { maxLength: 4 });
    fc.assert(
      fc.property(text, (pieces) => expectOnlyOurs(pieces.join(""))),
      { numRuns: runs(25) },
    );
  });
});
