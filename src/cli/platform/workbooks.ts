// boardwright workbooks: what is live, as the platform has it.

import { normalizeSlug } from "../../model/index.ts";
import type { Platform, WireWorkbook } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import { absent, DEPLOYMENT, readLast } from "./arguments.ts";
import { folderOf, listWorkbooks } from "./list-workbooks.ts";
import { printOne } from "./print.ts";
import { printStamp } from "./print-stamp.ts";

export const commands: readonly Subcommand[] = [
  listWorkbooks,
  {
    usage: "get [deployment] [workbook]",
    summary: "show one workbook; --json shows all of it",
    arguments: { ...DEPLOYMENT, workbook: "its slug or its id" },
    options: [["--stamp", "show the stamp: whose it is, and the state that was applied last"]],
    examples: [
      "boardwright workbooks get revenue --json",
      "boardwright workbooks get revenue --stamp   # what the last apply left on it",
    ],
    async run(terminal, args, flags: GlobalFlags & { stamp?: boolean }) {
      const { deployment, last: wanted } = readLast(args, {
        what: "slug or id of a workbook",
        list: "workbooks list",
      });
      return withRemote(terminal, flags, async (remote) => {
        const deploymentId = remote.deployment(deployment);
        const found = await findWorkbook(remote.platform, deploymentId, wanted);
        if (found === undefined) throw absent("workbook", wanted, deploymentId);
        if (flags.stamp) return printStamp(terminal, flags, { workbook: found, deployment: deploymentId });
        const { id, slug, name, createdAt, updatedAt, publishedDashboard } = found;
        return printOne(terminal, flags, found, {
          id,
          slug,
          name,
          folder: folderOf(found),
          created: createdAt,
          updated: updatedAt,
          published: publishedDashboard ? `version ${publishedDashboard.versionNumber}` : undefined,
        });
      });
    },
  },
];

/** By id if it is a number that names one, else by slug, which only the list knows. */
async function findWorkbook(
  platform: Platform,
  deploymentId: number,
  wanted: string,
): Promise<WireWorkbook | undefined> {
  const byId = /^[1-9]\d{0,14}$/.test(wanted)
    ? await platform.getWorkbook(deploymentId, Number(wanted))
    : undefined;
  if (byId) return byId;
  const slug = normalizeSlug(wanted);
  for await (const page of platform.listWorkbooks(deploymentId)) {
    const listed = page.find((workbook) => workbook.slug === slug);
    // List items may come without their dashboards.
    if (listed) return platform.getWorkbook(deploymentId, listed.id);
  }
  return undefined;
}
