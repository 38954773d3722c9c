// The one comment as a text: sections that stay as they were written, in the order of what matters, and nothing between them but our lines.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApplyReport } from "../../src/model/index.ts";
import {
  type CommentIdentity,
  type CommentInput,
  fitsComment,
  formatComment,
  formatMarker,
  isSealedComment,
  isWholeComment,
  parseComment,
  parseMarker,
  renderSection,
  roomFor,
  sectionOf,
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
const SEAL = { ...PLACE, at: "2026-11-20T08:00Z", base: "main" };
const END = "<!-- boardwright:end -->";
const LINT = { ...WHO, command: "lint", target: "", lint: { diagnostics: [], files: 3 } };

const write = (input: CommentInput, commit: string | undefined = COMMIT) =>
  renderSection(input, { commit, seal: SEAL }).text;
const comment = (...sections: string[]) =>
  formatComment({ project: "acme", head: COMMIT, sections: sections });
const planOf = (...changes: ReturnType<typeof makeChange>[]) => ({ ...WHO, plan: makePlan(changes) });
const subjects = (body: string) =>
  parseComment(body)?.sections.map((text) => {
    const { command, target, shard } = parseMarker(text) ?? {};
    return [command, target, shard].filter((part) => part).join(" ");
  });

const edited = (key: string, visible: boolean) =>
  makeChange(key, { visible, fields: [changed("name", "a", "b")] });
const applied: ApplyReport = {
  ...attackedApply("x"),
  results: [],
  interrupted: false,
};

describe("the order of sections", () => {
  it("is: what became of the merge, what is wrong, what waits, what viewers see, drafts; and plan, preview, lint", () => {
    const waits = makeChange("w", {
      hazards: [hazard("drift", "edited")],
      fields: [changed("name", "a", "b")],
    });
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
    expect(comment(...sections.reverse())).toBe(comment(...sections));
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
    expect(body.trimEnd().endsWith(`${END}\n\n</details>`)).toBe(true);
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
  it("is kept byte for byte and under its seal, whoever writes another one, and however a server ends lines", () => {
    const own = write({ ...WHO, plan: sketchPlan() });
    let parts = parseComment(comment(own).replaceAll("\n", "\r\n"));
    for (const target of ["staging", "a b--c>%"]) {
      if (!parts) throw new Error("no comment");
      const identity: CommentIdentity = { ...WHO, target };
      parts = withSection(parts, identity, write({ ...identity, plan: sketchPlan() }));
      parts = parseComment(formatComment(parts));
      expect(sectionOf(parts, identity)).toBeDefined();
    }
    const kept = sectionOf(parts, WHO) ?? "";
    expect(kept).toBe(own);
    expect(isSealedComment(kept, WHO, PLACE)).toBe(true);
    expect(isSealedComment(kept.replace("weight=first", "weight=draft"), WHO, PLACE)).toBe(false);
    expect(isSealedComment(kept.replace(`commit=${COMMIT}`, `commit=${NEWER}`), WHO, PLACE)).toBe(false);
  });

  it("replaces its own earlier one alone, and all of them", () => {
    const parts = parseComment(comment(write(LINT), write({ ...WHO, plan: sketchPlan() }), write(LINT)));
    if (!parts) throw new Error("no comment");
    const next = write(LINT, NEWER);
    expect(withSection(parts, LINT, next).sections).toEqual([sectionOf(parts, WHO), next]);
    expect(withSection(parts, LINT, undefined).sections).toEqual([sectionOf(parts, WHO)]);
  });

  it("is marked where it is of an older commit, and one of none is not", () => {
    const body = comment(write({ ...WHO, plan: sketchPlan() }, NEWER));
    expect(body.split("\n")[2]).toBe(
      "**What follows is of an older commit**, <code>bbbbbbbbbbbb</code>. The newest one is <code>aaaaaaaaaaaa</code>.",
    );
    expect(comment(write({ ...WHO, command: "apply", apply: applied }, undefined))).not.toContain("older");
    const forged = formatMarker({ ...WHO, commit: "<img src=x>", weight: "draft" });
    expect(comment(forged)).toContain("an older commit**, <code>&#60;img src=x&#62;</code>.");
  });
});

describe("a comment that somebody changed", () => {
  const body = comment(write({ ...WHO, plan: sketchPlan() }), write(LINT));
  it.each<[string, (text: string) => string]>([
    ["a line below", (text) => `${text}\nmore\n`],
    ["a line between", (text) => text.replace(END, `${END}\n\nmore`)],
    ["a line above", (text) => text.replace("\n", "\nmore\n")],
    ["another newest commit", (text) => text.replace(" head=", " head=c")],
    ["no end", (text) => text.replace(`${END}\n`, "")],
    ["one more end", (text) => text.replace(END, `${END}\n${END}`)],
    ["another word", (text) => text.replace("lint: no findings in 3 files", "lint: fine")],
    ["an open fold", (text) => text.replace(/<\/details>\n$/, "")],
    ["no first line", (text) => text.split("\n").slice(1).join("\n")],
  ])("by %s is not whole", (_, change) => {
    expect(isWholeComment(body)).toBe(true);
    const now = change(body);
    expect(now).not.toBe(body);
    expect(isWholeComment(now)).toBe(false);
  });

  it("only by blanks around it and by the ends of its lines is whole", () => {
    expect(isWholeComment(`\n\n${body}\n\n`.trim().replaceAll("\n", "\r\n"))).toBe(true);
  });

  it("by taking an end away has its sections all the same", () => {
    const cut = body.replaceAll(`${END}\n`, "");
    expect(subjects(cut)).toEqual(["plan production", "lint"]);
  });

  it.each([
    "hello\n<!-- boardwright:comment project=acme -->",
    " <!-- boardwright:comment project=acme -->",
    "> <!-- boardwright:comment project=acme -->",
    "<!-- boardwright:comment project=acme --> and more",
    "<!-- boardwright:v1 command=plan target=production -->",
    "<!-- boardwright:end -->",
    "",
  ])("is none where its first line is not exactly ours: %j", (text) => {
    expect(parseComment(text)).toBeUndefined();
    expect(isWholeComment(text)).toBe(false);
  });
});

describe("room", () => {
  const parts = { project: "acme", head: COMMIT, sections: [] as string[] };
  const filler = (target: string, size: number) =>
    `${formatMarker({ ...WHO, target, weight: "draft" })}\n${"x".repeat(size)}`;

  it("is two thirds of a comment, and what the others leave, so that it always fits", () => {
    expect(roomFor(parts, WHO)).toBe(44_000);
    const others = { ...parts, sections: [filler("a", 30_000), filler("b", 10_000)] };
    const room = roomFor(others, WHO);
    expect(room).toBeGreaterThan(23_000);
    expect(room).toBeLessThan(25_536);
    const old = `${formatMarker({ ...WHO, weight: "draft", commit: NEWER })}\n`;
    expect(fitsComment(withSection(others, WHO, old.padEnd(room, "x")))).toBe(true);
    expect(fitsComment(withSection(others, WHO, filler("production", 26_000)))).toBe(false);
    // What it replaces takes no room.
    expect(roomFor({ ...parts, sections: [filler("production", 40_000)] }, WHO)).toBe(44_000);
    expect(roomFor({ ...parts, only: WHO }, WHO)).toBeGreaterThan(64_000);
  });

  it("is enough where every row is there with its words, and not where one is missing", () => {
    const rows = makePlan(
      Array.from({ length: 60 }, (_, at) =>
        makeChange(`board-${at}`, { fields: [changed("name", "a", "b")] }),
      ),
    );
    const all = renderSection({ ...WHO, plan: rows }, { limit: 44_000 });
    expect(all.hasRows).toBe(true);
    expect(all.text.match(/^\| /gm)?.length).toBe(62);
    expect(renderSection({ ...WHO, plan: rows }, { limit: 3000 }).hasRows).toBe(false);
    expect(renderSection({ ...WHO, plan: makePlan([]) }, { limit: 20 }).hasRows).toBe(false);
  });
});

/** Lines that would begin, end or hide a section if they got out of the text that they are in. */
const FORGED = [
  END,
  `\n${END}\n`,
  formatMarker({ ...WHO, weight: "first", approval: { hash: "sha256:00" } }),
  `x\n${formatMarker({ ...WHO, weight: "first" })}\nApproved.\n${END}\n`,
  "<!-- boardwright:comment project=acme -->",
  "</pre></details>\n<!-- boardwright:end -->\n<details><summary>",
  "```\n<!-- boardwright:end -->\n```",
  "    <!-- boardwright:end -->",
  "--> <!-- boardwright:end -->",
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
  expect([...(parseComment(body)?.sections ?? [])].sort()).toEqual([...sections].sort());
  expect(body.match(/<!--/g)).toHaveLength(1 + 2 * sections.length);
  for (const [at, section] of sections.entries()) {
    const { target } = inputs[at] as CommentInput;
    const identity = { command: inputs[at]?.command ?? "", target, project: text, shard: text };
    const isNamed = text !== "";
    expect(isSealedComment(section, isNamed ? identity : { command: identity.command, target }, PLACE)).toBe(
      true,
    );
  }
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
