// What Boardwright does not manage and the sandbox only keeps: notifications, agents, groups and the like (field notes A.6 to A.12).
// Their fields are as they were sent; what they do on a real platform does not happen here.

import type { JsonObject } from "../../model/index.ts";
import { recordEvent } from "../store/record-event.ts";
import type { DeploymentRecord, ResourceRecord } from "../store/records.ts";
import { requireAccount, requireRole } from "./access.ts";
import type { Context } from "./context.ts";
import { idInPath, listPage } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

type ResourceContext = Context & { deployment?: DeploymentRecord };
type ResourceHandler = (context: ResourceContext) => Promise<Reply> | Reply;

/** The handlers of one kind, in its deployment or, without one, in the account, which only an Admin reaches. */
export function keep(kind: string): Record<"list" | "get" | "create" | "update" | "delete", ResourceHandler> {
  return {
    list(context) {
      requireReader(context);
      const rows = context.store.resources.of(scopeOf(context)).filter((each) => each.kind === kind);
      return listPage(context, rows, (row) => JSON.stringify(wireResource(row)));
    },
    get(context) {
      requireReader(context);
      return json(wireResource(find(context, kind)));
    },
    async create(context) {
      requireWriter(context, kind);
      const { store, body } = context;
      const id = Math.max(0, ...store.resources.all().map((each) => each.id)) + 1;
      return put(context, { id, deploymentId: scopeOf(context), kind, fields: await body() }, "created");
    },
    async update(context) {
      requireWriter(context, kind);
      const before = find(context, kind);
      const fields = { ...before.fields, ...(await context.body()) };
      return put(context, { ...before, fields }, "updated");
    },
    delete(context) {
      requireWriter(context, kind);
      context.store.resources.delete(find(context, kind));
      recordEvent(context, context.now(), `${kind} deleted`, { id: idInPath(context.params.id) });
      return json({});
    },
  };
}

/** The handlers of what there is once: its fields, empty until they are set. */
export function keepOne(kind: string): Record<"get" | "update", ResourceHandler> {
  const current = ({ store, ...context }: ResourceContext): ResourceRecord => {
    const deploymentId = scopeOf({ ...context, store });
    const found = store.resources.of(deploymentId).find((each) => each.kind === kind);
    const id = Math.max(0, ...store.resources.all().map((each) => each.id)) + 1;
    return found ?? { id, deploymentId, kind, fields: {} };
  };
  return {
    get(context) {
      requireReader(context);
      return json(current(context).fields);
    },
    async update(context) {
      requireWriter(context, kind);
      const before = current(context);
      const after = { ...before, fields: { ...before.fields, ...(await context.body()) } };
      put(context, after, "updated");
      return json(after.fields);
    },
  };
}

/** GET …/env-vars: by name. Secrets are hidden, as on the platform (field notes A.8). */
export function listVariables(context: ResourceContext): Reply {
  const { store } = context;
  const kept = store.resources.of(scopeOf(context)).find(({ kind }) => kind === "env-vars");
  const items = Object.entries(kept?.fields ?? {}).map(([name, value]) => ({
    name,
    value: /SECRET|PASSWORD|TOKEN|KEY/.test(name) ? "[ENCRYPTED]" : value,
  }));
  return json({ items });
}

function wireResource({ id, fields }: ResourceRecord): JsonObject {
  return { ...fields, id };
}

function scopeOf({ deployment }: ResourceContext): number {
  return deployment?.id ?? 0;
}

function requireReader({ deployment, key }: ResourceContext): void {
  if (deployment) return;
  requireAccount(key);
  requireRole(key, "Admin", "read this of the account");
}

function requireWriter({ deployment, key }: ResourceContext, kind: string): void {
  if (!deployment) requireAccount(key);
  requireRole(key, deployment ? "AI BI User" : "Admin", `change ${kind}`);
}

function find(context: ResourceContext, kind: string): ResourceRecord {
  const { store, params } = context;
  const found = store.resources.get(idInPath(params.id));
  if (found?.kind === kind && found.deploymentId === scopeOf(context)) return found;
  throw new Refusal(404, `There is no ${params.id} among the ${kind}`);
}

function put(context: ResourceContext, row: ResourceRecord, what: string): Reply {
  context.store.resources.put(row);
  recordEvent(context, context.now(), `${row.kind} ${what}`, { id: row.id });
  return json(wireResource(row));
}
