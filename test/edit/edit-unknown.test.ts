// What no file declares cannot be edited, which is said of it alone.
import { expect, it } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { editFiles } from "../../src/edit/index.ts";
import { PROJECT } from "../desired/temp-project.ts";
import { tempFolder } from "../support/temp.ts";

it("a declaration that the files do not hold fails with its reason", async () => {
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT,
    "dashboards/a.yaml": "workbooks: { a: { name: A } }\n",
  });
  const project = await loadProject({ cwd });
  const wanted = [
    { kind: "workbook", key: "gone", entry: {} },
    { kind: "report", key: "a", entry: {} },
    { kind: "workbook", key: "a", entry: { name: "B" } },
  ] as const;
  const { failed, files } = await editFiles({ project, target: project.targets.local!, env: {}, wanted });
  expect(failed).toEqual(
    [
      { kind: "workbook", key: "gone", reason: "the files hold no usable declaration of the workbook" },
      { kind: "report", key: "a", reason: "the files hold no usable declaration of the report" },
    ].sort((x, y) => (x.kind < y.kind ? -1 : 1)),
  );
  expect([...files]).toEqual([["dashboards/a.yaml", "workbooks: { a: { name: B } }\n"]]);
});
