// PUT …/workbooks/by-slug/{slug} (platform document, "Create or update a workbook by slug"; with its rule numbers).

import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, normalizeSlug } from "../../model/index.ts";
import { resourceOwner } from "../store/account.ts";
import { readWorkbook } from "../store/read-rows.ts";
import { recordEvent } from "../store/record-event.ts";
import type { WorkbookRecord } from "../store/records.ts";
import { workbookText } from "../store/workbook-text.ts";
import { requireLevel, requireRole, workbookLevel } from "./access.ts";
import type { DeploymentContext, Rules } from "./context.ts";
import { checkDestination } from "./folders.ts";
import { mergeMeta } from "./merge.ts";
import { branchChanged, jsonText, Refusal, type Reply } from "./reply.ts";
import { rewriteDraft } from "./rewrite.ts";

/**
 * Creates or updates the workbook with the slug. Fields that neither this description nor the document knows are kept in open
 * objects (`meta`, `config` …) and in a dashboard, where dropping them would cause an endless difference. At the top level of the
 * body they are ignored, because a Workbook has no place for them.
 */
export async function upsertWorkbook(context: DeploymentContext): Promise<Reply> {
  const { store, rules, deployment, key, params, body, now } = context;
  const slug = normalizeSlug(params.slug!);
  if (slug === "") throw new Refusal(400, "The slug must not be blank");
  const input = await body();

  const decided = store.workbookBySlug(deployment.id, slug);
  if (decided) checkUpdateAccess(context, decided, input);
  else checkCreateAccess(context, input);
  await rules.betweenDecisionAndApply(slug);
  const current = store.workbookBySlug(deployment.id, slug);
  // Rule 7. Another writer's update meanwhile is not a conflict: the last one wins.
  if (current?.id !== decided?.id) throw branchChanged();

  const at = now();
  const user = resourceOwner(store.account.user(key.userId));
  const ids = { id: current?.id ?? store.newId("workbooks"), deploymentId: deployment.id };
  const before = current ?? readWorkbook({ slug, user }, ids, at, () => store.newId("workbooks"));
  const after = applyInput(before, input, rules);
  // Rule 4: re-applying changes nothing, not even `updatedAt`.
  const workbook = sameWorkbook(before, after) ? before : { ...after, updatedAt: at };
  if (workbook === current) return jsonText(workbookText(store, workbook));
  store.putWorkbook(workbook);
  if (!current) {
    store.account.grant(key, "workbooks", workbook.id, "manage");
    context.lateLists.created(workbook.id);
  }
  recordEvent(context, at, `Workbook ${current ? "updated" : "created"}`, { workbookId: workbook.id, slug });
  return jsonText(workbookText(store, workbook));
}

/** POST …/workbooks: a workbook without a slug. */
export async function createWorkbook(context: DeploymentContext): Promise<Reply> {
  const { store, rules, deployment, key, body, now } = context;
  const input = await body();
  checkCreateAccess(context, input);
  const at = now();
  const user = resourceOwner(store.account.user(key.userId));
  const ids = { id: store.newId("workbooks"), deploymentId: deployment.id };
  const workbook = applyInput(
    readWorkbook({ user }, ids, at, () => store.newId("workbooks")),
    input,
    rules,
  );
  store.putWorkbook(workbook);
  store.account.grant(key, "workbooks", workbook.id, "manage");
  recordEvent(context, at, "Workbook created", { workbookId: workbook.id, slug: null });
  return jsonText(workbookText(store, workbook));
}

/** Rule 5. A `folderId` that is sent needs manage, even if it names the current folder of the workbook. */
export function checkUpdateAccess(
  context: DeploymentContext,
  workbook: WorkbookRecord,
  input: JsonObject,
): void {
  const level = workbookLevel(context.store, context.key, workbook);
  requireLevel(level, "edit", "change this workbook");
  if (input.folderId === undefined) return;
  requireLevel(level, "manage", "move this workbook");
  checkDestination(context, input.folderId as number | null);
}

/** Rule 6. */
function checkCreateAccess(context: DeploymentContext, input: JsonObject): void {
  requireRole(context.key, "AI BI User", "create a workbook");
  checkDestination(context, (input.folderId as number | null | undefined) ?? null);
}

/**
 * Rule 2: only the fields sent change. A null `name` or `meta` is ignored (neither can be null on a workbook); a null
 * `folderId` is the root, as in the update by id (field notes A.1).
 */
function applyInput(before: WorkbookRecord, input: JsonObject, { merge, rewrite }: Rules): WorkbookRecord {
  const { dashboardDraft: draft, ...meta } = isObject(input.meta) ? input.meta : {};
  return {
    ...before,
    name: typeof input.name === "string" ? rewrite.text(input.name) : before.name,
    folderId: input.folderId === undefined ? before.folderId : (input.folderId as number | null),
    meta: rewrite.meta(mergeMeta(before.meta, meta, merge)),
    draft:
      draft === undefined
        ? before.draft
        : rewriteDraft(mergeDraft(before.draft, draft as JsonObject | null, merge), rewrite),
  };
}

/** The draft is sent as one key of `meta`, so a shallow merge replaces it and a deep one goes into it. */
function mergeDraft(before: string | null, sent: JsonObject | null, merge: Rules["merge"]): string | null {
  if (sent === null) return null;
  if (merge === "shallow" || before === null) return JSON.stringify(sent);
  return JSON.stringify(mergeMeta(JSON.parse(before), sent, "deep"));
}

export function sameWorkbook(a: WorkbookRecord, b: WorkbookRecord): boolean {
  const { draft: draftA, ...restA } = a;
  const { draft: draftB, ...restB } = b;
  return sameText(draftA, draftB) && isDeepStrictEqual(restA, restB);
}

function sameText(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && isDeepStrictEqual(JSON.parse(a), JSON.parse(b)));
}
