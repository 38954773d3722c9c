// The words for what a request wrote over, and for a stamp that cannot be taken off somebody's workbook.
import { expect, it } from "vitest";
import { takeStampOff, whatWasLost } from "../../src/apply/creations/told.ts";
import { PlatformError } from "../../src/platform/index.ts";

it.each([
  [{}, "nothing but its stamp"],
  [{ meta: { boardwright: { v: 2 } } }, "nothing but its stamp"],
  [{ name: "A" }, "its name"],
  [{ folderId: null }, "its place"],
  [{ name: "A", meta: { dashboardDraft: {} } }, "its name and its draft"],
  [{ name: "A", folderId: 3, meta: { dashboardDraft: {} } }, "its name, its place and its draft"],
  [{ meta: { team: "x", area: "y", boardwright: {} } }, "area, team in its meta"],
  [{ name: "A", meta: { team: "x" } }, "its name and team in its meta"],
])("%j wrote over %s", (request, words) => {
  expect(whatWasLost(request)).toBe(words);
});

it("says of a stamp that the platform keeps why, and hides no fault of our own", async () => {
  const sent: unknown[] = [];
  expect(await takeStampOff(async (body) => sent.push(body))).toEqual([]);
  expect(sent).toEqual([{ meta: { boardwright: null } }]);
  const refused = new PlatformError("the platform refused it (403)", { status: 403 } as never);
  expect(await takeStampOff(() => Promise.reject(refused))).toEqual([
    "It still carries our stamp, which could not be taken off: the platform refused it (403).",
  ]);
  await expect(takeStampOff(() => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
});
