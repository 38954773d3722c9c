// Runs that were cut short, and what keeps them from looking like edits: two steps, text maps that are cleared first.
import { describe, expect, it } from "vitest";
import {
  type Change,
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  type Stamp,
  stampToJson,
} from "../../src/model/index.ts";
import {
  asShell,
  baseOf,
  clearingRequest,
  digest,
  isAnswerOpen,
  isBegun,
  type LiveWorkbook,
  noteAnswer,
  withOpenStamp,
} from "../../src/plan/index.ts";
import { makeStamp } from "../../src/plan/stamp/stamp.ts";
import { afterUpsert, liveWorkbook, planOf } from "./support.ts";

const widgets = (...ids: string[]): JsonObject[] => ids.map((id) => ({ id }));
const FILES = {
  name: "Revenue",
  meta: { team: "x" },
  dashboard: { title: "Revenue", layout: { cols: 12 }, widgets: widgets("a", "b") },
};

function created(entry: JsonObject = FILES): { change: Change; request: JsonObject; live: LiveWorkbook } {
  const change = planOf({ entries: { rev: entry }, live: [] }).changes.at(-1) as Change;
  const request = change.request as JsonObject;
  return { change, request, live: afterUpsert("rev", request) };
}
const stampOf = (live: Pick<LiveWorkbook, "meta">): Stamp => readStamp(live.meta) as Stamp;
const drafted = (live: LiveWorkbook, more: JsonObject): LiveWorkbook => ({
  ...live,
  draft: { ...live.draft, ...more },
});
const planned = (entry: JsonObject, live: LiveWorkbook) =>
  planOf({ entries: { rev: entry }, live: [live] }).changes[0];

