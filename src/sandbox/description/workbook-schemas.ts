import type { JsonObject } from "../../model/index.ts";
import { CONTENT, listResponse } from "./common-schemas.ts";
import { BOOLEAN, INTEGER, OPEN, object, orNull, ref, STRING } from "./write.ts";

export const WORKBOOK_SCHEMAS: JsonObject = {
  Workbook: object(
    "A workbook with the draft and the published version of its dashboard",
    ["id", "deploymentId", "name", "meta", "calculatedFields", "createdAt", "updatedAt", "type"],
    {
      ...CONTENT,
      slug: { ...orNull(STRING), description: "Deployment-scoped portable identity" },
      meta: OPEN,
      calculatedFields: OPEN,
      folderId: orNull(INTEGER),
      dashboardDraft: orNull(ref("DashboardConfig")),
      dashboardPublished: orNull(ref("DashboardConfig")),
      publishedDashboard: orNull(ref("Dashboard")),
      isFavorite: orNull(BOOLEAN),
      userId: orNull(INTEGER),
    },
  ),
  WorkbookInput: object("The fields to set; only those sent change", [], {
    name: orNull({ type: "string", maxLength: 255 }),
    folderId: orNull(INTEGER),
    meta: {
      type: ["object", "null"],
      description: "Merged into the existing metadata",
      properties: { dashboardDraft: orNull(ref("DashboardConfig")) },
      additionalProperties: true,
    },
  }),
  UpdateWorkbookInput: object("The fields to set by id; only those sent change", [], {
    name: orNull({ type: "string", maxLength: 255 }),
    folderId: orNull(INTEGER),
    meta: {
      type: ["object", "null"],
      description: "Replaces the existing metadata; the draft stays unless `dashboardDraft` is sent",
      properties: { dashboardDraft: orNull(ref("DashboardConfig")) },
      additionalProperties: true,
    },
    slug: orNull(STRING),
    slugTakeover: { ...orNull(BOOLEAN), description: "Take the slug from the workbook that has it" },
  }),
  WorkbooksListResponse: listResponse("Workbook"),
};
