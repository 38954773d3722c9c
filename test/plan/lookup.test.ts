// Where a declared workbook is that is not live: what counts as a sign of it, and what does not.
import { describe, expect, it } from "vitest";
import { type JsonObject, type Stamp, stampToJson } from "../../src/model/index.ts";
import { declare, LiveIndex, type LiveReport, type LiveWorkbook, lookUp } from "../../src/plan/index.ts";
import { withReason } from "../../src/plan/planner/lookup.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { canonical, digest } from "../../src/plan/state/canonical.ts";
import { liveWorkbook, resolved } from "./support.ts";

const widgets = (...ids: string[]) => ids.map((id) => ({ id, type: "TEXT" }));
const ENTRY = { name: "Stock", dashboard: { widgets: widgets("a", "b", "c", "d", "e") } };
const STOCK = declare(resolved("stock", ENTRY), []);
const AT = "2026-11-20T08:10:04.000Z";

const stamp = (more: Partial<Stamp> = {}, asked: JsonObject = {}): JsonObject => ({
  boardwright: stampToJson({
    v: 2,
    project: "acme",
    of: "1/stock",
    digest: digest(canonical(asked)),
    base: encodeBase({ asked }),
    ...more,
  }),
});

interface Known {
  live?: (Partial<LiveWorkbook> & { slug: string | undefined })[];
  declared?: readonly string[];
  last?: { id: number | null; at: string };
  reports?: LiveReport[];
}

function indexOf(live: NonNullable<Known["live"]>, declared: readonly string[] = []): LiveIndex {
  const names = new Map(declared.map((slug) => [slug, { slug }]));
  const index = new LiveIndex({ scope: { project: "acme", deploymentId: 1 }, declared: names });
  for (const { slug, ...fields } of live) {
    if (slug === undefined) index.addUnnamed(liveWorkbook("x", fields));
    else index.add(liveWorkbook(slug, fields));
  }
  return index;
}

function explain({ live = [], declared, last, reports = [] }: Known) {
  const findLastSeen = (_: string, key: string) => (key === "stock" ? last : undefined);
  return lookUp(indexOf(live, declared), { findLastSeen, reports }).explain(STOCK);
}

function report(meta: JsonObject): LiveReport {
  const fields = { title: null, jsonQuery: null, sqlQuery: null, pivotItems: null, version: null };
  return { kind: "report", ...fields, id: 5, publicId: "p", name: "RA", workbookId: null, meta };
}
const ofReport = { of: "1/ra", publicId: "p" };
const inStock = { name: "RA", workbook: "stock" };

describe("a workbook that a run knows", () => {
  it("is deleted if its id is gone, and renamed if that is live under another slug or none", () => {
    expect(explain({ last: { id: 7, at: AT } })).toMatchObject({
      code: "deleted",
      message: "deleted on the platform: it was live, with the id 7, after the apply of 2026-11-20 08:10 UTC",
    });
    expect(explain({ last: { id: 7, at: AT }, live: [{ slug: "new", id: 7 }] })).toMatchObject({
      code: "renamed",
      message: "live as new, id 7: renamed in the UI?",
    });
    expect(explain({ last: { id: 7, at: AT }, live: [{ slug: undefined, id: 7 }] })).toMatchObject({
      code: "renamed",
      message: "live without a slug, id 7: renamed in the UI?",
    });
  });

  it("may be a later one of another machine, if what has its stamp has another id", () => {
    const live = [{ slug: "new", id: 9, meta: stamp() }];
    expect(explain({ last: { id: 7, at: AT }, live })?.message).toBe(
      "live as new, id 9: renamed or copied in the UI?",
    );
  });
});

describe("a workbook that no run knows", () => {
  it("was there all the same if a run says so without its id", () => {
    expect(explain({ last: { id: null, at: AT } })?.message).toMatch(
      /: it was live after the apply of .* UTC$/,
    );
  });

  it("is renamed if a stamp names it that is ours, of this deployment, and of no preview", () => {
    const told = (meta: JsonObject) => explain({ live: [{ slug: "new", id: 9, meta }] })?.code;
    expect(told(stamp())).toBe("renamed");
    expect(told(stamp({ project: "other" }))).toBeUndefined();
    expect(told(stamp({ of: "2/stock" }))).toBeUndefined();
    expect(told(stamp({ of: "1/new" }))).toBeUndefined();
    expect(told(stamp({ preview: { name: "pr-1", branch: "b", wasOn: false } }))).toBeUndefined();
  });

  it("is deleted if a report of ours was applied to it", () => {
    const told = (meta: JsonObject) => explain({ reports: [report(meta)] })?.message;
    expect(told(stamp(ofReport, inStock))).toBe("deleted on the platform: the report ra was applied to it");
    expect(told(stamp(ofReport, { name: "RA", workbook: "other" }))).toBeUndefined();
    expect(told(stamp({ ...ofReport, publicId: "q" }, inStock))).toBeUndefined();
    expect(told(stamp({ ...ofReport, project: "other" }, inStock))).toBeUndefined();
    expect(told(stamp({ ...ofReport, of: "2/ra" }, inStock))).toBeUndefined();
    expect(told({})).toBeUndefined();
    expect(told(stamp({ ...ofReport, base: "bm90IGRlZmxhdGVk" }))).toBeUndefined();
  });

  it("is like the one that has its name, and that neither a file nor another project claims", () => {
    const told = (more: Partial<LiveWorkbook> = {}, declared: string[] = []) =>
      explain({ live: [{ slug: "new", id: 9, name: " STOCK", ...more }], declared })?.code;
    expect(told()).toBe("alike");
    expect(told({ name: "Stocks" })).toBeUndefined();
    expect(told({}, ["new"])).toBeUndefined();
    expect(told({ meta: stamp({ project: "other", of: "1/new" }) })).toBeUndefined();
    // Ours, and no longer declared: somebody renamed it in the files.
    expect(told({ meta: stamp({ of: "1/new" }) })).toBe("alike");
    const unnamed = declare(resolved("stock", {}), []);
    const index = indexOf([{ slug: "new", name: "" }]);
    expect(lookUp(index, { findLastSeen: undefined, reports: [] }).explain(unnamed)).toBeUndefined();
  });

  it("is like none if two have its name", () => {
    const twins = ["one", "two"].map((slug, at) => ({ slug, id: 8 + at, name: "Stock" }));
    expect(explain({ live: twins.slice(1) })?.code).toBe("alike");
    expect(explain({ live: twins })).toBeUndefined();
  });
});

