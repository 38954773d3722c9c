// What a pull says it took is what it writes: nothing that only Git changed, also of a workbook that is published.
import { describe, expect, it } from "vitest";
import { boardOf, type Loose, openWorld, type World, widget } from "../support/world.ts";

describe("a pull of a published workbook", () => {
  /** Git removes `b` and has a title of its own; the UI edits `a`. */
  async function open(): Promise<World> {
    const sales = { ...boardOf("Sales", "A", "B", "C"), publish: true };
    const place = await openWorld({ workbooks: { sales }, applied: true });
    place.inUi("sales", (widgets) => {
      widget(widgets, "a").config.title = "A in the UI";
    });
    place.declare(({ workbooks: { sales } }) => {
      sales.dashboard.widgets = sales.dashboard.widgets.filter(({ id }: Loose) => id !== "b");
      widget(sales!.dashboard.widgets, "c").config.title = "C in Git";
    });
    return place;
  }

  it.each([[["pull", "--dry-run"]], [["pull"]]])(
    "says what it takes, and nothing that only Git changed: %j",
    async (args) => {
      const place = await open();
      const { stdout } = await place.run(...args);
      const said = stdout.slice(0, stdout.indexOf("\n\n", stdout.indexOf("~ sales")));
      expect(said.match(/^ {6}\S.*/gm)).toEqual(["      A in the UI (widget a)  title  A → A in the UI"]);
      expect(place.read("dashboards/all.yaml")).not.toContain("title: B");
    },
  );

  it("shows a conflict alone", async () => {
    const place = await open();
    place.inUi("sales", (widgets) => {
      widget(widgets, "c").config.title = "C in the UI";
    });
    const { stdout } = await place.run("pull", "--dry-run");
    expect(stdout.match(/^ {6}\S.*/gm)?.slice(0, 5)).toEqual([
      "      edited both in Git and outside it since the last apply",
      "      C in the UI (widget c)  title  was: C · live: C in the UI · Git: C in Git",
      expect.stringContaining("not taken:"),
      expect.stringContaining("keeps what the file says"),
      "      A in the UI (widget a)  title  A → A in the UI",
    ]);
  });
});
