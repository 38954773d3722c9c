// The README shows what `plan` prints for examples/acme, after an edit in the files and one in the UI. BOARDWRIGHT_UPDATE=1 writes it.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isObject, widgetsOf } from "../../src/model/index.ts";
import { createSandbox, type SeedReport } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { ROOT, readText } from "../support/documents.ts";
import { withHost } from "../support/guide.ts";
import { tempFolder } from "../support/temp.ts";

const SHOWN = /(?<=```console\n\$ boardwright plan --target production\n)[\s\S]*?(?=```)/;

it("README shows a plan as it is printed", async () => {
  const cwd = tempFolder();
  cpSync(join(ROOT, "examples/acme"), cwd, { recursive: true });
  const { reports } = JSON.parse(readText("examples/acme/sandbox.seed.json")) as { reports: SeedReport[] };
  const sandbox = await createSandbox({ seed: { deployment: { id: 12, name: "acme" }, reports } });
  onTestFinished(() => sandbox.close());
  const edit = (path: string, before: string, after: string) => {
    const text = readFileSync(join(cwd, path), "utf8");
    expect(text).toContain(before);
    writeFileSync(join(cwd, path), text.replace(before, after));
  };
  edit("boardwright.yaml", "https://acme.example.com\n", `${sandbox.url}\n`);
  const run = (...args: string[]) =>
    boardwright([...args, "--target", "production"], { cwd, env: { PLATFORM_API_KEY: sandbox.apiKey } });
  expect(await run("apply", "--yes", "--quiet")).toMatchObject({ code: 0 });

  edit("notes/revenue.md", "at 06:00 UTC", "at 05:30 UTC");
  edit("dashboards/revenue.yaml", "position: [0, 5, 8, 7]", "position: [0, 5, 7, 7]");
  edit("dashboards/revenue.yaml", "position: [8, 5, 4, 7]", "position: [7, 5, 5, 7]");
  edit("dashboards/revenue.yaml", "title: By region", "title: Revenue by region");
  sandbox.edit(
    "customer-health",
    ({ dashboardDraft }) => {
      const widget = widgetsOf(dashboardDraft).find((one) => isObject(one) && one.id === "at-risk");
      if (isObject(widget) && isObject(widget.config)) widget.config.title = "Customers at risk";
    },
    12,
  );
  const { code, stdout } = await run("plan");
  expect(code).toBe(0);
  const printed = withHost(stdout, new URL(sandbox.url).host, "acme.example.com");
  const readme = readText("README.md");
  if (process.env.BOARDWRIGHT_UPDATE)
    writeFileSync(
      join(ROOT, "README.md"),
      readme.replace(SHOWN, () => printed),
    );
  else expect(SHOWN.exec(readme)?.[0]).toBe(printed);
});