describe("what is told of it", () => {
  const near = { id: 9, name: "Stock" };
  const helpOf = (known: Known) => explain(known)?.help;

  it("says what an apply would do, and what to do instead", () => {
    expect(helpOf({ last: { id: 7, at: AT } })).toMatch(/creates it again.*remove it from the files/);
    expect(helpOf({ last: { id: 7, at: AT }, live: [{ slug: "new", id: 7 }] })).toMatch(
      /^As it is, apply would create a second workbook\. .*declare it as new.* the slug stock back .*disown new/,
    );
    expect(helpOf({ last: { id: 7, at: AT }, live: [{ slug: undefined, id: 7 }] })).toMatch(
      /^As it is, apply would create a second workbook\. Give it the slug stock back on the platform\.$/,
    );
    expect(explain({ live: [{ slug: "new", ...near }] })).toEqual({
      code: "alike",
      message: "has the same name as new, id 9, which no file declares: renamed?",
      help: "If so, declare it as new. As it is, apply would create a second workbook.",
    });
    expect(explain({ live: [{ slug: undefined, ...near }] })).toEqual({
      code: "alike",
      message: "has the same name as workbook 9, which has no slug, which no file declares: renamed?",
      help: "If so, give it this slug. As it is, apply would create a second workbook.",
    });
  });

  it("is of the first of several that took its stamp along, and not of what is under its slug", () => {
    const copies = [8, 9].map((id) => ({ slug: `copy-${id}`, id, meta: stamp() }));
    expect(explain({ live: copies })?.message).toContain("live as copy-8, id 8");
    expect(explain({ live: [{ slug: "stock", id: 8, meta: stamp() }], declared: ["stock"] })).toBeUndefined();
  });

  it("is not of what has its name but is a preview, or a copy of another one", () => {
    const codeOf = (meta: JsonObject) => explain({ live: [{ slug: "new", ...near, meta }] })?.code;
    expect(
      codeOf(stamp({ of: "1/new", preview: { name: "pr-1", branch: "b", wasOn: false } })),
    ).toBeUndefined();
    expect(codeOf(stamp({ of: "1/another" }))).toBeUndefined();
    expect(codeOf(stamp({ of: "2/new" }))).toBeUndefined();
    expect(codeOf({})).toBe("alike");
  });

  it("is of no report of a preview, and of any that was applied to it", () => {
    const mark = { name: "pr-1", branch: "b", wasOn: false };
    const reports = [report({}), report(stamp({ ...ofReport, preview: mark }, inStock))];
    expect(explain({ reports })).toBeUndefined();
    expect(explain({ reports: [...reports, report(stamp(ofReport, inStock))] })?.message).toContain(
      "the report ra",
    );
  });

  it("is of no report that is in a live workbook, and of none that was let go of", () => {
    const there = { ...report(stamp(ofReport, inStock)), workbookId: 9 };
    expect(explain({ reports: [there], live: [{ slug: "new", id: 9 }] })).toBeUndefined();
    expect(explain({ reports: [there], live: [{ slug: "new", id: 8 }] })?.code).toBe("deleted");
    const disowned = { slug: "new", ...near, meta: { boardwright: null } };
    expect(explain({ live: [disowned] })).toBeUndefined();
  });

  it("is what a change says of it: a hazard if it was renamed and its stamp says so", () => {
    const [code, message, help] = ["renamed", "m", "h"] as const;
    const told = { reason: { code, message, help }, origin: "live" };
    expect(withReason({ code, message, help })).toEqual(told);
    expect(withReason({ code, message, help }, true)).toEqual({ ...told, hazards: [{ code, message }] });
    expect(withReason({ code: "deleted", message, help }, true)).toEqual({
      reason: { code: "deleted", message, help },
      origin: "live",
    });
    expect(withReason({ code: "alike", message, help })).toEqual({
      reason: { code: "alike", message, help },
    });
    expect(withReason({ code: "deleted-by-run", message, help }, true)).toEqual({
      reason: { code: "deleted-by-run", message, help },
    });
    expect(withReason(undefined)).toEqual({});
  });

  it("is known of a slug that is live as well, and of each that a stamp names", () => {
    const index = indexOf([
      { slug: "stock", id: 7 },
      { slug: "new", id: 9, meta: stamp() },
    ]);
    expect(index.movedSlugs()).toEqual(["stock"]);
    const renamed = (slug: string, last?: { id: number; at: string }) =>
      lookUp(index, { findLastSeen: () => last, reports: [] }).renamed(slug);
    expect(renamed("stock")).toEqual({ id: 9, slug: "new", isPerhapsCopied: true });
    expect(renamed("stock", { id: 7, at: AT })).toEqual({ id: 7, slug: "stock", isPerhapsCopied: false });
    expect(renamed("other", { id: 1, at: AT })).toBeUndefined();
  });
});
