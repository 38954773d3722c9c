// Who holds the slugs and publicIds that are about to be created? The upsert would overwrite anything made since the plan, so the
// list is read once more right before the first create: the platform has no read by either, and one reading serves all creates.

import { findReports } from "../live/index.ts";
import type { WireReport } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { type Found, scanWorkbooks, withDraft } from "./read-workbook.ts";

/** Resolves to the workbook that now holds the slug; undefined if it is still free. */
export type FindHolder = (slug: string) => Promise<Found | undefined>;

/** `slugs`: all that the plan creates. Sends nothing before the first question. */
export function watchSlugs(context: ApplyContext, slugs: ReadonlySet<string>): FindHolder {
  let reading: Promise<Map<string, Found>> | undefined;
  return async (slug) => {
    reading ??= readHolders(context, slugs);
    const found = (await reading).get(slug);
    return found && withDraft(context, found);
  };
}

/** Resolves to the report that now has the publicId; undefined if it is still free. */
export type FindReport = (publicId: string) => Promise<WireReport | undefined>;

/** `publicIds`: all that the plan creates. Sends nothing before the first question. */
export function watchPublicIds(context: ApplyContext, publicIds: ReadonlySet<string>): FindReport {
  let reading: Promise<Map<string, WireReport>> | undefined;
  return async (publicId) => {
    reading ??= findReports(context.platform, context.deploymentId, publicIds);
    return (await reading).get(publicId);
  };
}

async function readHolders(context: ApplyContext, slugs: ReadonlySet<string>): Promise<Map<string, Found>> {
  const holders = new Map<string, Found>();
  for await (const item of scanWorkbooks(context)) {
    if (slugs.has(item.live.slug)) holders.set(item.live.slug, item);
  }
  return holders;
}
