// Where dashboards are opened in a browser, as far as that is known without asking the platform.

import type { Project, Target } from "../model/index.ts";
import { workbookLink } from "./execute-plan.ts";
import { readLastSeen } from "./runs/last-seen.ts";

/**
 * A slug's link, by the target's `link`. One that holds the id of a workbook is known for those that a run on this machine wrote. Undefined
 * for others. Sends nothing.
 */
export async function knownLinks(
  project: Project,
  target: Target | undefined,
): Promise<(slug: string) => string | undefined> {
  const { link, url, deployment } = target ?? {};
  if (link === undefined) return () => undefined;
  if (!link.includes("{id}")) return (slug) => workbookLink(link, 0, slug);
  if (url === undefined || deployment === undefined) return () => undefined;
  const lastSeen = await readLastSeen(project, { url, deployment });
  return (slug) => {
    const id = lastSeen("workbook", slug)?.id;
    return typeof id === "number" ? workbookLink(link, id, slug) : undefined;
  };
}
