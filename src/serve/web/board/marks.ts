// What is worth a colour about a widget: what was found in it, else how it differs from live.
import type { Difference, Finding, LiveBoard, WidgetView } from "../../protocol.ts";
import type { Mark } from "./tile.tsx";

const WORDS: Record<string, string> = {
  "widget-overlap": "overlap",
  "widget-outside-grid": "outside",
  "widget-size": "size",
  "unknown-member": "member",
  "unknown-report": "report",
};

const TONES = { git: "accent", ui: "ui", both: "both", unknown: "both" } as const;
export const toneOf = (origin: Difference["origin"]): Mark["tone"] => TONES[origin];

export const WHO = { git: "Git", ui: "UI", both: "both", unknown: "unknown" };

export const findingsOf = (findings: readonly Finding[], widget: string) =>
  findings.filter((one) => one.widget === widget);

export function markOf(
  widget: WidgetView,
  findings: readonly Finding[],
  live: LiveBoard | null,
): Mark | undefined {
  const found = findingsOf(findings, widget.id);
  const worst = found.find(({ severity }) => severity === "error") ?? found[0];
  if (worst)
    return { tone: worst.severity === "error" ? "bad" : "warn", word: WORDS[worst.rule] ?? "finding" };
  // A board that is new is so as a whole: a word on each of its widgets would say nothing.
  if (!live?.live) return undefined;
  const difference = live.differences.find((one) => one.widget === widget.id);
  return difference && { tone: toneOf(difference.origin), word: difference.word };
}
