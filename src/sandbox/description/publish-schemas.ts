import type { JsonObject } from "../../model/index.ts";
import { SNAPSHOT_KINDS } from "../store/snapshot-reports.ts";
import { BOOLEAN, INTEGER, listOf, OPEN, object, orNull, ref, STRING } from "./write.ts";

export const PUBLISH_SCHEMAS: JsonObject = {
  Dashboard: object(
    "The published version of a workbook",
    [
      "id",
      "publicId",
      "deploymentId",
      "workbookId",
      "status",
      "allowEmbed",
      "config",
      "versionNumber",
      "versionId",
      "reportSnapshots",
    ],
    {
      id: INTEGER,
      publicId: STRING,
      deploymentId: INTEGER,
      workbookId: INTEGER,
      status: { type: "string", enum: ["draft", "published", "archived"] },
      allowEmbed: BOOLEAN,
      config: ref("DashboardConfig"),
      versionNumber: { ...INTEGER, description: "Increases when a publication changes what viewers see" },
      versionId: INTEGER,
      reportSnapshots: listOf(ref("ReportSnapshot")),
      title: orNull(STRING),
      description: orNull(STRING),
      createdBy: orNull(INTEGER),
    },
  ),
  ReportSnapshot: object("A report as it was when it was published", ["id", "reportId", "versionNumber"], {
    id: INTEGER,
    reportId: INTEGER,
    versionNumber: INTEGER,
    name: orNull(STRING),
    title: orNull(STRING),
    description: orNull(STRING),
    kind: orNull({ type: "string", enum: SNAPSHOT_KINDS }),
    meta: orNull(OPEN),
    sqlQuery: orNull(STRING),
  }),
  PublishDashboardInput: object("The dashboard to publish", ["workbookId"], {
    workbookId: { ...INTEGER, description: "The same as in the path" },
    config: { ...orNull(ref("DashboardConfig")), description: "The saved draft if omitted" },
    dashboardId: orNull(INTEGER),
    title: orNull(STRING),
    description: orNull(STRING),
    allowEmbed: orNull(BOOLEAN),
  }),
};
