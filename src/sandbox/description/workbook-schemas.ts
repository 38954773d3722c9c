import type { JsonObject } from "../../model/index.ts";
import { listResponse } from "./common-schemas.ts";
import { BOOLEAN, INTEGER, listOf, OPEN, object, orNull, ref, STRING, TIMESTAMP } from "./write.ts";

export const WORKBOOK_SCHEMAS: JsonObject = {
  Workbook: object(
    "A workbook with the draft and the published version of its dashboard",
    ["id", "deploymentId", "name", "meta", "calculatedFields", "createdAt", "updatedAt", "type"],
    {
      id: INTEGER,
      deploymentId: INTEGER,
      name: STRING,
      slug: { ...orNull(STRING), description: "Deployment-scoped portable identity" },
      type: { type: "string", enum: ["FOLDER", "WORKBOOK", "REPORT"] },
      meta: OPEN,
      calculatedFields: OPEN,
      folderId: orNull(INTEGER),
      folderPath: { ...listOf(ref("FolderPathEntry")), description: "The folders above, outermost first" },
      dashboardDraft: orNull(ref("DashboardConfig")),
      dashboardPublished: orNull(ref("DashboardConfig")),
      publishedDashboard: orNull(ref("Dashboard")),
      isFavorite: orNull(BOOLEAN),
      user: orNull(ref("ResourceOwner")),
      userId: orNull(INTEGER),
      createdBy: INTEGER,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    },
  ),
  WorkbookInput: object("What an upsert sets: only the fields sent change", [], {
    name: orNull({ type: "string", maxLength: 255 }),
    folderId: orNull(INTEGER),
    meta: {
      type: ["object", "null"],
      description: "Merged into the existing metadata",
      properties: { dashboardDraft: orNull(ref("DashboardConfig")) },
      additionalProperties: true,
    },
  }),
  UpdateWorkbookInput: object("What an update by id sets: only the fields sent change", [], {
    name: orNull({ type: "string", maxLength: 255 }),
    folderId: orNull(INTEGER),
    meta: {
      type: ["object", "null"],
      description: "Replaces the existing metadata; the draft stays where `dashboardDraft` is not sent",
      properties: { dashboardDraft: orNull(ref("DashboardConfig")) },
      additionalProperties: true,
    },
    slug: orNull(STRING),
    slugTakeover: { ...orNull(BOOLEAN), description: "Take the slug from the workbook that has it" },
  }),
  WorkbooksListResponse: listResponse("Workbook"),
};
