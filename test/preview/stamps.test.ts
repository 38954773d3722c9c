// Previews on a platform that does not keep their stamps, or lists them late: nothing stays that no later run would find.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, UserError } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { files, lacking, openPlace, type PlaceOptions } from "./support.ts";

const PR = { branch: "feature/net", name: "pr-1" };
const OLD = ["both", "counts", "direct", "still"];
const isCopy = (path: string, body: JsonObject | undefined): body is JsonObject =>
  body?.meta !== undefined && (path.includes("--") || JSON.stringify(body.meta).includes('"preview"'));

/** Sends another stamp, or none, with whatever is a copy. */
const stamping =
  (stampOf: (path: string, stamp: Json | undefined) => Json | undefined): Hook =>
  async ({ method, path, body }, forward) => {
    if (method !== "PUT" || !isCopy(path, body)) return forward();
    const { boardwright: sent, ...rest } = body.meta as JsonObject;
    const stamp = stampOf(path, sent);
    return forward({ ...body, meta: stamp === undefined ? rest : { ...rest, boardwright: stamp } });
  };
const dropping = stamping(() => undefined);
const both =
  (one: Hook, other: Hook): Hook =>
  (asked, forward) =>
    one(asked, (async (body?: JsonObject) =>
      other({ ...asked, ...(body && { body }) }, forward)) as typeof forward);

async function open(options: PlaceOptions) {
  const place = await openPlace(options);
  place.rewrite(files({ count: "orders.net" }));
  return place;
}

describe("a platform that drops the stamps of copies", () => {
  it("has no preview: the first copy is deleted again, and the environment never on", async () => {
    const place = await open({ proxy: dropping });
    const error = await place.begin(PR).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain("no preview is possible here");
    expect([await place.slugs(), await place.isOn(PR.branch)]).toEqual([OLD, false]);
    expect(place.writes().filter((one) => one.includes("staging-environment"))).toEqual([]);
  });

  it("and deletes nothing has what was made named, with its number, and the environment off again", async () => {
    const noDeletes = lacking("delete /workbooks/{workbookId}", "delete /reports/{reportId}");
    const place = await open({ proxy: both(noDeletes, dropping) });
    const result = await place.begin(PR);
    expect(result).toMatchObject({ exitCode: 1, complete: false, workbooks: [], staging: "off" });
    const left = result.failed.map(({ key }) => key).sort();
    expect(left).toEqual(["both--pr-1", "count--pr-1", "counts--pr-1"]);
    expect(result.failed[0]?.message).toMatch(/delete workbook \d+ by hand$/);
    expect(await place.isOn(PR.branch)).toBe(false);
  });
});

describe("a platform that keeps only the first stamp of a copy", () => {
  it("has a preview that can be taken down, and no end that it does not know", async () => {
    const first = new Map<string, Json>();
    const freezing = stamping((path, stamp) => {
      if (stamp !== undefined && !first.has(path)) first.set(path, stamp);
      return first.get(path);
    });
    const place = await open({ proxy: freezing });
    await place.begin(PR);
    const renewed = await place.begin({ ...PR, ttl: "3h" });
    expect(renewed).toMatchObject({ exitCode: 1, staging: "on" });
    expect(renewed.workbooks.map(({ slug }) => slug)).toEqual(["both--pr-1", "counts--pr-1"]);
    expect(renewed.until).toBeUndefined();
    expect(renewed.failed.map(({ key }) => key)).toEqual(["the end of preview pr-1"]);
    expect(await place.down({ name: "pr-1" })).toMatchObject({ exitCode: 0, previews: [{ staging: "off" }] });
    expect([await place.slugs(), await place.isOn(PR.branch)]).toEqual([OLD, false]);
  });
});

describe("a list that does not show a copy yet", () => {
  it("does not hide the workbook of a report that it shows", async () => {
    const late: Hook = async ({ method, path }, forward) => {
      const answer = await forward();
      if (method !== "GET" || !path.endsWith("/workbooks") || !("body" in answer)) return answer;
      const body = answer.body as { items: { slug: string | null }[] };
      const items = body.items.filter(({ slug }) => slug !== "counts--pr-1");
      return { ...answer, body: { ...body, items } as Json };
    };
    const place = await open({ proxy: late });
    expect((await place.begin(PR)).workbooks).toHaveLength(2);
    const { previews } = await place.down({ name: "pr-1" });
    expect(previews[0]?.removed).toEqual(["both--pr-1", "counts--pr-1"]);
    expect([await place.slugs(), await place.isOn(PR.branch)]).toEqual([OLD, false]);
  });
});
