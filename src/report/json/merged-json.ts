// What `report merge --json` prints: the plans as `plan --json` prints those of several targets, the run as `apply --json` does.

import type { MergedReport } from "../../model/index.ts";
import { fleetToJson } from "./apply-json.ts";
import { jsonText, pick } from "./json-text.ts";
import { plansToJson } from "./plan-json.ts";

/** JSON text with a line end. */
export function renderMergedJson({ plans, failed, run, unread }: MergedReport): string {
  const all = plans.map(({ plan }) => plan);
  return jsonText({
    plans: all.length + failed.length > 0 ? plansToJson(all, failed) : undefined,
    run: run && fleetToJson(run),
    unread: unread.map((one) => pick(one, ["file", "message"])),
  });
}
