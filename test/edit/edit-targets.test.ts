// Who else changes with an edit: it is computed of the loaded project, for every target, before anything is written.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadFiles, loadProject } from "../../src/desired/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import { PROJECT } from "../desired/temp-project.ts";
import { tempFolder } from "../support/temp.ts";
import { edit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type Entry = any;
const REGIONS = `# Of all.
- { key: north, title: North } # first
- { key: south, title: South }
`;
const template = (key: string, more = "", each = "{ $include: ../regions.yaml }") => `workbooks:
  ${key}-\${row.key}:
    each: ${each}
${more}    name: ${key} \${row.title}
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
        - { id: revenue, type: CHART, position: [0, 0, 6, 4], config: { title: "\${row.title}", note: Net } }
        - { id: units, type: CHART, position: [6, 0, 6, 4], config: { title: Units } }
`;
const title =
  (text: string, id = "revenue", key = "title") =>
  (entry: Entry) => {
    widget(entry, id).config[key] = text;
  };
const rename = (name: string) => (entry: Entry) => {
  entry.name = name;
};

/** What the files say at a target, by slug. */
async function says(files: Record<string, string>, target: string): Promise<Record<string, JsonObject>> {
  const project = await loadProject({ cwd: tempFolder({ "boardwright.yaml": PROJECT, ...files }) });
  const found: Record<string, JsonObject> = {};
  const { diagnostics, reports } = await loadFiles({
    project,
    target: project.targets[target]!,
    env: {},
    visit: ({ slug, entry }) => {
      found[slug] = entry;
    },
  });
  expect(diagnostics).toEqual([]);
  for (const { key, entry } of reports) found[`report/${key}`] = entry;
  return found;
}

/** Edits at `local`, and what changes by that at each target, with what stays the same. */
async function changed(files: Record<string, string>, changes: Parameters<typeof edit>[1]) {
  const { edits, after } = await edit(files, changes);
  const at = async (target: string) => {
    const [was, now] = [await says(files, target), await says(after, target)];
    return Object.keys({ ...was, ...now }).filter(
      (key) => JSON.stringify(was[key]) !== JSON.stringify(now[key]),
    );
  };
  return { edits, after, local: await at("local"), production: await at("production") };
}

describe("an edit at one target", () => {
  it("of all rows that are declared there leaves a row of another target as it is", async () => {
    const regions = `${REGIONS}- { key: west, title: West, targets: [production] }\n`;
    const files = { "dashboards/sales.yaml": template("sales"), "regions.yaml": regions };
    const { edits, after, local, production } = await changed(files, {
      "sales-north": title("Gross", "revenue", "note"),
      "sales-south": title("Gross", "revenue", "note"),
    });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(files["dashboards/sales.yaml"]);
    expect(local).toEqual(["sales-north", "sales-south"]);
    expect(production).toEqual(["sales-north", "sales-south"]);
    expect([...edits.elsewhere]).toEqual([
      ["workbook/sales-north", ["production"]],
      ["workbook/sales-south", ["production"]],
    ]);
  });

  it("of a row's value leaves another target's template that reads the row as it is", async () => {
    const files = {
      "dashboards/sales.yaml": template("sales", "    targets: [local]\n"),
      "dashboards/ventas.yaml": template("ventas", "    targets: [production]\n"),
      "regions.yaml": REGIONS,
    };
    const { edits, after, local, production } = await changed(files, { "sales-north": title("The North") });
    expect(edits.failed).toEqual([]);
    expect([local, production]).toEqual([["sales-north"], []]);
    expect(parse(after["regions.yaml"]!)[0]).toEqual({
      key: "north",
      title: "North",
      override: {
        "sales-${row.key}": { dashboard: { widgets: { revenue: { config: { title: "The North" } } } } },
      },
    });
  });

  it("of a row's value leaves what another target alone takes from it as it is", async () => {
    const sales = template("sales", '    overrides: { production: { name: "All of ${row.title}" } }\n');
    const files = {
      "dashboards/sales.yaml": sales.replace("name: sales ${row.title}", "name: Sales"),
      "regions.yaml": REGIONS,
    };
    const { edits, after } = await changed(files, { "sales-north": title("The North") });
    expect(edits.failed).toEqual([]);
    expect((await says(after, "production"))["sales-north"]!.name).toBe("All of North");
    expect(after["regions.yaml"]).toContain("title: North");
  });

  it("of a file that another target's dashboard takes in is written beside the include", async () => {
    const board = (slug: string, target: string) =>
      `workbooks:\n  ${slug}:\n    targets: [${target}]\n    dashboard:\n      widgets:\n        - { $include: ../shared/note.yaml, id: a, position: [0, 0, 6, 2] }\n`;
    const files = {
      "dashboards/a.yaml": board("a", "local"),
      "dashboards/b.yaml": board("b", "production"),
      "shared/note.yaml": "type: TEXT\nconfig: { markdown: Hi }\n",
    };
    const { edits, after, local, production } = await changed(files, { a: title("Hello", "a", "markdown") });
    expect(edits.failed).toEqual([]);
    expect(after["shared/note.yaml"]).toBe(files["shared/note.yaml"]);
    expect([local, production]).toEqual([["a"], []]);
  });

  it("is refused with who else would change, and where, if nothing else can hold it; other edits are made", async () => {
    const files = {
      "dashboards/a.yaml": "workbooks:\n  a:\n    name: A\n    dashboard: { widgets: [] }\n",
      "dashboards/sales.yaml": template("sales", "", "{ $include: ../regions.csv }"),
      "regions.csv": "key,title,targets\nnorth,North,local\nsouth,South,production\n",
    };
    const { edits, after } = await changed(files, {
      a: (entry: Entry) => {
        entry.name = "B";
      },
      "sales-north": title("Up", "units"),
    });
    expect(edits.failed.map(({ key }) => key)).toEqual(["sales-north"]);
    expect(edits.failed[0]!.reason).toMatch(/^sales-south at production would change with it, and /);
    expect(after).toEqual({
      ...files,
      "dashboards/a.yaml": swap(files["dashboards/a.yaml"], "name: A", "name: B"),
    });
  });
});

describe("two templates over the same rows", () => {
  const files = {
    "dashboards/sales.yaml": template("sales"),
    "dashboards/ventas.yaml": template("ventas"),
    "regions.yaml": REGIONS,
  };

  it("keep an edit of a single row in an override that says which of them it is for", async () => {
    const { edits, after, local } = await changed(files, { "sales-south": rename("Deep South") });
    expect(edits.failed).toEqual([]);
    expect(local).toEqual(["sales-south"]);
    expect(parse(after["regions.yaml"]!)[1].override).toEqual({ "sales-${row.key}": { name: "Deep South" } });
  });

  it("keep an edit of each, of one row, beside what the override says of both", async () => {
    const both = {
      ...files,
      "regions.yaml": swap(REGIONS, "title: South", "title: South, override: { folder: Mine }"),
    };
    const { edits, after, local } = await changed(both, {
      "sales-south": rename("Deep South"),
      "ventas-south": (entry: Entry) => {
        entry.dashboard.widgets.pop();
      },
    });
    expect(edits.failed).toEqual([]);
    expect(local).toEqual(["sales-south", "ventas-south"]);
    expect(parse(after["regions.yaml"]!)[1].override).toEqual({
      folder: "Mine",
      "sales-${row.key}": { name: "Deep South" },
      "ventas-${row.key}": { dashboard: { widgets: { units: null } } },
    });
  });

  it("edit what an override says of one of them there, and take it out once it is as the template", async () => {
    const override = "override: { sales-${row.key}: { name: Deep South }, name: The South }";
    const both = {
      ...files,
      "regions.yaml": swap(
        REGIONS,
        "title: South }",
        `title: South, ${override.replace("sales-${row.key}", '"sales-${row.key}"')} }`,
      ),
    };
    const again = await changed(both, { "sales-south": rename("Far South") });
    expect(parse(again.after["regions.yaml"]!)[1].override).toEqual({
      "sales-${row.key}": { name: "Far South" },
      name: "The South",
    });
    const same = await changed(both, { "sales-south": rename("The South") });
    expect(same.edits.failed).toEqual([]);
    expect(parse(same.after["regions.yaml"]!)[1].override).toEqual({ name: "The South" });
  });
});

describe("a template whose places are in layouts", () => {
  const bare = template("sales").replaceAll(/ position: \[[^\]]*\],/g, "");
  const files = {
    "dashboards/sales.yaml": bare,
    "dashboards/layouts.yaml": `layouts:
  sales-\${row.key}:
    each: { $include: ../regions.yaml }
    default:
      revenue: [0, 0, 6, 4] # first
      units: [6, 0, 6, 4]
`,
    "regions.yaml": REGIONS,
  };
  const narrow = (entry: Entry) => {
    widget(entry, "revenue").position.w = 5;
  };

  it("keeps a move of one row, and a removal, in that row's override, and loads without a finding", async () => {
    const { edits, after, local } = await changed(files, {
      "sales-north": narrow,
      "sales-south": (entry: Entry) => {
        entry.dashboard.widgets.pop();
      },
    });
    expect(edits.failed).toEqual([]);
    expect(local).toEqual(["sales-north", "sales-south"]);
    expect(after).toEqual({ ...files, "regions.yaml": after["regions.yaml"] });
  });

  it("takes a move and a removal that all rows share, in the layouts", async () => {
    const move = await changed(files, { "sales-north": narrow, "sales-south": narrow });
    const at = "dashboards/layouts.yaml";
    expect(move.after).toEqual({ ...files, [at]: swap(files[at], "[0, 0, 6, 4]", "[0, 0, 5, 4]") });
    const remove = (entry: Entry) => {
      entry.dashboard.widgets.pop();
    };
    const gone = await changed(files, { "sales-north": remove, "sales-south": remove });
    expect(gone.edits.failed).toEqual([]);
    expect(gone.after["regions.yaml"]).toBe(REGIONS);
    expect(gone.after[at]).not.toContain("units");
    expect(gone.after["dashboards/sales.yaml"]).not.toContain("units");
  });
});

