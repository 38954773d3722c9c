// A file that several include is resolved once, and what it says of the target counts for each of them: also for one that is taken over
// when the first of them no longer includes it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: p
include: ["*.yaml"]
targets:
  one: { url: "http://127.0.0.1:1", deployment: 1, vars: { id: free } }
  two: { url: "http://127.0.0.1:1", deployment: 2, vars: { id: w1 } }
`;
const widget = "{ id: w1, type: CHART, position: [0, 0, 4, 4] }";
const workbook = (slug: string, ...widgets: string[]) =>
  `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard:\n      title: ${slug}\n      widgets:\n${widgets.map((one) => `        - ${one}\n`).join("")}`;
const INCLUDED = "{ $include: ./parts/x.yaml }";

it("is looked at for every target, warm as cold", async () => {
  const [home, cwd] = [
    tempFolder(),
    tempFolder({
      "boardwright.yaml": PROJECT,
      "a.yaml": workbook("a", INCLUDED),
      "b.yaml": workbook("b", widget, INCLUDED),
      "parts/x.yaml": 'id: "${var.id}"\ntype: CHART\nposition: [4, 0, 4, 4]\n',
    }),
  ];
  const lint = (...more: string[]) => boardwright(["lint", "--json", ...more], { cwd, env: { HOME: home } });
  const first = await lint();
  expect(first.stdout).toContain("duplicate-widget-id");
  expect(await lint()).toEqual(first);
  writeFileSync(join(cwd, "a.yaml"), workbook("a", widget));
  const cold = await lint("--no-cache");
  expect(cold.stdout).toContain("duplicate-widget-id");
  expect(await lint()).toEqual(cold);
});
