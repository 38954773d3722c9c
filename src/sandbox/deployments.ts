import { reaches } from "./auth.ts";
import type { Context } from "./context.ts";
import { offsetPage } from "./paging.ts";
import { json, type Reply } from "./reply.ts";

/** GET /deployments: those that the key reaches, in the envelope of the platform document ("List deployments"). */
export function listDeployments({ store, key, query }: Context): Reply {
  const visible = [...store.deployments.values()]
    .filter(({ id }) => reaches(key, id))
    .sort((a, b) => a.id - b.id);
  const { page, pagination } = offsetPage(visible, query);
  // The document has the id of a deployment as a string, and in paths as a number.
  const deployments = page.map(({ id, name, createdAt }) => ({
    id: String(id),
    name,
    created_at: createdAt,
  }));
  return json({ data: { deployments }, pagination });
}
