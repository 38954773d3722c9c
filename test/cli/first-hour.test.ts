// What a new user met in the first hour: slips that passed, and messages that sent the reader the wrong way.
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run } from "./server.ts";

const BOARD = `
    dashboard:
      widgets:
        - { id: a, type: CHART, position: [0, 0, 6, 4], config: { reportId: { $report: r } } }
`;

describe("the workbook of a report", () => {
  const lint = (workbook: string, extra: string[] = []) =>
    run(
      tempFolder({
        "boardwright.yaml": projectFile("https://acme.example.com"),
        "dashboards/a.yaml": `workbooks:\n  revenue:${BOARD}  churn: { name: Churn }\nreports:\n  r:\n    workbook: ${workbook}\n    query: { measures: [orders.count] }\n`,
      }),
      ["lint", ...extra],
    );

  it("that no file declares is a warning with the one that was meant, at its line", async () => {
    const { code, stdout } = await lint("revenu");
    expect(stdout).toMatch(/^dashboards\/a\.yaml:9:15 {2}warning {2}unknown-workbook\n/);
    expect(stdout).toContain("No file declares the workbook `revenu`. Did you mean `revenue`?");
    // It may be live and in no file: a pull writes such a slug.
    expect(code).toBe(0);
    expect((await lint("revenu", ["--max-warnings", "0"])).code).toBe(1);
  });

  it("is none where it is declared, depends on the target, or was not looked for", async () => {
    expect((await lint("Revenue")).stdout).not.toContain("unknown-workbook");
    expect((await lint("$" + "{var.home}")).stdout).not.toContain("unknown-workbook");
    expect((await lint("revenu", ["churn"])).stdout).not.toContain("unknown-workbook");
  });
});
