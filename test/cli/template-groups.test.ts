// What one template changes is shown once, in every medium: the same fields, what differs by row, and whatever is unlike the others on its own.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openTemplate, rowsText, templateText, type Written } from "./template-place.ts";

const TWELVE = rowsText(12, { r03: ", override: { dashboard: { layout: { rowHeight: 99 } } }" });

async function applied(rows = TWELVE, targets?: string[]) {
  const place = await openTemplate(rows, targets);
  const done = await place.ok("apply", ...(targets ?? []).flatMap((name) => ["--target", name]), "--yes");
  const change = (written: Written) => place.write("dashboards/sales.yaml", templateText(written));
  return { ...place, change, first: done.stdout };
}

/** Without the columns of names, of which there are few cells. */
function blocksOf(text: string): string[] {
  return text.split("\n\n").filter((block) => /^ {2}\S /.test(block));
}

describe("a plan of a template", () => {
  it("counts what is new, and shows a row with another board on its own", async () => {
    const { first } = await applied();
    const [workbooks, alone, ...more] = blocksOf(first);
    expect(workbooks).toMatch(/^ {6}\+ report revenue-\$\{row\.key\} +dashboards\/sales\.yaml:12$/m);
    expect(workbooks).toMatch(/^ {2}\+ sales-\$\{row\.key\}: 11 new dashboards +dashboards\/sales\.yaml:2\n/);
    expect(workbooks).toContain("      r01, r02, r04, r05, ");
    expect(workbooks).toContain("new workbook, 2 widgets, published after");
    expect(alone).toMatch(/^ {2}\+ sales-r03 /);
    expect(more).toEqual([]);
    expect(first).toContain("12 workbooks and 12 reports to create.");
  });

  it("shows the same fields once, values of each row below, and all of them where asked", async () => {
    const { run, change } = await applied();
    change({ title: "Net revenue", name: "Sales of", rowHeight: 32 });
    const { stdout } = await run("plan");
    const [group, alone, ...more] = blocksOf(stdout);
    expect(group).toContain("~ sales-${row.key}: 11 dashboards, the same 3 fields");
    expect(group).toMatch(/Revenue \(widget revenue\) +title +Revenue → Net revenue\n/);
    expect(group).toMatch(/layout +rowHeight +40 → 32\n/);
    expect(group).toContain("workbook name, by row:");
    expect(group).toContain("  r01  Sales Region r01 → Sales of Region r01");
    expect(group).toContain("and 7 rows with other values: -v shows them");
    expect(alone).toMatch(/^ {2}~ sales-r03 /);
    expect(alone).not.toContain("rowHeight");
    expect(more).toEqual([]);
    expect(stdout).toContain("12 to update.");
    expect((await run("plan", "-v")).stdout.match(/→ Sales of Region r/g)).toHaveLength(12);
    for (const format of ["pretty", "markdown"]) {
      const { stdout: all } = await run("plan", "--detailed", "--format", format);
      expect(all).not.toContain("row.key");
      expect(all.match(/Revenue → Net revenue/g)).toHaveLength(12);
    }
    const { changes } = JSON.parse((await run("plan", "--json")).stdout) as { changes: JsonObject[] };
    expect(changes.map(({ template, row }) => `${template} ${row}`)).toContain("sales-${row.key} r12");
  });

  it("says in every row's place what somebody edited, whatever the template changes", async () => {
    const { run, change, retitle } = await applied();
    retitle("sales-r05", "Mine");
    change({ title: "Net revenue" });
    const pretty = (await run("plan")).stdout;
    const [decide, group] = blocksOf(pretty);
    expect(decide).toMatch(/^ {2}! sales-r05 /);
    expect(decide).toContain("was: Revenue · live: Mine · Git: Net revenue");
    expect(group).toContain("sales-${row.key}: 11 dashboards, the same field");
    expect(group).not.toContain("r05");
    expect(pretty).toContain("12 to update.");
    const markdown = (await run("plan", "--format", "markdown")).stdout;
    expect(markdown).toContain("| ❗ | <b>Sales Region r05</b> |");
    expect(markdown.match(/^\| [^|:]+ \| /gm)).toHaveLength(2);
  });

  it("puts together dashboards that only draw what changed, with their reports", async () => {
    const { run, read, write, change } = await applied();
    change({ limit: 7 });
    const linked = 'deployment: 1, link: "https://platform.test/d/{id}/{slug}" }';
    write("boardwright.yaml", read("boardwright.yaml").replace("deployment: 1 }", linked));
    const [boards] = blocksOf((await run("plan")).stdout);
    expect(boards).toMatch(
      /^ {6}report revenue-\$\{row\.key\} +dashboards\/sales\.yaml:12\n +report {2}query\.limit/m,
    );
    expect(boards).toContain("published again, because report revenue-${row.key} changes");
    const markdown = (await run("plan", "--format", "markdown")).stdout;
    expect(markdown).toContain("viewers see <b>12</b> dashboards change");
    expect(markdown).toContain("&#58; 12 dashboards · viewers see: ");
    expect(markdown.match(/query\.limit {2}5 → 7/g)).toHaveLength(1);
    expect(markdown.match(/href="https:\/\/platform\.test\/d\/\d+\/sales-r\d\d">r\d\d<\/a>/g)).toHaveLength(
      12,
    );
  });

  it("of 200 rows is one comment with one drawing", async () => {
    const { run, change } = await applied(rowsText(200));
    change({ title: "Net revenue", name: "Sales of" });
    const { stdout } = await run("plan", "--format", "markdown", "--limit", "65536");
    expect(stdout.length).toBeLessThan(5_000);
    expect(stdout).toContain("viewers see <b>200</b> dashboards change");
    expect(stdout.match(/<details>/g)).toHaveLength(1);
    expect(stdout.match(/<table>/g)).toHaveLength(1);
    expect(stdout).toContain("<sub>drawn: Sales Region r01, and 199 others the same</sub>");
    expect(stdout).toContain("and 196 rows with other values");
  });

  it("is a group of all its rows on the page, and the plans of two targets are shown once there", async () => {
    const targets = ["north", "south"];
    const { run, read, write, change } = await applied(TWELVE, targets);
    change({ title: "Net revenue" });
    const named = targets.flatMap((name) => ["--target", name]);
    const page = (await run("plan", ...named, "--format", "html")).stdout;
    expect(page).toContain("<p>The same for 1 more: south.</p>");
    expect(page.match(/<section class="plan"/g)).toHaveLength(1);
    expect(page.match(/<details class="group">/g)).toHaveLength(1);
    expect(page).toContain("<b>sales-${row.key}</b>: 12 dashboards, the same field</span>");
    expect(page.match(/<details class="row" id=/g)).toHaveLength(12);
    expect(page).toContain("<code>sales-${row.key}</code>: 12 rows");
    expect(page).toContain(">north</a> and 1 more</th>");
    write(
      "boardwright.yaml",
      `${read("boardwright.yaml")}  gone: { url: "http://127.0.0.1:9", deployment: 3 }\n`,
    );
    const partly = await run("plan", ...named, "--target", "gone", "--format", "html");
    expect(partly.code).toBe(1);
    expect(partly.stdout).toContain('<p class="error">Could not be planned: gone.</p>');
    const table = (await run("plan", ...named)).stdout;
    expect(table).toMatch(/^sales-\$\{row\.key\}: 12 rows +update, publish$/m);
  });
});
