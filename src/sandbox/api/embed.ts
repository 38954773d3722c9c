// Embedding, regions and the model's metadata for the account's own key (field notes A.5, A.8 and A.10).

import { recordEvent } from "../store/record-event.ts";
import { requireAccount, requireRole } from "./access.ts";
import { reaches } from "./auth.ts";
import { modelOf } from "./compile-model.ts";
import type { Context } from "./context.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** POST /embed/generate-session. The id is that of the user: nobody is let in with it here. */
export async function beginSession(context: Context): Promise<Reply> {
  requireAdmin(context);
  const { externalId = null, internalId = null } = await context.body();
  return json({ sessionId: `session-${externalId ?? internalId ?? "anonymous"}` });
}

/** POST /embed/session/token. */
export async function tokenOfSession(context: Context): Promise<Reply> {
  requireAdmin(context);
  return json({ token: `token-of-${(await context.body()).sessionId}` });
}

/** PATCH /embed/dashboard/{publicId}. */
export async function allowEmbedding(context: Context): Promise<Reply> {
  requireAdmin(context);
  const { store, params, now } = context;
  const allowEmbed = (await context.body()).allowEmbed === true;
  const workbook = store.workbooks.all().find(({ published }) => published?.publicId === params.publicId);
  if (!workbook?.published) throw new Refusal(404, `No published dashboard has the id ${params.publicId}`);
  const updatedAt = now();
  store.putWorkbook({ ...workbook, published: { ...workbook.published, allowEmbed }, updatedAt });
  recordEvent(context, updatedAt, "Embedding changed", { workbookId: workbook.id, allowEmbed });
  return json({ publicId: workbook.published.publicId, allowEmbed });
}

/** GET /regions: two, which look like real ones. */
export function listRegions(): Reply {
  return json({
    items: [
      { id: "eu-central", name: "Europe" },
      { id: "us-east", name: "United States" },
    ],
  });
}

/** POST /meta: the model of the deployment's production branch. */
export async function showModel({ store, key, body }: Context): Promise<Reply> {
  const { deploymentId } = await body();
  const id = deploymentId as number;
  if (!reaches(key, id)) throw new Refusal(403, "The API key is scoped to other deployments");
  const branch = store.branches.of(id).find(({ kind }) => kind === "production");
  if (!branch) throw new Refusal(404, `Deployment ${id} does not exist`);
  return json({ cubes: [...modelOf(store, branch).cubes] });
}

function requireAdmin({ key }: Context): void {
  requireAccount(key);
  requireRole(key, "Admin", "embed dashboards");
}
