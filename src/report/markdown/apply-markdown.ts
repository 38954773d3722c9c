// The end of an apply in markdown: the summary in a sentence, failures whole, links to new workbooks.

import type { ApplyReport } from "../../model/index.ts";
import { applyFailure, applyRest, applySentence } from "../change/apply-text.ts";
import { breakCommands, escapeMarkdown } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import type { MarkdownDocument, MarkdownSection } from "./markdown-document.ts";
import { linkTo, markdownPre } from "./markdown-text.ts";

const PLAIN = paintWith(false);

export function applyDocument(outcome: ApplyReport): MarkdownDocument {
  const failed = outcome.results.filter(({ status }) => status === "failed" || status === "stale");
  const sections = failed.map(
    (result): MarkdownSection => ({
      title: result.key,
      text: markdownPre(breakCommands(applyFailure(result, PLAIN))),
    }),
  );
  const rest = applyRest(outcome).map(escapeMarkdown);
  if (rest.length > 0) sections.push({ title: "what comes next", text: rest.join("\n\n") });
  const created = outcome.results.filter(
    ({ kind, action, status }) => kind === "workbook" && action === "create" && status === "applied",
  );
  const links = created.flatMap(({ key }) => {
    const url = outcome.links.get(key);
    return url === undefined ? [] : [`- ${linkTo(url, key)}`];
  });
  if (links.length > 0) sections.push({ title: "links", text: links.join("\n") });
  const light = failed.length > 0 ? "wrong" : "go";
  return { light, verdict: [applySentence(outcome).replace(/\.$/, "")], lead: [], sections };
}
