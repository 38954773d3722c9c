// What an answer to a creation gives away: that the workbook was there before, and is somebody's.
import { describe, expect, it } from "vitest";
import { type Creation, requireCreated } from "../../src/apply/creations/created.ts";
import { StepError } from "../../src/apply/failure.ts";
import type { JsonObject } from "../../src/model/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";
import { board, openHarness } from "./harness.ts";
import type { Hook } from "./proxy.ts";

const CREATED = "2026-11-20T08:00:00.000Z";
const STAMP = { v: 2, project: "acme", of: "1/b", digest: "sha256:0", base: "" };
const wire = (more: object = {}): WireWorkbook =>
  ({
    id: 7,
    slug: "b",
    name: "B",
    meta: {},
    createdAt: CREATED,
    updatedAt: CREATED,
    ...more,
  }) as WireWorkbook;
const later = (ms: number) => ({ updatedAt: new Date(Date.parse(CREATED) + ms).toISOString() });

/** What is said of an answer, undefined if it passes for new; the request was sent `elapsedMs` ago. */
async function judge(
  answer: WireWorkbook,
  more: Partial<Creation> & { elapsedMs?: number } = {},
  proxy?: Hook,
) {
  const { elapsedMs = 0, ...creation } = more;
  const harness = await openHarness({ ...(proxy && { proxy }) });
  const { platform, context, sandbox, writes } = harness;
  await platform.upsertWorkbook(1, "b", { meta: { boardwright: STAMP } });
  sandbox.requests.length = 0;
  const clock = { now: () => 1_000_000, sleep: async () => {} };
  let attempts = 0;
  const error = await requireCreated({ ...context(), clock }, answer, {
    slug: "b",
    request: { name: "B", meta: { boardwright: STAMP } },
    look: { ids: new Set() },
    sentAt: clock.now() - elapsedMs,
    slugs: { isOtherAtWork: async () => false },
    onAttempt: () => {
      attempts += 1;
    },
    ...creation,
  }).catch((reason: unknown) => reason);
  const meta = sandbox.workbook("b")?.meta;
  if (error === undefined) return { said: undefined, writes: writes(), attempts, meta };
  expect(error).toBeInstanceOf(StepError);
  const { code, message, details } = error as StepError;
  expect([code, message]).toEqual([
    "created-meanwhile",
    expect.stringMatching(/^b was created by somebody else/),
  ]);
  return { said: details, writes: writes(), attempts, meta };
}

