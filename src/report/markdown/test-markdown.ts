// Queries in markdown, for a job summary or a comment: the verdict, the dashboards that break, and each query that is not ok.

import type { DataTest } from "../../model/index.ts";
import { brokenBy, countVerdicts, testFindings, testRest, verdictText } from "../text/test-words.ts";
import { diagnosticSections, type FindingOptions } from "./diagnostic-markdown.ts";
import { joinDocument, type MarkdownDocument } from "./markdown-document.ts";
import { markdownCode, markdownName } from "./markdown-text.ts";

/** Names in a sentence, at most. */
const NAMED = 20;
/** Characters of a sentence. */
const ROOM = 600;

/** Ends with a line end. */
export function testMarkdown(test: DataTest): string {
  return joinDocument(test.target, testDocument(test));
}

/** The same in pieces. */
export function testDocument(test: DataTest, options: FindingOptions = {}): MarkdownDocument {
  const counts = countVerdicts(test);
  const broken = brokenBy(test);
  const more = broken.length > NAMED ? ` and ${broken.length - NAMED} more` : "";
  const named = broken.slice(0, NAMED).map((slug) => markdownCode(slug, 120));
  const [, ...rest] = testRest(test);
  return {
    light: counts.failed > 0 ? "wrong" : counts.ok < test.tested.length ? "decide" : "go",
    verdict: [markdownName(verdictText(test), ROOM)],
    lead: [
      ...(broken.length > 0 ? [`Dashboards with a failing query: ${named.join(", ")}${more}.`] : []),
      ...rest.map((text) => markdownName(text, ROOM)),
    ],
    sections: diagnosticSections(testFindings(test), options),
  };
}
