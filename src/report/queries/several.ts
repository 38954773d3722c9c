// The queries of several targets: what is wrong at each of them, the same at many once, and a line for each outcome.

import { type DataTest, writeJson } from "../../model/index.ts";
import { type Document, line } from "../document/document.ts";
import { markdown } from "../document/markdown.ts";
import { terminal } from "../document/terminal.ts";
import { annotation } from "../findings/lint-github.ts";
import { jsonText, pick } from "../json/json-text.ts";
import { type FailedTarget, linesByTarget } from "../subjects/by-target.ts";
import { testDocument, testFindings, troubles, verdictText } from "../subjects/test.ts";
import { escapeTerminal } from "../text/escape.ts";
import { hostText } from "../text/host-text.ts";
import { paintWith } from "../text/paint.ts";
import { testToJson } from "./test-json.ts";
import { suiteOf, suitesText } from "./test-junit.ts";

export interface SeveralTests {
  tests: readonly DataTest[];
  /** Targets that could not be tested. */
  failed: readonly FailedTarget[];
}

export interface TestOptions {
  color: boolean;
  /** Cells of the terminal; undefined if it is none. */
  width?: number | undefined;
  /** The path from the repository's root to the project's folder: "" or "analytics/". */
  prefix: string;
}

export function testsPretty({ tests, failed }: SeveralTests, style: TestOptions): string {
  const { bold } = paintWith(style.color);
  const blocks = foldTroubles(tests).map(([first, ...others]) => {
    const place = `${bold(escapeTerminal(first.target))} · ${escapeTerminal(hostText(first.url))} · deployment ${first.deployment}`;
    return `${place}\n\n${terminal(forAll(first, others), style)}\n`;
  });
  return [...blocks, terminal(closing({ tests, failed }), style)].join("");
}

export function testsMarkdown({ tests, failed }: SeveralTests): string {
  const blocks = foldTroubles(tests).map(
    ([first, ...others]) => `${markdown(forAll(first, others), { subject: first.target })}\n`,
  );
  return [...blocks, markdown(closing({ tests, failed }))].join("");
}

/** Annotations, then what the run came to as lines of log. */
export function testGithub(test: DataTest, { prefix }: TestOptions): string {
  const end = terminal({ ...testDocument(test), details: [] }, { color: false });
  return [...annotations(test, prefix), end].join("");
}

function annotations(test: DataTest, prefix: string): string[] {
  return testFindings(test).map((finding) => annotation(finding, prefix));
}

/** An annotation once, wherever it comes from. */
export function testsGithub({ tests, failed }: SeveralTests, { prefix }: TestOptions): string {
  const once = new Set(tests.flatMap((test) => annotations(test, prefix)));
  return [...once, terminal(closing({ tests, failed }), { color: false })].join("");
}

export function testsJunit({ tests }: SeveralTests): string {
  return suitesText(tests.map((test) => suiteOf(test, `boardwright test ${test.of} · ${test.target}`)));
}

/** `targets`, each as `test --json` has one, and `failed` if any could not be tested. */
export function testsJson({ tests, failed }: SeveralTests): string {
  const reasons = failed.map(({ target, error }) => ({
    target,
    error: pick(error, ["code", "message", "details"]),
  }));
  return jsonText({
    targets: tests.map(testToJson),
    failed: reasons.length > 0 ? reasons : undefined,
  });
}

/** Those at which something is wrong, the same together, in the order given. */
function foldTroubles(tests: readonly DataTest[]): [DataTest, ...DataTest[]][] {
  const bySaid = new Map<string, [DataTest, ...DataTest[]]>();
  for (const test of tests) {
    if (troubles(test).length === 0) continue;
    const findings = testFindings({ ...test, tested: test.tested.map(withoutOwn) });
    const said = writeJson(
      findings.map(({ message, help = "", file, line, column }) => [message, help, file, line, column]),
    );
    const same = bySaid.get(said);
    if (same) same.push(test);
    else bySaid.set(said, [test]);
  }
  return [...bySaid.values()];
}

/** How long it took, and the number of a request, are of that run alone. */
function withoutOwn({ error, ...one }: DataTest["tested"][number]): DataTest["tested"][number] {
  const { requestId: _, ...said } = error ?? { code: "", message: "" };
  return { ...one, ms: null, ...(error && { error: said }) };
}

function forAll(first: DataTest, others: readonly DataTest[]): Document {
  const document = testDocument(first);
  if (others.length === 0) return document;
  const names = { names: others.map(({ target }) => target) };
  return {
    ...document,
    lead: [...(document.lead ?? []), line`The same for ${others.length} more: ${names}.`],
  };
}

function closing({ tests, failed }: SeveralTests): Document {
  const said = tests.map((test) => ({ target: test.target, text: `${verdictText(test)}.` }));
  return {
    light: "none",
    verdict: [],
    lead: linesByTarget(said, { failed, failing: "could not be tested" }),
  };
}