describe("a run that was cut short", () => {
  const { change, request, live } = created();
  const open = { ...live, meta: { ...live.meta, ...(withOpenStamp(request).meta as JsonObject) } };
  const shell = afterUpsert("rev", asShell(change).request as JsonObject);

  it.each<[string, LiveWorkbook, boolean]>([
    ["as it left it", open, true],
    ["with a default", drafted(open, { layout: { cols: 12, rows: 4 }, theme: 1 }), true],
    ["edited", drafted(open, { title: "Other" }), false],
    ["with another name", { ...open, name: "Other" }, false],
    ["with a widget more", drafted(open, { widgets: widgets("a", "b", "mine") }), false],
    ["with a widget less", drafted(open, { widgets: widgets("a") }), false],
    ["in another order", drafted(open, { widgets: widgets("b", "a") }), false],
    ["come to its end", live, true],
    ["of nobody", { ...open, meta: {} }, false],
    [
      "of another project",
      { ...open, meta: { ...open.meta, boardwright: { ...stampToJson(stampOf(open)), project: "other" } } },
      false,
    ],
    [
      "of another slug",
      { ...open, meta: { ...open.meta, boardwright: { ...stampToJson(stampOf(open)), of: "1/other" } } },
      false,
    ],
    [
      "that cannot be read",
      { ...open, meta: { ...open.meta, boardwright: { ...stampToJson(stampOf(open)), base: "" } } },
      false,
    ],
    ["before it put a dashboard in", shell, true],
    ["before that, and filled by somebody", { ...shell, draft: { widgets: widgets("mine") } }, false],
    ["before that, with a name of somebody's", { ...shell, name: "Mine" }, false],
    [
      "before that, with a key of meta of somebody's",
      { ...shell, meta: { ...shell.meta, team: "mine" } },
      true,
    ],
    ["before that, with another key of meta", { ...shell, meta: { ...shell.meta, other: 1 } }, true],
  ])("is gone on with, %s: %3$s", (_, now, unfinished) => expect(isBegun(request, now, [])).toBe(unfinished));

  it.each<[string, JsonObject, boolean]>([
    [
      "more",
      { ...FILES, dashboard: { ...FILES.dashboard, theme: 1, widgets: widgets("b", "c", "a") } },
      true,
    ],
    ["another name", { ...FILES, name: "Other" }, false],
    ["a field less", { ...FILES, dashboard: { title: "Revenue", widgets: widgets("a", "b") } }, false],
    ["a widget less", { ...FILES, dashboard: { ...FILES.dashboard, widgets: widgets("a") } }, false],
    ["no name", { meta: FILES.meta, dashboard: FILES.dashboard }, false],
    ["something else where an object was", { ...FILES, dashboard: { ...FILES.dashboard, layout: 1 } }, false],
  ])("is that of a request that asks for %s: %3$s", (_, entry, unfinished) => {
    expect(isBegun(created(entry).request, open, [])).toBe(unfinished);
  });

  it("is gone on with by a stamp alone, unless somebody edited it", () => {
    const only = { meta: { boardwright: (request.meta as JsonObject).boardwright as JsonObject } };
    expect(isBegun(only, open, [])).toBe(true);
    expect(isBegun(only, drafted(open, { theme: 1 }), [])).toBe(true);
    expect(isBegun(only, drafted(open, { title: "Other" }), [])).toBe(false);
    expect(isBegun(only, { ...open, name: "Other" }, [])).toBe(false);
    expect(isBegun(only, { ...open, meta: { ...open.meta, team: "mine" } }, [])).toBe(false);
  });

  it("has no say in a key of meta that the request takes away", () => {
    const taking = { ...request, meta: { ...(request.meta as JsonObject), old: null } };
    expect(isBegun(taking, { ...open, meta: { ...open.meta, old: 1 } }, [])).toBe(true);
  });

  it("is not gone on with by a request whose own stamp is damaged", () => {
    const stamp = { ...stampToJson(readStamp(request.meta) as Stamp), base: "" };
    const damaged = { ...request, meta: { ...(request.meta as JsonObject), boardwright: stamp } };
    expect(isBegun(damaged, open, [])).toBe(false);
  });

  it("has no say in what is ignored", () => {
    const ignored = [parseIgnoredPath("dashboard.title") ?? []];
    expect(isBegun(request, drafted(open, { title: "Other" }), ignored)).toBe(true);
  });

  it("is planned again without a hazard, and with one if it differs from what was asked for", () => {
    expect(planned(FILES, open)).toMatchObject({ action: "stamp", hazards: [], fields: [] });
    const filled = planned(FILES, drafted(open, { theme: 1 }));
    expect(filled).toMatchObject({ action: "stamp", hazards: [] });
    const adopt = [{ code: "adopt", message: expect.stringContaining("ended before it read") }];
    const edited = planned(FILES, drafted(open, { title: "Other" }));
    expect(edited).toMatchObject({
      hazards: adopt,
      fields: [{ path: "dashboard.title", origin: "unknown", before: "Other", base: "Revenue" }],
    });
    const git = { ...FILES, dashboard: { ...FILES.dashboard, title: "New" } };
    expect(planned(git, open)).toMatchObject({ action: "update", origin: "git", hazards: [] });
    expect(planned(git, drafted(open, { title: "Other" }))?.hazards).toMatchObject(adopt);
    const themed = { ...FILES, dashboard: { ...FILES.dashboard, theme: 2 } };
    expect(planned(themed, drafted(open, { theme: 1 }))?.hazards).toMatchObject(adopt);
    expect(planned(FILES, drafted(open, { widgets: widgets("a", "b", "mine") }))?.hazards).toMatchObject(
      adopt,
    );
    expect(planned(FILES, drafted(open, { widgets: widgets("b", "a") }))?.hazards).toMatchObject(adopt);
    expect(planned(FILES, shell)).toMatchObject({ action: "update", hazards: [] });
    expect(planned(FILES, { ...shell, draft: { widgets: widgets("mine") } })?.hazards).toMatchObject(adopt);
  });

  it("keeps what was added to a widget, though the list of widgets is sent whole", () => {
    const added = drafted(open, { widgets: [{ id: "a", style: { x: 1 } }, { id: "b" }] });
    const more = { ...FILES, dashboard: { ...FILES.dashboard, widgets: widgets("a", "b", "c") } };
    const change = planned(more, added);
    expect(change).toMatchObject({ origin: "git", hazards: [], fields: [{ path: "dashboard.widgets[c]" }] });
    expect(change?.request?.meta).toMatchObject({
      dashboardDraft: { widgets: [{ id: "a", style: { x: 1 } }, { id: "b" }, { id: "c" }] },
    });
    expect(baseOf(readStamp(change?.request?.meta))?.answered?.dashboard?.widgets).toEqual([
      { id: "a", style: { x: 1 } },
      ...widgets("b", "c"),
    ]);
  });

  it("does not make ours what was never managed", () => {
    const { request: nameless } = created({ dashboard: FILES.dashboard });
    const theirs = {
      ...afterUpsert("rev", withOpenStamp(nameless)),
      name: "Theirs",
      folderId: 9,
      folderPath: ["Theirs"],
    };
    const also = { ...theirs, meta: { ...theirs.meta, team: "theirs" } };
    expect(planned({ dashboard: FILES.dashboard }, also)?.action).toBe("stamp");
    expect(planned({ ...FILES, meta: {} }, also)?.hazards).toMatchObject([{ code: "adopt" }]);
    expect(planned({ dashboard: FILES.dashboard, meta: FILES.meta }, also)?.hazards).toMatchObject([
      { code: "adopt" },
    ]);
    expect(planned({ dashboard: FILES.dashboard, folderId: 31 }, also)?.hazards).toMatchObject([
      { code: "adopt" },
    ]);
    expect(planned({ dashboard: FILES.dashboard, meta: { else: 1 } }, also)?.hazards).toEqual([]);
  });
});