describe("an include that a dashboard takes in twice", () => {
  const shared = {
    "shared/chart.yaml": "type: CHART\nconfig: { title: Sales, note: { text: Net } }\n",
    "regions.yaml": REGIONS,
  };
  const twice = `      widgets:
        - { $include: ../shared/chart.yaml, id: one, position: [0, 0, 6, 4] }
        - { $include: ../shared/chart.yaml, id: two, position: [6, 0, 6, 4] }
`;

  it("is edited for the one widget that changed, also deep inside", async () => {
    const files = { ...shared, "dashboards/a.yaml": `workbooks:\n  a:\n    dashboard:\n${twice}` };
    const { edits, after } = await changed(files, {
      a: (entry: Entry) => {
        widget(entry, "two").config.note.text = "Gross";
      },
    });
    expect(edits.failed).toEqual([]);
    const { widgets } = (await says(after, "local")).a!.dashboard as Entry;
    expect(widgets.map((one: Entry) => one.config.note.text)).toEqual(["Net", "Gross"]);
  });

  it("has an edit that all rows share in the template, not in every override", async () => {
    const sales = `workbooks:\n  sales-\${row.key}:\n    each: { $include: ../regions.yaml }\n    dashboard:\n${twice}`;
    const files = { ...shared, "dashboards/sales.yaml": sales };
    const { edits, after } = await changed(files, {
      "sales-north": title("Returns", "two"),
      "sales-south": title("Returns", "two"),
    });
    expect(edits.failed).toEqual([]);
    expect(after["regions.yaml"]).toBe(REGIONS);
    expect(after["dashboards/sales.yaml"]).toContain("title: Returns");
  });
});
