// A narrowed plan names all dashboards that draw a report which it changes: viewers see the change in each of them.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { openWorld } from "../support/world.ts";

const chart = (reportId: unknown) => ({
  title: "T",
  widgets: [{ id: "c", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId } }],
});
const files = (measure: string, c: unknown = { $report: "ra" }) => ({
  workbooks: {
    a: { name: "Alpha", dashboard: chart({ $report: "ra" }) },
    b: { name: "Beta", dashboard: chart({ $report: "ra" }) },
    c: { name: "Gamma", publish: true, dashboard: chart(c) },
    d: { name: "Delta", dashboard: chart({ $report: "rb" }) },
    e: { dashboard: chart({ $report: "ra" }) },
  },
  reports: {
    ra: { name: "RA", query: { measures: [measure] } },
    rb: { name: "RB", query: { measures: ["x.y"] } },
  },
});

async function open(quirks = "") {
  const place = await openWorld({ ...files("a.b"), sandbox: quirks ? { quirks } : {}, applied: true });
  return { ...place, run: (...args: string[]) => boardwright(args, place) };
}

const drawnBy = ({ changes }: Plan) =>
  changes.flatMap(({ kind, key, drawnBy: drawers = [] }) =>
    kind === "report"
      ? [`${key}: ${drawers.map((one) => `${one.key} ${one.title} ${one.id !== null}`).join(", ")}`]
      : [],
  );

describe("a report that a narrowed plan changes", () => {
  it.each(["", "lists-without-meta"])(
    "names all dashboards that draw it, in files or live %s",
    async (quirks) => {
      const place = await open(quirks);
      // What is live still draws it: the new file of `c` was not applied.
      place.declare(files("a.c", { $report: "rb" }));
      const told = "ra: a Alpha true, b Beta true, c Gamma true, e T true";
      // Once more, from what was kept of the files.
      for (const only of [["b"], ["b"], ["a", "b"]])
        expect(drawnBy(await place.planned(...only.flatMap((slug) => ["--only", slug])))).toEqual([told]);
      await place.planned();
      expect(drawnBy(await place.planned("--only", "b"))).toEqual([told]);
      const { stdout } = await place.run("plan", "--only", "b", "--format", "markdown");
      for (const name of ["Alpha", "Beta", "Gamma"]) expect(stdout).toContain(name);
      expect(stdout).not.toContain("Delta");
      expect((await place.run("apply", "--only", "b", "--yes")).code).toBe(0);
      expect((await place.planned("--only", "b")).changes).toEqual([]);
      expect((await place.planned()).changes.map(({ key }) => key)).toEqual(["c"]);
    },
  );

  it("says of those that are not live yet what their files call them", async () => {
    const place = await openWorld({ ...files("a.b") });
    expect(drawnBy(await place.planned("--only", "b"))).toEqual([
      "ra: a Alpha false, b Beta false, c Gamma false, e T false",
    ]);
  });
});