describe("a text map that has to lose a key", () => {
  const entry = {
    name: "R",
    meta: { o: { files: { a: "1" }, x: 1 } },
    dashboard: { title: "T", app: { entry: "a.js", files: { "a.js": "1" } } },
  };
  const { request } = created(entry);
  const live = liveWorkbook("rev", {
    meta: { o: { files: { a: "1" } } },
    draft: {
      title: "T",
      app: { files: { "a.js": "1", "b.js": "2" }, more: { dependencies: { left: "1" } } },
    },
  });

  it("is sent as null, under a stamp that vouches for all but it", () => {
    const clearing = clearingRequest(request, live) as JsonObject;
    const { boardwright: _, ...meta } = clearing.meta as JsonObject;
    expect(meta).toEqual({
      o: { files: { a: "1" }, x: 1 },
      dashboardDraft: { title: "T", app: { entry: "a.js", files: null } },
    });
    expect(clearing.name).toBe("R");
    expect(baseOf(readStamp(clearing.meta))).toEqual({
      asked: { name: "R", meta: entry.meta, dashboard: { title: "T", app: { entry: "a.js" } } },
      answered: null,
    });
  });

  it("has to lose one even if it is no longer than before", () => {
    const clearing = clearingRequest(request, { ...live, draft: { app: { files: { "old.js": "1" } } } });
    expect(clearing?.meta).toMatchObject({ dashboardDraft: { app: { files: null } } });
  });

  it("has to lose one below its top level", () => {
    const nested = { theme: { files: { a: { b: 1 } } } };
    const { request: wanted } = created({ name: "R", dashboard: nested });
    const draft = { theme: { files: { a: { b: 1, "": 2 } } } };
    expect(clearingRequest(wanted, { ...live, draft })?.meta).toMatchObject({
      dashboardDraft: { theme: { files: null } },
    });
    expect(clearingRequest(wanted, { ...live, draft: nested })).toBeUndefined();
    const texts = { theme: { files: { a: "text" } } };
    const { request: plain } = created({ name: "R", dashboard: texts });
    expect(clearingRequest(plain, { ...live, draft: nested })).toBeUndefined();
    expect(clearingRequest(wanted, { ...live, draft: texts })).toBeUndefined();
  });

  it("in meta is cleared there", () => {
    const there = { ...live, draft: undefined, meta: { o: { files: { a: "1", b: "2" } } } };
    const clearing = clearingRequest(request, there) as JsonObject;
    expect((clearing.meta as JsonObject).o).toEqual({ files: null, x: 1 });
    expect((clearing.meta as JsonObject).dashboardDraft).toEqual(entry.dashboard);
    expect(baseOf(readStamp(clearing.meta))?.asked.meta).toEqual({ o: { x: 1 } });
  });

  it.each<[string, Partial<LiveWorkbook>]>([
    ["another value", { draft: { app: { files: { "a.js": "0" } } } }],
    ["no draft", { draft: undefined }],
    ["no map", { draft: { app: { files: [] } } }],
    ["a key more elsewhere", { draft: { app: { files: {}, more: 1 } } }],
  ])("is none with %s", (_, given) =>
    expect(clearingRequest(request, { ...live, ...given })).toBeUndefined(),
  );

  it("is left as it is by a request that says nothing of it", () => {
    const { request: other } = created({ name: "R", dashboard: { title: "T" } });
    expect(clearingRequest(other, live)).toBeUndefined();
  });

  it("leaves a draft behind that is gone on with, and in which an edit is seen", () => {
    const cleared = {
      ...live,
      name: "R",
      meta: (clearingRequest(request, live) as JsonObject).meta as JsonObject,
    };
    const now = { ...cleared, draft: { title: "T", app: { entry: "a.js" } } };
    expect(isBegun(request, now, [])).toBe(true);
    expect(planned(entry, now)).toMatchObject({ action: "update", origin: "git", hazards: [] });
    const edited = { ...now, draft: { title: "T", app: { entry: "mine.js" } } };
    expect(isBegun(request, edited, [])).toBe(false);
    expect(planned(entry, edited)?.hazards).toMatchObject([{ code: "adopt" }]);
  });
});

