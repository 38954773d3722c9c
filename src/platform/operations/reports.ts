// Reports: list, get, upsert by publicId, delete.

import type { CallOptions } from "../http/transport.ts";
import type { WireReport, WireReportInput } from "../wire/wire.ts";
import { deletion, object, objectOrNone, pages } from "./answers.ts";
import { DEPLOYMENT, operation } from "./operation.ts";

export const REPORT_OPERATIONS = {
  /** As far as the credential sees them. */
  listReports: operation({
    method: "GET",
    path: `${DEPLOYMENT}/reports`,
    ask: (deploymentId: number) => ({
      params: [deploymentId],
      does: `list the reports of deployment ${deploymentId}`,
    }),
    answer: pages<WireReport>("reports"),
  }),
  /** One report, or undefined if the deployment has none with this id (404). */
  getReport: operation({
    method: "GET",
    path: `${DEPLOYMENT}/reports/{}`,
    ask: (deploymentId: number, id: number, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `read report ${id}`,
      ...call,
    }),
    answer: objectOrNone<WireReport>(),
  }),
  /**
   * Creates the report with this publicId or changes the fields in `input` (field notes, A.2). Of its three 409s only
   * `upsert_branch_changed` goes away by itself; none is retried here.
   */
  upsertReport: operation({
    method: "PUT",
    path: `${DEPLOYMENT}/reports/by-public-id/{}`,
    ask: (deploymentId: number, publicId: string, input: WireReportInput, call?: CallOptions) => ({
      params: [deploymentId, publicId],
      does: `write report ${publicId}`,
      needs: "Changing a report needs edit access to it; creating one needs the role AI BI User or higher.",
      body: input,
      ...call,
    }),
    answer: object<WireReport>(),
  }),
  /** One that is gone already counts as deleted. */
  deleteReport: operation({
    method: "DELETE",
    path: `${DEPLOYMENT}/reports/{}`,
    ask: (deploymentId: number, id: number, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `delete report ${id}`,
      needs: "Deleting a report needs edit access to it and the permission to manage reports.",
      ...call,
    }),
    answer: deletion,
  }),
};
