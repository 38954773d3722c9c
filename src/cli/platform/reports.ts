// boardwright reports: the live reports, as the platform has them.

import type { WireReport } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import { withRemote } from "../remote.ts";
import { absent, DEPLOYMENT, readId, readLast } from "./arguments.ts";
import { listCommand } from "./list-command.ts";
import { printOne } from "./print.ts";

export const commands: readonly Subcommand[] = [
  listCommand<WireReport>({
    usage: "list [deployment]",
    summary: "list the reports",
    arguments: DEPLOYMENT,
    examples: ["boardwright reports list 12"],
    pages: ({ platform, deployment }) => platform.listReports(deployment()),
    columns: {
      ID: ({ id }) => id,
      "PUBLIC ID": ({ publicId }) => publicId,
      NAME: ({ name }) => name,
      WORKBOOK: ({ workbookId }) => workbookId,
      UPDATED: ({ updatedAt }) => updatedAt,
    },
    none: "There is no report.",
  }),
  {
    usage: "get [deployment] [report]",
    summary: "show one report; --json shows all of it",
    arguments: { ...DEPLOYMENT, report: "its id" },
    examples: ["boardwright reports get 5001 --json"],
    async run(terminal, args, flags) {
      const { deployment, last } = readLast(args, { what: "id of a report", list: "reports list" });
      const reportId = readId(last, "report");
      return withRemote(terminal, flags, async (remote) => {
        const deploymentId = remote.deployment(deployment);
        const report = await remote.platform.getReport(deploymentId, reportId);
        if (report === undefined) throw absent("report", String(reportId), deploymentId);
        const { id, publicId, name, workbookId: workbook, version, createdAt, updatedAt } = report;
        const fields = { id, publicId, name, workbook, version, created: createdAt, updated: updatedAt };
        return printOne(terminal, flags, report, fields);
      });
    },
  },
];