describe("two steps", () => {
  const { request, live } = created();
  const changed = created({ ...FILES, dashboard: { ...FILES.dashboard, title: "New" } }).request;
  const knows = (base: Parameters<typeof makeStamp>[0]["base"]): LiveWorkbook => ({
    ...live,
    meta: { boardwright: stampToJson(makeStamp({ ...stampOf(live), base })) },
  });
  const filled = knows({ asked: FILES, answered: { ...FILES, dashboard: { ...FILES.dashboard, theme: 1 } } });
  const half = knows({ asked: FILES, answered: null });

  it.each<[string, JsonObject, LiveWorkbook, boolean | undefined, boolean]>([
    ["a creation, before the first answer", request, liveWorkbook("rev"), undefined, true],
    ["a creation, where nothing was filled in", request, liveWorkbook("rev"), false, false],
    ["a creation, where something was", request, liveWorkbook("rev"), true, true],
    ["what was answered as it was asked", changed, live, undefined, false],
    ["what was answered as it was asked, where another was not", changed, live, true, true],
    ["what was answered as it was asked, asked again", request, live, true, false],
    ["what was filled in, and changes", changed, filled, undefined, true],
    ["what was filled in, and changes, where nothing else was", changed, filled, false, true],
    ["what was filled in, asked again", request, filled, true, false],
    ["what a run left half done", request, half, undefined, true],
    ["what a run left half done, where nothing is filled in", request, half, false, false],
    ["what nobody manages", request, liveWorkbook("rev"), undefined, true],
    ["what nobody manages, where nothing is filled in", request, liveWorkbook("rev"), false, false],
    ["a stamp alone", { meta: { boardwright: {} } }, liveWorkbook("rev"), true, false],
  ])("%s", (_, sent, before, differ, may) => expect(isAnswerOpen(sent, before, { differ })).toBe(may));

  it("are needed where something is asked for that was not before, or with white space around it", () => {
    const more = created({ ...FILES, dashboard: { ...FILES.dashboard, theme: 1 } }).request;
    expect([undefined, false].map((differ) => isAnswerOpen(more, live, { differ }))).toEqual([true, false]);
    const one = created({ ...FILES, dashboard: { ...FILES.dashboard, widgets: widgets("c", "a", "b") } });
    expect(isAnswerOpen(one.request, live)).toBe(true);
    const less = created({ ...FILES, dashboard: { ...FILES.dashboard, widgets: widgets("b", "a") } });
    expect(isAnswerOpen(less.request, live)).toBe(false);
    const spaced = created({ ...FILES, dashboard: { ...FILES.dashboard, title: "New " } }).request;
    expect(isAnswerOpen(spaced, live, { differ: false })).toBe(true);
  });

  it("go by what the run has seen", () => {
    const answers: { differ?: boolean } = {};
    const seen = [live, filled, live].map((one) => {
      noteAnswer(answers, stampOf(one));
      return answers.differ;
    });
    expect(seen).toEqual([false, true, true]);
  });

  it("begin with the same request, under a stamp that is neither the last one nor a shell's", () => {
    const open = withOpenStamp(request);
    const { boardwright, ...rest } = open.meta as JsonObject;
    expect({ ...open, meta: { ...rest, boardwright: (request.meta as JsonObject).boardwright } }).toEqual(
      request,
    );
    const stamp = readStamp(open.meta) as Stamp;
    expect(boardwright).toEqual(stampToJson(stamp));
    expect(baseOf(stamp)).toEqual({ asked: FILES, answered: null });
    expect([stampOf(live).digest, digest("{}")]).not.toContain(stamp.digest);
    expect(stamp.digest).not.toBe((readStamp(withOpenStamp(changed).meta) as Stamp).digest);
  });
});
