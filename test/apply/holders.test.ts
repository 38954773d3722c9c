// One look at the list serves many creations, and none for long: who holds the slugs and publicIds that are about to be made.
import { describe, expect, it, vi } from "vitest";
import { watchPublicIds, watchSlugs } from "../../src/apply/creations/holders.ts";
import { gate } from "./gate.ts";
import { board, openHarness } from "./harness.ts";

async function open(planned = ["a", "b"]) {
  let now = 0;
  let held: Promise<void> | undefined;
  let tookMs = 0;
  let looks = 0;
  let isRefused = false;
  const harness = await openHarness({
    sandbox: {
      seed: {
        listDrafts: false,
        folders: [{ id: 31, name: "Sales" }],
        workbooks: [
          { slug: "a", name: "A", folderId: 31, dashboardDraft: board("A") },
          { slug: "other", name: "Other", dashboardDraft: board("Other") },
        ],
      },
    },
    async proxy(asked, forward) {
      if (!/\/(workbooks|reports)$/.test(asked.path)) return forward();
      looks += 1;
      now += tookMs;
      await held;
      if (isRefused) return { status: 403, body: { error: "No" } };
      const answer = await forward();
      const mixed = { id: 77, type: "FOLDER", name: "Sales", slug: null, meta: {}, folderId: null };
      if (!("body" in answer) || !asked.path.endsWith("/workbooks")) return answer;
      const { items, ...rest } = answer.body as { items: object[] };
      return {
        ...answer,
        body: JSON.parse(JSON.stringify({ ...rest, items: [mixed, ...items], data: undefined })),
      };
    },
  });
  const clock = { now: () => now, sleep: async () => {} };
  const context = { ...harness.context(), clock };
  return {
    ...harness,
    slugs: watchSlugs(context, new Set(planned)),
    report: watchPublicIds(context, new Set(["aaaaaaaaaaaa"])),
    looks: () => looks,
    pass: (ms: number) => {
      now += ms;
    },
    /** Each look takes so long from now on. */
    slow: (ms: number) => {
      tookMs = ms;
    },
    /** Looks from now on are answered when that has come to pass. */
    hold: (until: Promise<void>) => {
      held = until;
    },
    refuse: (is: boolean) => {
      isRefused = is;
    },
  };
}

