// A fragment that `include` matches is no workbook file while another file includes it. A pull may take out what includes it.
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";
import { pull, told } from "./place.ts";

const BOARD = `workbooks:
  a:
    dashboard:
      kind: CLASSIC
      title: A
      theme: { $include: ./parts/theme.yaml }
      widgets: []
`;
const files = {
  "dashboards/a.yaml": BOARD,
  "dashboards/parts/theme.yaml": "primaryColor: red\nborder: { $include: ./border.yaml }\n",
  "dashboards/parts/border.yaml": "radius: 1\n",
};

it("is named, with the files that it included, and keeps nothing from being pulled", async () => {
  const world = await openWorld({ files });
  await world.deploy();
  world.sandbox.edit("a", ({ dashboardDraft }) => {
    const draft = dashboardDraft as unknown as JsonObject;
    delete draft.theme;
    draft.title = "B";
  });
  const made = await pull(world);
  expect(told(made)).toEqual(["edited workbook a"]);
  const { theme, title } = parse(world.read("dashboards/a.yaml")).workbooks.a.dashboard;
  expect([theme, title]).toEqual([undefined, "B"]);
  const left = made.notes.filter(({ code }) => code === "left-behind");
  expect(left).toMatchObject(
    ["border", "theme"].map((name) => ({
      file: `dashboards/parts/${name}.yaml`,
      message: expect.stringContaining("`include` takes it for a workbook file, which lint refuses"),
      help: expect.stringContaining("`git rm -r dashboards/parts/border.yaml dashboards/parts/theme.yaml`"),
    })),
  );
  for (const { file } of left) world.write(String(file), null);
  expect(await world.actions()).toEqual(["stamp a"]);
});
