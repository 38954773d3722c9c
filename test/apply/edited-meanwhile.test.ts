// An edit in the UI that lands between a write and its publication: viewers never get what nobody reviewed without a word of it.
import { describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const workbooks = (title: string) => ({ a: { name: "A", publish: true, dashboard: board(title) } });
const isPublish = ({ method, path }: Asked) => method === "POST" && path.endsWith("/publish");
const isDraft = ({ method, body }: Asked) =>
  method === "PUT" && isObject(body?.meta) && Object.hasOwn(body.meta, "dashboardDraft");

type Place = Awaited<ReturnType<typeof openWorld>>;

/** A platform with "A" applied and published, and an apply of "B" in which somebody renames the dashboard where `when` says. */
async function applyWithEdit(
  quirks: string,
  when: (asked: Asked) => "before" | "after" | undefined,
  publishes: (place: Place, asked: Asked) => JsonObject | undefined = () => undefined,
) {
  let isOn = false;
  const sent: string[] = [];
  const place: { now?: Place } = {};
  const edit = (): void => {
    isOn = false;
    place.now?.sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Secret" };
    });
  };
  const hook: Hook = async (asked, forward) => {
    sent.push(`${asked.method} ${asked.path.split("/").at(-1)}`);
    const at = isOn ? when(asked) : undefined;
    if (at === "before") edit();
    const body = isPublish(asked) && place.now ? publishes(place.now, asked) : undefined;
    const answer = await forward(body);
    if (at === "after") edit();
    return answer;
  };
  const opened = await openWorld({ workbooks: workbooks("A"), sandbox: { quirks }, proxy: hook });
  place.now = opened;
  await opened.deploy();
  const planned = await opened.plan(workbooks("B"));
  sent.length = 0;
  isOn = true;
  const outcome = await opened.apply(planned);
  return { ...opened, outcome, sent };
}

/** What the next plan says of the edit. */
async function driftAfter({ plan }: Place): Promise<unknown[]> {
  const { changes } = await plan(workbooks("B"));
  return changes.flatMap(({ hazards, fields }) => [
    ...hazards.map(({ code }) => code),
    ...fields.map(({ path, before, after }) => [path, before, after]),
  ]);
}

describe("an edit between a write and its publication", () => {
  it("that lands between the draft and the stamp that follows it is not published, and is told", async () => {
    const place = await applyWithEdit("fills-defaults", (asked) => (isDraft(asked) ? "after" : undefined));
    expect(outcomes(place.outcome)).toEqual(["a failed edited-meanwhile"]);
    const [result] = place.outcome.results;
    expect(result?.error?.message).toContain("edited on the platform");
    expect(result?.error?.details?.join("\n")).toMatch(/dashboard\.title: .*"B".*"Secret"/);
    expect(result?.error?.details?.join("\n")).toContain("boardwright pull");
    expect(place.sent.filter((line) => line.startsWith("POST"))).toEqual([]);
    expect(place.sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "A" });
    expect(place.outcome.summary).toMatchObject({ published: 0, failed: 1 });
    expect(await driftAfter(place)).toEqual(["drift", ["dashboard.title", "Secret", "B"]]);
  });

  it("that lands after the last answer is not published: what was reviewed is, and the edit shows as drift", async () => {
    const place = await applyWithEdit("", (asked) => (isPublish(asked) ? "before" : undefined));
    expect(outcomes(place.outcome)).toEqual(["a applied"]);
    expect(place.sandbox.workbook("a")).toMatchObject({
      dashboardPublished: { title: "B" },
      dashboardDraft: { title: "Secret" },
    });
    expect(await driftAfter(place)).toEqual(["drift", ["dashboard.title", "Secret", "B"]]);
  });

  it("is told at once where the platform publishes the saved draft, whatever it is asked for", async () => {
    const place = await applyWithEdit(
      "",
      (asked) => (isPublish(asked) ? "before" : undefined),
      ({ sandbox }) => ({ workbookId: sandbox.workbook("a")?.id as number }),
    );
    expect(outcomes(place.outcome)).toEqual(["a failed published-otherwise"]);
    const [result] = place.outcome.results;
    expect(result?.error?.message).toContain("viewers see something else");
    expect(result?.error?.details?.join("\n")).toMatch(/dashboard\.title: .*"B".*"Secret"/);
    expect(result?.published).toMatchObject({ after: true, now: true });
    expect(await driftAfter(place)).toEqual(["drift", ["dashboard.title", "Secret", "B"]]);
  });

  it("costs no request where nobody edits", async () => {
    const place = await applyWithEdit("", () => undefined);
    expect(outcomes(place.outcome)).toEqual(["a applied"]);
    const id = place.sandbox.workbook("a")?.id;
    expect(place.sent).toEqual([`GET ${id}`, "PUT a", "POST publish"]);
  });
});

it("an edit of a draft that the request leaves alone is not published with it", async () => {
  let isOn = false;
  const declared = (name: string, publish: boolean) => ({ a: { name, publish, dashboard: board("A") } });
  const proxy: Hook = async ({ method, path }, forward) => {
    if (isOn && method === "PUT" && path.includes("by-slug")) {
      isOn = false;
      place.sandbox.edit("a", (workbook) => {
        workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Secret" };
      });
    }
    return forward();
  };
  const place = await openWorld({ workbooks: declared("A", false), proxy });
  await place.deploy();
  const planned = await place.plan(declared("B", true));
  isOn = true;
  expect(outcomes(await place.apply(planned))).toEqual(["a failed edited-meanwhile"]);
  expect(place.sandbox.workbook("a")).toMatchObject({
    name: "B",
    dashboardDraft: { title: "Secret" },
    dashboardPublished: null,
  });
});
