// A live folder as a file names it.
import { expect, it } from "vitest";
import { folderFields } from "../../src/features/pull/compose-edits.ts";

it.each([
  ["the root", null, undefined, { folder: "/" }],
  ["a path", 7, ["Finance", "Revenue"], { folder: "Finance/Revenue" }],
  ["a name that is blank", 7, ["Finance", " "], { folderId: 7 }],
  ["a path that is not known", 7, undefined, { folderId: 7 }],
])("%s", (_, id, path, fields) => expect(folderFields(id, path)).toEqual(fields));
