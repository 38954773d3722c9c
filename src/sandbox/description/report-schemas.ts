import type { JsonObject } from "../../model/index.ts";
import { CONTENT, listResponse } from "./common-schemas.ts";
import { INTEGER, listOf, OPEN, object, orNull, ref, STRING } from "./write.ts";

const PUBLIC_ID: JsonObject = { type: "string", pattern: "^[0-9A-Za-z]+$", minLength: 12, maxLength: 12 };
const SOURCE: JsonObject = { type: "string", enum: ["GOOGLE_SHEETS", "EXCEL", "PLAYGROUND", "D3"] };
const QUERY_TEXT: JsonObject = { ...orNull(STRING), description: "The query, as JSON text" };

/** Reports, as in live descriptions (field notes B); spreadsheet fields are left out. */
export const REPORT_SCHEMAS: JsonObject = {
  Report: object(
    "A query and its visualization",
    [
      "id",
      "publicId",
      "name",
      "deploymentId",
      "userId",
      "user",
      "refreshedByUser",
      "createdAt",
      "updatedAt",
      "type",
    ],
    {
      ...CONTENT,
      publicId: PUBLIC_ID,
      title: orNull(STRING),
      description: orNull(STRING),
      workbookId: orNull(INTEGER),
      folderId: orNull(INTEGER),
      jsonQuery: QUERY_TEXT,
      sqlQuery: orNull(STRING),
      pivotItems: orNull(ref("PivotItems")),
      meta: orNull(OPEN),
      source: orNull(SOURCE),
      version: { ...orNull(INTEGER), description: "Increases with every change" },
      userId: INTEGER,
      user: ref("ResourceOwner"),
      refreshedByUser: ref("ResourceOwner"),
    },
  ),
  CreateReportInput: object("The fields to set; only those sent change", [], {
    name: orNull({ type: "string", maxLength: 255 }),
    title: orNull({ type: "string", maxLength: 255 }),
    jsonQuery: QUERY_TEXT,
    sqlQuery: orNull(STRING),
    pivotItems: orNull(ref("PivotItems")),
    meta: { ...orNull(OPEN), description: "Replaced as a whole" },
    folderId: orNull(INTEGER),
    workbookId: orNull(INTEGER),
    publicId: orNull(PUBLIC_ID),
    source: { ...orNull(SOURCE), description: "Set on create, ignored on update" },
  }),
  PivotItems: object("How a table is pivoted", ["columns", "rows", "measures", "filters"], {
    columns: listOf(STRING),
    rows: listOf(STRING),
    measures: listOf(STRING),
    filters: listOf(STRING),
  }),
  ReportsListResponse: listResponse("Report"),
};
