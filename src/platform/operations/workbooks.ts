// Workbooks: list, get, upsert by slug, rename, publish, delete.

import type { CallOptions } from "../http/transport.ts";
import type { WireDashboard, WireWorkbook, WireWorkbookInput } from "../wire/wire.ts";
import { deletion, object, objectOrNone, pages } from "./answers.ts";
import { DEPLOYMENT, operation } from "./operation.ts";

export interface WorkbookFilter {
  /** Only the workbooks of this folder. Whether a list without it goes through all folders is not documented. */
  folderId?: number;
}

export interface PublishInput {
  /** Instead of the saved draft; deployments before 0.16 need it. */
  config?: WireDashboard["config"];
}

export const WORKBOOK_OPERATIONS = {
  /** As far as the credential sees them. Drafts may be left out of list items. */
  listWorkbooks: operation({
    method: "GET",
    path: `${DEPLOYMENT}/workbooks`,
    ask: (deploymentId: number, filter: WorkbookFilter = {}, call?: CallOptions) => ({
      params: [deploymentId],
      does: `list the workbooks of deployment ${deploymentId}`,
      query: { ...filter },
      ...call,
    }),
    answer: pages<WireWorkbook>("workbooks"),
  }),
  /** One workbook with its draft, or undefined if the deployment has none with this id (404). */
  getWorkbook: operation({
    method: "GET",
    path: `${DEPLOYMENT}/workbooks/{}`,
    ask: (deploymentId: number, id: number, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `read workbook ${id}`,
      part: `workbook ${id}`,
      ...call,
    }),
    answer: objectOrNone<WireWorkbook>(),
  }),
  /**
   * Creates the workbook with this slug or changes what `input` names ("Create or update a workbook by slug"). A 409
   * `upsert_branch_changed` is thrown, not retried: only the caller knows whether the slug is still its own.
   */
  upsertWorkbook: operation({
    method: "PUT",
    path: `${DEPLOYMENT}/workbooks/by-slug/{}`,
    shown: true,
    ask: (deploymentId: number, slug: string, input: WireWorkbookInput, call?: CallOptions) => ({
      params: [deploymentId, slug],
      does: `write workbook ${slug}`,
      alsoNames: typeof input.folderId === "number" ? `folder ${input.folderId}` : undefined,
      needs:
        input.folderId === undefined
          ? "Changing a workbook needs edit access to it; creating one needs the role AI BI User or higher."
          : "Moving a workbook needs manage access to it and edit access to the folder; creating one needs the role AI BI User or higher.",
      body: input,
      ...call,
    }),
    answer: object<WireWorkbook>(),
  }),
  /** Publishes the draft, or `config` if given. Never sent twice. */
  publishWorkbook: operation({
    method: "POST",
    path: `${DEPLOYMENT}/workbooks/{}/publish`,
    ask: (deploymentId: number, id: number, input: PublishInput = {}, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `publish workbook ${id}`,
      needs: "Publishing a workbook needs edit access to it.",
      // The body repeats the id of the path: it is required there (field notes, A.1).
      body: { workbookId: id, ...input },
      ...call,
    }),
    answer: object<WireDashboard>(),
  }),
  /** Gives the workbook another slug and leaves all else (field notes, A.1 and F.15). A slug that another has is refused with 409. */
  renameWorkbook: operation({
    method: "PUT",
    path: `${DEPLOYMENT}/workbooks/{}`,
    takes: "slug",
    ask: (deploymentId: number, id: number, slug: string, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `give workbook ${id} the slug ${slug}`,
      needs: "Renaming a workbook needs edit access to it.",
      body: { slug },
      ...call,
    }),
    // The answer is empty (field notes, A.1).
    answer: async ({ transport, prepare }): Promise<void> => void (await transport.send(await prepare())),
  }),
  /** One that is gone already counts as deleted. */
  deleteWorkbook: operation({
    method: "DELETE",
    path: `${DEPLOYMENT}/workbooks/{}`,
    ask: (deploymentId: number, id: number, call?: CallOptions) => ({
      params: [deploymentId, id],
      does: `delete workbook ${id}`,
      needs: "Deleting a workbook needs manage access to it.",
      ...call,
    }),
    answer: deletion,
  }),
};
