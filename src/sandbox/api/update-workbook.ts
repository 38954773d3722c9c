// PUT …/workbooks/{workbookId} (field notes A.1): unlike the upsert it replaces `meta`, can rename the slug, and answers `{}`.

import { isObject, type JsonObject, normalizeSlug } from "../../model/index.ts";
import { recordEvent } from "../store/record-event.ts";
import type { WorkbookRecord } from "../store/records.ts";
import type { DeploymentContext, Rules } from "./context.ts";
import { json, Refusal, type Reply } from "./reply.ts";
import { rewriteDraft } from "./rewrite.ts";
import { checkUpdateAccess, sameWorkbook } from "./upsert-workbook.ts";
import { findWorkbook } from "./workbooks.ts";

/** Only the fields sent change. A draft survives a `meta` without one: it is sent in `meta`, but is not metadata. */
export async function updateWorkbook(context: DeploymentContext): Promise<Reply> {
  const { store, body, now } = context;
  const input = await body();
  const before = findWorkbook(context);
  checkUpdateAccess(context, before, input);
  const slug = typeof input.slug === "string" ? normalizeSlug(input.slug) : before.slug;
  if (slug === "") throw new Refusal(400, "The slug must not be blank");
  const after = { ...applyUpdate(before, input, context.rules), slug };
  if (sameWorkbook(before, after)) return json({});
  const at = now();
  if (slug !== before.slug && !context.rules.quirks.has("duplicate-slugs"))
    freeSlug(context, slug!, input.slugTakeover === true, at);
  store.putWorkbook({ ...after, updatedAt: at });
  recordEvent(context, at, "Workbook updated", { workbookId: before.id, slug });
  return json({});
}

function applyUpdate(before: WorkbookRecord, input: JsonObject, { rewrite }: Rules): WorkbookRecord {
  const sent = isObject(input.meta) ? input.meta : undefined;
  const { dashboardDraft: draft, ...meta } = sent ?? before.meta;
  const draftIsSent = sent !== undefined && draft !== undefined;
  return {
    ...before,
    name: typeof input.name === "string" ? rewrite.text(input.name) : before.name,
    folderId: input.folderId === undefined ? before.folderId : (input.folderId as number | null),
    meta: sent === undefined ? before.meta : rewrite.meta(meta),
    draft: draftIsSent ? rewriteDraft(draft === null ? null : JSON.stringify(draft), rewrite) : before.draft,
  };
}

/** With `takeover`, takes the slug from the workbook that has it; throws a 409 Refusal otherwise. */
function freeSlug(
  { store, deployment }: DeploymentContext,
  slug: string,
  takeover: boolean,
  at: string,
): void {
  const holder = store.workbookBySlug(deployment.id, slug);
  if (!holder) return;
  if (!takeover) throw new Refusal(409, `The slug "${slug}" is taken by workbook ${holder.id}`);
  store.putWorkbook({ ...holder, slug: null, updatedAt: at });
}