describe("the answer to a creation", () => {
  const ours = board("B");
  it.each<[string, object, Partial<Creation> & { elapsedMs?: number }]>([
    ["of one moment", {}, {}],
    ["of a second", later(1_000), {}],
    [
      "of a little less than a second, in our folder",
      { ...later(300), folderId: 9 },
      { request: { folderId: 9 } },
    ],
    ["of whole seconds, in a folder of its own", { ...later(1_000), folderId: 9 }, {}],
    ["that took a moment, in a folder of its own", { ...later(300), folderId: 9 }, { elapsedMs: 300 }],
    [
      "of a moment later, of our own user",
      { ...later(300), createdBy: 4 },
      { slugs: { isOtherAtWork: async () => false, owner: 4 } },
    ],
    ["that came after repetitions", later(21_000), { elapsedMs: 20_000 }],
    ["whose times are dates only", { createdAt: "2026-11-19", updatedAt: "2026-11-20" }, {}],
    ["whose times are none", { createdAt: 7, updatedAt: null }, {}],
    [
      "of a little older one, beside another run of the project",
      later(60_000),
      { slugs: { isOtherAtWork: async () => true } },
    ],
    [
      "that shows viewers what was written, as another run of the project published it",
      { dashboardPublished: ours, dashboardDraft: ours, ...later(60_000) },
      {},
    ],
    [
      "that shows viewers what was written, and what the platform filled in",
      { dashboardPublished: { ...ours, settings: { cache: "on" } }, dashboardDraft: ours, ...later(60_000) },
      {},
    ],
    [
      "of a little older one of another user, who is another run of the project",
      { ...later(300), createdBy: 5 },
      { slugs: { isOtherAtWork: async (made) => made?.owner === 5 && made.id === 7, owner: 4 } },
    ],
    ["that is published with nothing", { dashboardPublished: null, publishedDashboard: null }, {}],
  ])("%s passes for new, and nothing more is sent", async (_, answer, creation) => {
    expect(await judge(wire(answer), creation)).toMatchObject({
      said: undefined,
      writes: [],
      attempts: 0,
      meta: { boardwright: STAMP },
    });
  });

  it.each<[string, object, Partial<Creation> & { elapsedMs?: number }, RegExp]>([
    [
      "whose workbook had another slug",
      {},
      { look: { ids: new Set([7]) } },
      /^The workbook 7 had another slug until now:/,
    ],
    ["a little older, with meta of its own", { ...later(300), meta: { team: "x" } }, {}, /was made at/],
    ["a little older, in a folder of its own", { ...later(300), folderId: 9 }, {}, /was made at/],
    [
      "a little older, of another user",
      { ...later(300), createdBy: 5 },
      { slugs: { isOtherAtWork: async () => false, owner: 4 } },
      /was made at/,
    ],
    [
      "of another user, while the request was under way",
      { ...later(300), createdBy: 5 },
      { slugs: { isOtherAtWork: async () => false, owner: 4 }, elapsedMs: 400 },
      /was made at/,
    ],
    [
      "that is older, with meta of its own, beside another run of the project",
      { ...later(60_000), meta: { team: "x" } },
      { slugs: { isOtherAtWork: async () => true } },
      /was made at/,
    ],
    ["that is older", later(1_001), {}, /^The workbook 7 was made at 2026-11-20T08:00:00\.000Z:/],
    ["that is older than the repetitions", later(21_001), { elapsedMs: 20_000 }, /was made at/],
    [
      "that names its owner",
      { ...later(5_000), user: { email: "ada@acme.test" } },
      {},
      /^The workbook 7 of ada@acme\.test was made/,
    ],
    ["whose owner has no address", { ...later(5_000), user: { email: 7 } }, {}, /^The workbook 7 was made/],
    ["that shows viewers something", { dashboardPublished: board("X") }, {}, /is published already/],
    [
      "that shows viewers something, in the other form",
      { publishedDashboard: { versionNumber: 1, config: board("X") } },
      {},
      /is published already/,
    ],
    [
      "that shows viewers something else than its draft",
      { dashboardPublished: board("X"), dashboardDraft: ours },
      { slugs: { isOtherAtWork: async () => true } },
      /is published already/,
    ],
  ])("%s is told, and our stamp comes off again", async (_, answer, creation, sign) => {
    const { said, writes, attempts, meta } = await judge(wire(answer), creation);
    expect(said?.[0]).toMatch(sign);
    expect(said?.at(-1)).toContain("apply again");
    expect([writes, attempts]).toEqual([["PUT b"], 1]);
    expect(meta?.boardwright ?? null).toBeNull();
  });

  it.each<[string, JsonObject | undefined, string]>([
    ["a draft", { dashboardDraft: {} }, "wrote over its name and its draft, and then"],
    ["none", { team: "x" }, "wrote over its name, and then"],
    ["no meta", undefined, "wrote over its name, and then"],
  ])("says what was lost where %s was sent", async (_, meta, words) => {
    const { said } = await judge(wire(later(5_000)), { request: { name: "B", ...(meta && { meta }) } });
    expect(said?.[0]).toContain(words);
  });

  it.each<[object, string[]]>([
    [{}, []],
    [{ meta: null }, []],
    [{ meta: { dashboardDraft: {}, boardwright: {}, sent: 1 } }, []],
    [{ meta: { zeta: 1, alpha: 2, sent: 1 } }, ["Its meta still holds alpha, zeta."]],
    [{ dashboardPublished: { title: "Mine" } }, ['Viewers still see what it had published "Mine".']],
    [
      { publishedDashboard: { config: { title: "Mine" } } },
      ['Viewers still see what it had published "Mine".'],
    ],
    [{ dashboardPublished: { title: 7 } }, ["Viewers still see what it had published."]],
  ])("says what is still there: %j", async (answer, lines) => {
    const { said } = await judge(wire({ ...later(5_000), ...answer }), { request: { meta: { sent: 1 } } });
    expect(said?.slice(1, -1)).toEqual(lines);
  });

  it("says that our stamp is still on it, where it could not be taken off", async () => {
    const refuse: Hook = async (asked, forward) =>
      asked.method === "PUT" && (asked.body?.meta as JsonObject | undefined)?.boardwright === null
        ? { status: 403, body: { error: "No" } }
        : forward();
    const { said } = await judge(wire(later(5_000)), {}, refuse);
    expect(said?.[1]).toMatch(/^It still carries our stamp.*refused/);
  });
});
