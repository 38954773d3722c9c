import type { JsonObject } from "../../model/index.ts";
import { BOOLEAN, INTEGER, listOf, object, orNull, ref, STRING, TIMESTAMP } from "./write.ts";

/** What folders, workbooks and reports have in common. */
export const CONTENT: JsonObject = {
  id: INTEGER,
  name: STRING,
  deploymentId: INTEGER,
  folderPath: { ...listOf(ref("FolderPathEntry")), description: "The folders above, outermost first" },
  type: { type: "string", enum: ["FOLDER", "WORKBOOK", "REPORT"] },
  createdBy: INTEGER,
  user: orNull(ref("ResourceOwner")),
  createdAt: TIMESTAMP,
  updatedAt: TIMESTAMP,
};

/** What several areas share, and the small area folders. */
export const COMMON_SCHEMAS: JsonObject = {
  Error: object("Why a request was refused", ["error"], {
    error: { type: "string", description: "For people" },
    code: {
      type: "string",
      description: "Only on a 409 of an upsert; a 409 without it is permanent",
      enum: ["upsert_branch_changed", "ambiguous_legacy_id"],
    },
  }),
  Empty: { type: "object", description: "An empty object", properties: {} },
  PageInfo: object("The position of a page in its list", ["hasNextPage", "hasPreviousPage"], {
    hasNextPage: BOOLEAN,
    hasPreviousPage: BOOLEAN,
    startCursor: orNull(STRING),
    endCursor: orNull(STRING),
  }),
  ResourceOwner: object("A user, as the owner of something", ["id", "email"], {
    id: INTEGER,
    email: STRING,
    firstName: orNull(STRING),
    picture: orNull(STRING),
  }),
  FolderPathEntry: object("One folder of a path", ["id", "name"], { id: INTEGER, name: STRING }),
  Pagination: object("The position of a slice in its list", ["offset", "limit", "total"], {
    offset: INTEGER,
    limit: INTEGER,
    total: INTEGER,
  }),
  Folder: object(
    "A folder of the workspace",
    ["id", "name", "position", "deploymentId", "createdAt", "updatedAt", "type"],
    {
      ...CONTENT,
      position: INTEGER,
      parentId: orNull(INTEGER),
    },
  ),
  CreateFolderInput: object("A folder to create", ["name"], {
    name: { type: "string", maxLength: 255, description: "Unique within the parent" },
    parentId: orNull(INTEGER),
    position: orNull(INTEGER),
  }),
  FoldersListResponse: listResponse("Folder"),
};

/** The envelope of a list with a cursor. */
export function listResponse(schema: string): JsonObject {
  return object(`A page of the ${schema} list`, ["items", "data"], {
    items: listOf(ref(schema)),
    data: { ...listOf(ref(schema)), deprecated: true, description: "The same as `items`" },
    count: { ...INTEGER, deprecated: true, description: "The number of items on all pages" },
    pageInfo: orNull(ref("PageInfo")),
  });
}