describe("a look", () => {
  it("is taken only when somebody asks, and shows the holder with its draft, and the ids of all workbooks", async () => {
    const { slugs, looks, sandbox } = await open();
    expect(looks()).toBe(0);
    const { holder, ids } = await slugs.look("a");
    expect(holder?.live).toMatchObject({ slug: "a", draft: { title: "A" } });
    expect(ids).toEqual(new Set(["a", "other"].map((slug) => sandbox.workbook(slug)?.id)));
    expect((await slugs.look("b")).holder).toBeUndefined();
    // It is on the list, but nobody is about to make it.
    expect((await slugs.look("other")).holder).toBeUndefined();
    expect(looks()).toBe(1);
  });

  it("is shared by all who ask while it is under way, however long it takes", async () => {
    const { slugs, looks, slow, pass } = await open();
    slow(60_000);
    const asked = Array.from({ length: 150 }, () => slugs.look("b"));
    pass(60_000);
    await Promise.all([...asked, slugs.look("b")]);
    expect(looks()).toBe(1);
  });

  it("serves for a second", async () => {
    const { slugs, looks, pass, sandbox } = await open();
    await slugs.look("b");
    pass(999);
    await slugs.look("b");
    expect(looks()).toBe(1);
    pass(1);
    sandbox.edit("other", (workbook) => {
      workbook.slug = "b";
    });
    expect((await slugs.look("b")).holder?.live.name).toBe("Other");
    expect(looks()).toBe(2);
  });

  it("tells another run of the project by what it made and this run has not begun, or by its user", async () => {
    const { slugs, platform } = await open();
    expect(await slugs.isOtherAtWork()).toBe(false);
    const stamp = (of: string) => ({ v: 2, project: "acme", of, digest: "sha256:0", base: "" });
    const made = await platform.upsertWorkbook(1, "b", { meta: { boardwright: stamp("1/other") } });
    expect(await slugs.isOtherAtWork()).toBe(false);
    await platform.upsertWorkbook(1, "b", { meta: { boardwright: stamp("1/b") } });
    slugs.begin("b");
    expect(await slugs.isOtherAtWork()).toBe(false);
    const owner = made.createdBy as number;
    expect(await slugs.isOtherAtWork({ id: made.id, owner: owner + 1 })).toBe(false);
    expect(await slugs.isOtherAtWork({ id: made.id + 1, owner })).toBe(true);
    expect(await slugs.isOtherAtWork()).toBe(true);
  });

  it("serves a hundred creations", async () => {
    const { slugs, looks } = await open();
    for (let at = 0; at < 100; at++) await slugs.look("b");
    expect(looks()).toBe(1);
    await slugs.look("b");
    expect(looks()).toBe(2);
  });

  it("serves for four times as long as it took, where it is slow", async () => {
    const { slugs, looks, slow, pass } = await open();
    slow(2_000);
    for (let at = 0; at < 150; at++) await slugs.look("b");
    pass(5_999);
    await slugs.look("b");
    expect(looks()).toBe(1);
    pass(1);
    await slugs.look("b");
    expect(looks()).toBe(2);
  });

  it("is followed by the next before it is old, for which nobody waits, while many are left", async () => {
    const many = Array.from({ length: 300 }, (_, index) => `w${index}`);
    const { slugs, looks, hold, sandbox } = await open(["b", ...many]);
    await slugs.look("b");
    const { passed, pass } = gate();
    hold(passed);
    for (const slug of many.slice(0, 60)) {
      await slugs.look(slug);
      slugs.begin(slug);
    }
    await vi.waitFor(() => expect(looks()).toBe(2));
    sandbox.edit("other", (workbook) => {
      workbook.slug = "b";
    });
    expect((await slugs.look("b")).holder).toBeUndefined();
    pass();
    await vi.waitFor(async () => expect((await slugs.look("b")).holder?.live.name).toBe("Other"));
    expect(looks()).toBe(2);
    for (const slug of many.slice(60)) slugs.begin(slug);
    for (let at = 0; at < 60; at++) await slugs.look("b");
    expect(looks()).toBe(2);
  });

  it("that fails before it is due is told to those who ask when the last one is old", async () => {
    const many = Array.from({ length: 300 }, (_, index) => `w${index}`);
    const { slugs, looks, pass, refuse } = await open(many);
    await slugs.look("w0");
    refuse(true);
    for (let at = 0; at < 60; at++) await slugs.look("w0");
    await vi.waitFor(() => expect(looks()).toBe(2));
    expect((await slugs.look("w0")).holder).toBeUndefined();
    pass(1_000);
    await expect(slugs.look("w0")).rejects.toThrow("refused");
    expect(looks()).toBe(2);
  });

  it("that fails is repeated as one that succeeds is, when it is old", async () => {
    const { slugs, looks, pass, refuse } = await open();
    refuse(true);
    await expect(slugs.look("b")).rejects.toThrow("refused");
    pass(1_000);
    refuse(false);
    expect((await slugs.look("b")).holder).toBeUndefined();
    expect(looks()).toBe(2);
  });

  it("at the reports shows the one that has the publicId", async () => {
    const { report, platform, looks, pass } = await open();
    expect(await report("aaaaaaaaaaaa")).toBeUndefined();
    await platform.upsertReport(1, "aaaaaaaaaaaa", { name: "R" });
    await platform.upsertReport(1, "bbbbbbbbbbbb", { name: "Other" });
    expect(await report("aaaaaaaaaaaa")).toBeUndefined();
    pass(1_000);
    expect(await report("aaaaaaaaaaaa")).toMatchObject({ name: "R" });
    expect(await report("bbbbbbbbbbbb")).toBeUndefined();
    expect(looks()).toBe(2);
  });
});
