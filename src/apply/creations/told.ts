// What is told of somebody's workbook that an upsert wrote over, and our stamp taken off it.

import { isObject, type JsonObject, STAMP_KEY, writeJson } from "../../model/index.ts";
import { PlatformError, type WireWorkbook } from "../../platform/index.ts";
import { metaNotSent } from "./age.ts";

/** What is left of it after the write, in sentences. */
export function whatItHolds(
  { meta, publishedDashboard, dashboardPublished }: WireWorkbook,
  request: JsonObject,
): string[] {
  const lines: string[] = [];
  const shown = dashboardPublished ?? publishedDashboard?.config;
  if (shown) {
    const title = typeof shown.title === "string" ? ` ${writeJson(shown.title)}` : "";
    lines.push(`Viewers still see what it had published${title}.`);
  }
  const others = metaNotSent(meta, request);
  if (others.length > 0) lines.push(`Its meta still holds ${others.join(", ")}.`);
  return lines;
}

/** What a request wrote over: "its name and its draft". */
export function whatWasLost(request: JsonObject): string {
  const meta = isObject(request.meta) ? request.meta : {};
  const parts = [
    ...(request.name === undefined ? [] : ["its name"]),
    ...(request.folderId === undefined ? [] : ["its place"]),
    ...("dashboardDraft" in meta ? ["its draft"] : []),
  ];
  const keys = Object.keys(meta).filter((key) => key !== "dashboardDraft" && key !== STAMP_KEY);
  if (keys.length > 0) parts.push(`${keys.sort().join(", ")} in its meta`);
  const last = parts.pop() ?? "nothing but its stamp";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

/** Takes our stamp off, so that no later plan takes what is there for ours. Resolves to a sentence if it cannot. */
export async function takeStampOff(send: (body: JsonObject) => Promise<unknown>): Promise<string[]> {
  try {
    await send({ meta: { [STAMP_KEY]: null } });
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [`It still carries our stamp, which could not be taken off: ${error.message}.`];
  }
}
