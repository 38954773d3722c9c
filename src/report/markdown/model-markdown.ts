// What a branch's model changes for dashboards, in markdown: for the comment on a pull request of the model.

import type { ModelDifferences, TouchingDifference } from "../../model/index.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import { count } from "../text/cells.ts";
import { foldUses } from "../text/fold-uses.ts";
import { ownersText } from "../text/owners.ts";
import {
  dashboardsOf,
  dashboardText,
  differenceText,
  placesText,
  unreadText,
  widgetText,
  worstFirst,
} from "../text/uses-text.ts";
import {
  fitSections,
  headline,
  inLots,
  joinDocument,
  type MarkdownDocument,
  type MarkdownSection,
  ownersLine,
} from "./markdown-document.ts";
import { markdownCode, markdownDetails, markdownName } from "./markdown-text.ts";

/** Places of one use that are named; the rest is a number. */
const PLACES = 3;
/** Lines of a list, in lots, so that a cut loses lots. */
const LOT = 50;
/** Characters of a sentence. */
const SENTENCE = 400;

/** Ends with a line end. `limit`: UTF-16 units that it is cut to; without it nothing is left out. */
export function renderDifferencesMarkdown(
  compared: ModelDifferences,
  { limit }: { limit?: number | undefined } = {},
): string {
  const document = differencesDocument(compared);
  if (limit === undefined) return joinDocument(compared.to, document);
  const head = [headline(compared.to, [document], document.verdict), ...document.lead];
  const rest = markdownCode("boardwright uses --branch", NAME_ROOM);
  return fitSections({ head, tail: [] }, document.sections, { limit, measure: ({ length }) => length, rest });
}

function differencesDocument({ from, differences, unread }: ModelDifferences): MarkdownDocument {
  const touching = worstFirst(differences).filter(({ uses }) => uses.length > 0);
  const unused = worstFirst(differences).filter(({ uses }) => uses.length === 0);
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses)).length;
  const breaks = touching.some(({ change }) => change === "removed" || change === "renamed");
  const light = breaks ? "wrong" : touching.length > 0 ? "decide" : "go";
  const verdict =
    differences.length === 0
      ? [`the model has the members of ${markdownName(from, NAME_ROOM)}'s`]
      : [
          touching.length === 0
            ? "no dashboard uses what the model changes"
            : `<b>${count(dashboards, "dashboard")}</b> ${dashboards === 1 ? "uses" : "use"} what the model changes`,
          `${count(differences.length, "member")} ${differences.length === 1 ? "differs" : "differ"} from ${markdownName(from, NAME_ROOM)}`,
        ];
  return {
    light,
    verdict,
    lead: [
      ...ownersLead(touching),
      ...unreadText(unread).map((sentence) => `_${markdownName(sentence, SENTENCE)}_`),
    ],
    sections: [...touching.map(sectionOf), ...unusedSections(unused)],
  };
}

/** Whom to ask: the owners, each with as many dashboards as use what differs. */
function ownersLead(touching: readonly TouchingDifference[]): string[] {
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses));
  return ownersLine(
    dashboards.map(({ owners }) => ({ kind: "workbook", owners })),
    1,
  );
}

function sectionOf(difference: TouchingDifference): MarkdownSection {
  const { member, uses } = difference;
  const lines = foldUses(uses).map((use) => {
    const { dashboard, report } = use;
    const places = placesText(use);
    const more = places.length > PLACES ? ` and ${places.length - PLACES} more` : "";
    const name = widgetText(use);
    const parts = [
      dashboard ? `**${markdownName(dashboardText(dashboard), 160)}**` : "no dashboard",
      ...(dashboard?.owners ? [`owner ${markdownName(ownersText(dashboard.owners), NAME_ROOM)}`] : []),
      ...(name === undefined ? [] : [markdownName(name, NAME_ROOM)]),
      ...(report ? [`report ${markdownCode(report.key, NAME_ROOM)}`] : []),
      `${places
        .slice(0, PLACES)
        .map((place) => markdownCode(place, 200))
        .join(", ")}${more}`,
    ];
    return `- ${parts.join(" · ")}`;
  });
  const head = `${markdownCode(member, 160)} ${markdownName(differenceText(difference), SENTENCE)}`;
  return { title: member, text: [`#### ${head}`, "", ...lines].join("\n") };
}

/** Folded: nobody has to do anything about it. */
function unusedSections(differences: readonly TouchingDifference[]): MarkdownSection[] {
  const lines = differences.map(
    (each) => `- ${markdownCode(each.member, 160)} ${markdownName(differenceText(each), SENTENCE)}`,
  );
  return inLots(lines, LOT, "member").map(({ title, text }) => ({
    title,
    text: markdownDetails(`${title} that no file names`, [text]),
  }));
}
