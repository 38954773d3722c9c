// What a pull does on a deployment that offers less: it says what it leaves, or that nothing can be pulled.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld } from "../support/world.ts";
import { pull, told } from "./place.ts";

const chart = (id: string, config: JsonObject): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config,
});

/** The API description does not name these: the ends of paths, each with a method. */
function without(...gone: [method: string, path: string][]): Hook {
  return async ({ path }, forward) => {
    if (path !== "/api/v1/spec") return forward();
    const answer = await forward();
    const paths = (answer as unknown as { body: { paths: Record<string, Record<string, unknown>> } }).body
      .paths;
    for (const [method, end] of gone) {
      for (const name of Object.keys(paths)) if (name.endsWith(end)) delete paths[name]?.[method];
    }
    return answer;
  };
}

const draft = board("A", { widgets: [chart("x", { reportId: 51 })] });
const seed = (more: JsonObject = {}): Seed =>
  ({
    workbooks: [{ id: 1, slug: "a", name: "A", dashboardDraft: draft, dashboardPublished: draft, ...more }],
    reports: [{ id: 51, name: "R", publicId: "report51xxxx", jsonQuery: "{}" }],
  }) as unknown as Seed;

describe("a deployment", () => {
  it("that cannot manage reports: charts keep their numbers, which is said", async () => {
    const world = await openWorld({
      sandbox: { seed: seed() },
      files: {},
      proxy: without(["put", "/reports/by-public-id/{publicId}"], ["get", "/reports"]),
    });
    const made = await pull(world, { all: true });
    expect(told(made)).toEqual(["created workbook a"]);
    expect(made.notes).toMatchObject([
      {
        code: "reports-unsupported",
        message: expect.stringContaining("charts keep their numbers"),
        help: expect.stringContaining("this deployment only"),
      },
    ]);
    expect(world.read("dashboards/a.yaml")).toContain("reportId: 51");
    expect(world.sandbox.requests.filter(({ path }) => path.endsWith("/reports"))).toEqual([]);
  });

  it("that can: what is a number after all is named, once, and a folder that is known is a path", async () => {
    const widgets = [chart("x", { reportId: 51, drill: { workbookId: 7 }, link: "/d/138/costs" })];
    const world = await openWorld({
      sandbox: {
        seed: {
          ...seed({ folderId: 31, dashboardDraft: board("A", { widgets }) }),
          folders: [
            { id: 31, name: "Finance" },
            { id: 32, name: "Sales" },
          ],
        } as unknown as Seed,
      },
      files: {},
    });
    const made = await pull(world, { all: true });
    expect(world.read("dashboards/a.yaml")).toMatch(/folder: Finance\n[\s\S]*\$report: r\b/);
    const message = "a now holds what this deployment alone knows by these numbers: `/d/138`, `workbook 7`";
    expect(made.notes).toMatchObject([{ code: "bare-number", key: "a", message }]);
    expect((await pull(world, { all: true })).notes).toEqual([]);

    world.write(
      "dashboards/a.yaml",
      world.read("dashboards/a.yaml").replace("folder: Finance", "folderId: 31"),
    );
    expect(await world.actions()).toEqual(["stamp r", "stamp a"]);
    world.sandbox.edit("a", (workbook) => {
      workbook.folderId = 32;
    });
    await pull(world, { all: true, resolution: "theirs" });
    expect(world.read("dashboards/a.yaml")).toContain("folder: Sales\n");
    expect(await world.actions()).toEqual(["stamp r", "stamp a"]);
  });

  it("that cannot, where no chart names one: nothing is said", async () => {
    const world = await openWorld({
      sandbox: { seed: seed({ dashboardDraft: board("A") }) },
      files: {},
      proxy: without(["put", "/reports/by-public-id/{publicId}"], ["get", "/reports"]),
    });
    const made = await pull(world, { all: true });
    expect([told(made), made.notes]).toEqual([["created workbook a"], []]);
  });

  it("that cannot publish: nothing is declared as published", async () => {
    for (const [proxy, isDeclared] of [
      [without(), true],
      [without(["post", "/publish"]), false],
    ] as const) {
      const world = await openWorld({ sandbox: { seed: seed() }, files: {}, proxy });
      await pull(world, { all: true });
      expect(world.read("dashboards/a.yaml").includes("publish: true")).toBe(isDeclared);
    }
  });

  it("that does not list its workbooks: nothing can be pulled, which says why and what to do", async () => {
    const world = await openWorld({
      sandbox: { seed: seed() },
      files: {},
      proxy: without(["get", "/workbooks"]),
    });
    const refused = pull(world, { all: true });
    await expect(refused).rejects.toThrow(
      /deployment 1 of https:\/\/platform.test does not list its workbooks/,
    );
    await expect(refused).rejects.toMatchObject({
      details: [expect.stringContaining("GET …/workbooks"), expect.stringContaining("pull again")],
    });
  });

  it("that lists folders, but not the path of each workbook: new files name them all the same", async () => {
    const world = await openWorld({
      sandbox: {
        seed: { ...seed({ folderId: 31 }), folders: [{ id: 31, name: "Finance" }] } as unknown as Seed,
      },
      files: {},
      proxy: async (_, forward) => {
        const answer = await forward();
        return JSON.parse(JSON.stringify(answer, (key, value) => (key === "folderPath" ? undefined : value)));
      },
    });
    await pull(world, { all: true });
    expect(world.read("dashboards/a.yaml")).toContain("folder: Finance\n");
  });
});
