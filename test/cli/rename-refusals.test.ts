// What `boardwright rename` refuses: names that are taken or cannot be, and names that are spelt so that it cannot write them. It says where.
import { describe, expect, it } from "vitest";
import { chart, read, renamingPlace } from "./rename-place.ts";
import { run } from "./server.ts";

describe("boardwright rename to what cannot be", () => {
  const BOTH = chart("{ query: { measures: [orders.count, orders.total] } }");

  it.each([
    ["orders.count", "orders.total", "the files name a member orders.total already"],
    ["customers", "orders", "the files name members of orders already"],
  ])("refuses to make two members one: %s to %s", async (from, to, words) => {
    const other = chart("{ query: { measures: [customers.count] } }").replace("one:", "two:");
    const files = { "dashboards/a.yaml": BOTH, "dashboards/b.yaml": other };
    const folder = renamingPlace(files);
    const refused = await run(folder, ["rename", "member", from, to, "--json"]);
    expect(refused.code).toBe(1);
    const { message, details } = JSON.parse(refused.stdout).error;
    expect(message).toBe(words);
    expect(details[0]).toMatch(/^dashboards\/a\.yaml:7:\d+$/);
    for (const [file, text] of Object.entries(files)) expect(read(folder, file)).toBe(text);
  });

  it.each([
    [".", "it cannot be part of an address: there it means a folder"],
    ["..", "it cannot be part of an address: there it means a folder"],
    ["$" + "{row.key}", "begins a variable"],
  ])("refuses the slug %j, as lint does", async (slug, words) => {
    const folder = renamingPlace({ "dashboards/a.yaml": BOTH });
    const refused = await run(folder, ["rename", "workbook", "one", slug]);
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain(words);
    expect(read(folder, "dashboards/a.yaml")).toBe(BOTH);
  });

  it.each([
    ["of the file", String.raw`orders\u002ecount`],
    ["of the query", String.raw`orders\\u002ecount`],
  ])("says where a name is spelt with an escape %s, which it does not write", async (_, spelt) => {
    const query = String.raw`{ "jsonQuery": "{\"measures\":[\"${spelt}\"]}" }`;
    const json = `{ "workbooks": { "one": { "dashboard": { "kind": "CLASSIC",
      "layout": { "cols": { "lg": 12 } },
      "widgets": [{ "id": "a", "type": "CHART", "position": [0, 0, 6, 4], "config":
        ${query} }] } } } }
`;
    const folder = renamingPlace({ "dashboards/a.json": json });
    expect((await run(folder, ["lint"])).code).toBe(0);
    const refused = await run(folder, ["rename", "member", "orders.count", "orders.total", "--json"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout).error.details[0]).toMatch(/^dashboards\/a\.json:4:\d+ /);
    expect(refused.stderr).toMatch(/dashboards\/a\.json:4:\d+/);
    expect(read(folder, "dashboards/a.json")).toBe(json);
  });
});
