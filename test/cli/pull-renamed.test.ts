import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, type Loose, openWorld, type World, widget } from "../support/world.ts";

interface PullJson {
  summary: Record<string, number>;
  pulled: { key: string; action: string; was?: string }[];
  files: string[];
  notes: { code: string; key?: string; message: string; help?: string }[];
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ");

const open = () =>
  openWorld({
    workbooks: { sales: boardOf("Sales", "One", "Two", "Three"), orders: boardOf("Orders", "One") },
    applied: true,
  });

function retitle(widgets: Loose[], id: string, title: string): void {
  widget(widgets, id).config.title = title;
}

/** Comments and an order of its own, which a pull has to keep. */
function comment({ read, write }: World): void {
  const text = read("dashboards/all.yaml")
    .replace("  sales:\n", "  # Whose numbers these are: the sales team.\n  sales: # ours\n")
    .replace("title: Two", "title: Two # the second");
  write("dashboards/all.yaml", text);
}

describe("pull of a workbook whose slug was changed in the files", () => {
  const openWas = async () => {
    const place = await open();
    place.declare(({ workbooks }) => {
      const { sales, orders } = workbooks;
      delete workbooks.sales;
      delete workbooks.orders;
      Object.assign(workbooks, { revenue: { was: "sales", ...sales }, orders });
    });
    return place;
  };

  it("takes its edits into the file of the new slug, and makes no second one of the old", async () => {
    for (const args of [[], ["--all"], ["revenue"], ["sales"]]) {
      const place = await openWas();
      const { inUi, json, read, ok } = place;
      inUi("sales", (widgets) => retitle(widgets, "b", "By hand"));
      const pulled = await json<PullJson>("pull", ...args);
      expect(pulled.pulled, args.join(" ")).toMatchObject([{ key: "revenue", action: "edited" }]);
      expect(pulled).toMatchObject({ files: ["dashboards/all.yaml"], notes: [] });
      expect(read("dashboards/all.yaml")).toContain("By hand");
      expect(read("dashboards/all.yaml")).toContain("was: sales");
      expect((await json<Plan>("plan")).changes).toMatchObject([
        { key: "revenue", action: "rename", fields: [] },
      ]);
      await ok("apply", "--yes");
      expect((await json<Plan>("plan")).changes).toEqual([]);
    }
  });

  it("pulls neither where both slugs are live", async () => {
    const { rename, json, read, declare } = await openWas();
    rename("orders", "revenue");
    declare(({ workbooks }) => void delete workbooks.orders);
    const before = read("dashboards/all.yaml");
    const { pulled, notes } = await json<PullJson>("pull", "--all");
    expect(pulled).toEqual([]);
    expect(notes).toMatchObject([{ code: "double-slug", key: "revenue" }]);
    expect(plain(notes[0]!.message)).toContain("sales");
    expect(read("dashboards/all.yaml")).toBe(before);
  });
});

describe("pull of a workbook whose slug was changed in the UI", () => {
  it.each([[[]], [["--all"]], [["sales"]], [["turnover"]]])("renames it in the files: %j", async (args) => {
    for (const known of ["by the records", "by its stamp"]) {
      const place = await open();
      const { inUi, rename, json, run, ok, read, sandbox } = place;
      comment(place);
      const { id } = sandbox.workbook("sales")!;
      rename("sales", "turnover");
      inUi("turnover", (widgets) => retitle(widgets, "c", "By hand"));
      if (known === "by its stamp") place.forget();
      const before = read("dashboards/all.yaml");
      const told = plain((await run("pull", ...args, "--dry-run")).stdout);
      expect(told).toContain("sales → turnover");
      expect(told).toContain("Would rename 1 workbook in the files. Would pull the edits of 1 workbook.");
      expect(read("dashboards/all.yaml")).toBe(before);
      const pulled = await json<PullJson>("pull", ...args);
      expect(pulled.pulled, known).toMatchObject([
        { key: "turnover", action: "renamed", was: "sales" },
        { key: "turnover", action: "edited" },
      ]);
      expect(pulled.summary).toMatchObject({ renamed: 1, edited: 1, created: 0 });
      expect(pulled.notes).toEqual([]);
      const wanted = before
        .replace("  sales: # ours\n", "  turnover: # ours\n    was: sales\n")
        .replace("title: Three", "title: By hand");
      expect(read("dashboards/all.yaml")).toBe(wanted);
      expect((await json<Plan>("plan")).changes).toMatchObject([{ key: "turnover", action: "stamp", id }]);
      await ok("apply", "--yes");
      expect((await json<Plan>("plan")).changes).toEqual([]);
      expect((await json<PullJson>("pull", "--all")).pulled).toEqual([]);
    }
  });

  it("renames what was not edited as well, and says so alone", async () => {
    const { rename, run, json } = await open();
    rename("sales", "turnover");
    const told = plain((await run("pull")).stdout);
    expect(told).toContain("sales → turnover");
    expect(told).toContain("Renamed 1 workbook in the files. The other workbook was not edited live.");
    expect((await json<Plan>("plan")).changes).toMatchObject([{ action: "stamp" }]);
  });

  it("renames nothing if several workbooks carry its stamp, unless the records know its id", async () => {
    const { rename, sandbox, json, read, forget, run } = await open();
    const { meta } = sandbox.workbook("sales")!;
    rename("sales", "turnover");
    await copy(sandbox, { slug: "sales-copy", meta });
    const known = await json<PullJson>("pull", "--dry-run");
    expect(known.pulled).toMatchObject([{ key: "turnover", action: "renamed", was: "sales" }]);
    forget();
    const before = read("dashboards/all.yaml");
    const { pulled, notes } = await json<PullJson>("pull");
    expect(pulled).toEqual([]);
    expect(notes).toMatchObject([{ code: "renamed", key: "sales" }]);
    expect(notes[0]!.message).toContain("several workbooks carry its stamp: sales-copy, turnover");
    expect(notes[0]!.help).toContain("`boardwright rename workbook sales SLUG`");
    expect(read("dashboards/all.yaml")).toBe(before);
    expect((await run("pull", "sales")).code).toBe(1);
  });

  it("renames nothing if its new slug is declared already", async () => {
    const { rename, json, read, remove } = await open();
    await remove("orders");
    rename("sales", "orders");
    const before = read("dashboards/all.yaml");
    const { notes } = await json<PullJson>("pull");
    expect(notes[0]!.message).toContain("sales is live as orders, which dashboards/all.yaml:");
    expect(read("dashboards/all.yaml")).toBe(before);
  });

  it("writes nothing of it if a file that names it cannot be renamed, and takes the rest", async () => {
    const { rename, inUi, json, read } = await open();
    rename("sales", "two words");
    inUi("two words", (widgets) => retitle(widgets, "a", "Not this"));
    inUi("orders", (widgets) => retitle(widgets, "a", "But this"));
    const { pulled, notes } = await json<PullJson>("pull");
    expect(pulled.filter(({ action }) => action === "edited")).toMatchObject([{ key: "orders" }]);
    expect(notes).toMatchObject([{ code: "cannot-rename", key: "sales" }]);
    expect(notes[0]!.message).toContain('"two words" cannot be the name of a workbook');
    expect(read("dashboards/all.yaml")).toContain("But this");
    expect(read("dashboards/all.yaml")).not.toContain("Not this");
    expect(read("dashboards/all.yaml")).toContain("  sales:");
  });
});

/** As the UI copies a workbook: with its stamp. */
async function copy({ url, apiKey }: World["sandbox"], { slug, meta }: { slug: string; meta: object }) {
  const answer = await fetch(`${url}/api/v1/deployments/1/workbooks/by-slug/${slug}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Copy", meta }),
  });
  expect(answer.ok).toBe(true);
}
