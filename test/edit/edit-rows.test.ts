// Edits of what rows make of a template: what all rows share is the template's, a row's own value is the row's, and the rest its `override`.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { edit, swap, widget } from "./editing.ts";

const SALES = `workbooks:
  sales-\${row.key}: # one for each region
    each: { $include: ../regions.yaml }
    name: Sales \${row.title}
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
        # The figure that everybody asks for.
        - id: revenue
          type: CHART
          position: [0, 0, 6, 4] # top left
          config: { title: Revenue, subtitle: "\${row.title}", limit: "\${row.limit}" }
        - id: note
          type: TEXT
          position: [0, 4, 12, 2]
          config: { markdown: "All of \${row.title}, net" }
`;
const REGIONS = `# The regions that we sell in.
- { key: north, title: North, limit: 10 } # first
- key: south
  title: South # not the deep one
  limit: 20
- key: west
  title: West
  limit: 30
  override:
    # They ask for it.
    dashboard: { widgets: { note: { config: { markdown: West only } } } }
`;
const TABLE = 'key;title;limit\nnorth; North ;10\nsouth;"The ""South""";20\n';
const files = { "dashboards/sales.yaml": SALES, "regions.yaml": REGIONS };
const both = { ...files, "regions.yaml": REGIONS.slice(0, REGIONS.indexOf("- key: west")) };
// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type Entry = any;
type Change = (entry: Entry) => void;
const all = (change: Change, slugs = ["north", "south", "west"]) =>
  Object.fromEntries(slugs.map((key) => [`sales-${key}`, change]));
const set =
  (id: string, key: string, value: unknown): Change =>
  (entry) => {
    widget(entry, id).config[key] = value;
  };

describe("an edit that all rows have", () => {
  it("is made in the template, once, for all of them", async () => {
    const { edits, after } = await edit(files, all(set("revenue", "title", "Net revenue")));
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...files,
      "dashboards/sales.yaml": swap(SALES, "title: Revenue,", "title: Net revenue,"),
    });
    expect(edits.notes.map(({ message }) => message)).toEqual([
      "Taken into the template sales-${row.key}, for all 3 rows.",
    ]);
  });

  it("keeps the row's value in a text whose other words changed for all", async () => {
    const { edits, after } = await edit(both, {
      "sales-north": set("note", "markdown", "All of North, gross"),
      "sales-south": set("note", "markdown", "All of South, gross"),
    });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({ ...both, "dashboards/sales.yaml": swap(SALES, 'net"', 'gross"') });
  });

  it("may be a widget that goes, moves or is new", async () => {
    const { edits, after } = await edit(
      both,
      all(
        (entry: Entry) => {
          entry.dashboard.widgets = [
            { id: "new", type: "TEXT", position: { x: 6, y: 0, w: 6, h: 4 }, config: { markdown: "Hello" } },
            widget(entry, "revenue"),
          ];
          widget(entry, "revenue").position.h = 3;
        },
        ["north", "south"],
      ),
    );
    expect(edits.failed).toEqual([]);
    expect(after["regions.yaml"]).toBe(both["regions.yaml"]);
    expect(after["dashboards/sales.yaml"]).toContain("[0, 0, 6, 3] # top left");
    expect(after["dashboards/sales.yaml"]).not.toContain("id: note");
    expect(after["dashboards/sales.yaml"]!.indexOf("id: new")).toBeLessThan(
      after["dashboards/sales.yaml"]!.indexOf("id: revenue"),
    );
  });
});

describe("an edit of one row", () => {
  it("is made in its own value, where the template has nothing else there", async () => {
    const { edits, after } = await edit(files, {
      "sales-north": set("revenue", "limit", 11),
      "sales-south": set("revenue", "limit", 21),
    });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...files,
      "regions.yaml": swap(swap(REGIONS, "limit: 10", "limit: 11"), "limit: 20", "limit: 21"),
    });
  });

  it("is made in its override, if others use the value", async () => {
    const { edits, after } = await edit(files, { "sales-south": set("revenue", "subtitle", "Deep South") });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(SALES);
    const added = `  limit: 20
  override:
    dashboard:
      widgets:
        revenue:
          config:
            subtitle: Deep South
`;
    expect(after["regions.yaml"]).toBe(swap(REGIONS, "  limit: 20\n", added));
  });

  it("joins what its override says already, and takes out what the template says as well", async () => {
    const { edits, after } = await edit(files, { "sales-west": set("revenue", "title", "Money") });
    expect(edits.failed).toEqual([]);
    expect(after["regions.yaml"]).toContain(
      "note: { config: { markdown: West only } }, revenue: { config: { title: Money } }",
    );
    const back = await edit(files, { "sales-west": set("note", "markdown", "All of West, net") });
    expect(back.edits.failed).toEqual([]);
    expect(back.after["regions.yaml"]).not.toContain("override");
  });

  it("may take out a widget, and put one in", async () => {
    const { edits, after } = await edit(files, {
      "sales-north": (entry: Entry) => {
        entry.dashboard.widgets = entry.dashboard.widgets.slice(0, 1);
        entry.dashboard.widgets.push({ id: "own", type: "TEXT", position: { x: 0, y: 4, w: 12, h: 1 } });
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after["regions.yaml"]).toContain("note: null");
    expect(after["regions.yaml"]).toContain("own: { type: TEXT, position: [0, 4, 12, 1] }");
  });

  it("is made in its override as the list of all its widgets, if they are in another order than the template's", async () => {
    const reverse: Change = ({ dashboard }) => void dashboard.widgets.reverse();
    const { edits, after } = await edit(files, { "sales-south": reverse });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(SALES);
    expect(parse(after["regions.yaml"]!)[1].override).toEqual({
      dashboard: {
        widgets: [
          { id: "note", type: "TEXT", position: [0, 4, 12, 2], config: { markdown: "All of South, net" } },
          {
            id: "revenue",
            type: "CHART",
            position: [0, 0, 6, 4],
            config: { title: "Revenue", subtitle: "South", limit: 20 },
          },
        ],
      },
    });
    expect(edits.notes[0]!.message).toContain("It lists all widgets of the row now");
    const again = await edit(after, { "sales-south": set("revenue", "title", "Net") });
    expect(again.edits.failed).toEqual([]);
    expect(again.after["regions.yaml"]).toBe(swap(after["regions.yaml"]!, "title: Revenue", "title: Net"));
  });

  it("has its other edits beside a new widget that comes first, and places that `layouts` gives", async () => {
    const placed = {
      ...files,
      "dashboards/sales.yaml": `${SALES.replace(/ *position: .*\n/g, "")}layouts:
  sales-\${row.key}:
    each: { $include: ../regions.yaml }
    default: { revenue: [0, 0, 6, 4], note: [0, 4, 12, 2] }
    sm: { note: [0, 4, 6, 2] }
`,
    };
    const { edits, after } = await edit(placed, {
      "sales-north": (entry: Entry) => {
        entry.name = "Up north";
        const position = { x: 6, y: 0, w: 6, h: 4 };
        entry.dashboard.widgets.unshift({ id: "new", type: "TEXT", position, config: { markdown: "${x}" } });
        widget(entry, "note").position.h = 3;
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(placed["dashboards/sales.yaml"]);
    const { name, dashboard } = parse(after["regions.yaml"]!)[0].override;
    expect([name, ...dashboard.widgets.map((one: Entry) => one.id)]).toEqual([
      "Up north",
      "new",
      "revenue",
      "note",
    ]);
  });

  it("is made in each row that has it, if not all have", async () => {
    const { edits, after } = await edit(files, all(set("revenue", "title", "Net"), ["north", "south"]));
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(SALES);
    expect(after["regions.yaml"]!.match(/title: Net/g)).toHaveLength(2);
  });
});

describe("rows of a table", () => {
  const table = {
    "dashboards/sales.yaml": SALES.replace(".yaml }", ".csv }").replace('"${row.title}"', "x"),
    "regions.csv": TABLE,
  };

  it("get their own values, and nothing else of the table changes", async () => {
    const { edits, after } = await edit(table, {
      "sales-north": set("revenue", "limit", "12"),
      "sales-south": set("revenue", "limit", 'a; "b"'),
    });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...table,
      "regions.csv": swap(swap(TABLE, ";10\n", ";12\n"), ";20\n", ';"a; ""b"""\n'),
    });
  });

  it("have no override, which is said", async () => {
    const { edits, after } = await edit(table, { "sales-north": set("revenue", "title", "Net") });
    expect(after).toEqual(table);
    expect(edits.failed).toEqual([
      {
        kind: "workbook",
        key: "sales-north",
        reason:
          "it is the row north (regions.csv:2:1) of sales-${row.key}, and dashboards/sales.yaml:2 says it of all rows, and a table has no `override`: let the rows be a list in YAML, or edit it there",
      },
    ]);
  });
});

describe("who is asked for whom an edit is", () => {
  const north = { "sales-north": set("revenue", "title", "Net") };

  it("may have it made for all rows", async () => {
    const { edits, after } = await edit(files, north, "local", { rows: "all" });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...files,
      "dashboards/sales.yaml": swap(SALES, "title: Revenue,", "title: Net,"),
    });
  });

  it("may have it made for one row, also if that is the only one", async () => {
    const alone = { ...files, "regions.yaml": "- { key: north, title: North, limit: 1 }\n" };
    const { edits, after } = await edit(alone, north, "local", { rows: "one" });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(SALES);
    expect(after["regions.yaml"]).toContain(
      "override: { dashboard: { widgets: { revenue: { config: { title: Net } } } } }",
    );
  });
});

describe("rows that several templates have", () => {
  const reports = `reports:
  revenue-\${row.key}:
    each: { $include: ../regions.yaml }
    name: Revenue \${row.title}
    query: { measures: [orders.revenue], limit: "\${row.limit}" }
`;
  const more = { ...both, "dashboards/reports.yaml": reports };

  it("have one override, which is the workbook's", async () => {
    const { edits, after } = await edit(more, { "sales-north": set("revenue", "title", "Net") });
    expect(edits.failed).toEqual([]);
    expect(after["regions.yaml"]).toContain("title: Net");
    expect(after["dashboards/reports.yaml"]).toBe(reports);
  });

  it("keep a value that the other template reads too: the edit goes into the override of the one that it is for", async () => {
    const { edits, after } = await edit(more, {
      "sales-north": set("revenue", "limit", 11),
      "report/revenue-south": (entry: Entry) => {
        entry.query.limit = 21;
      },
    });
    expect(after["dashboards/reports.yaml"]).toBe(reports);
    expect(after["regions.yaml"]).toContain("limit: 10");
    expect(edits.failed).toEqual([]);
    expect(parse(after["regions.yaml"]!)).toEqual([
      {
        key: "north",
        title: "North",
        limit: 10,
        override: { dashboard: { widgets: { revenue: { config: { limit: 11 } } } } },
      },
      {
        key: "south",
        title: "South",
        limit: 20,
        override: { reports: { "revenue-${row.key}": { query: { limit: 21 } } } },
      },
    ]);
  });

  it("have both edits of a row that both were edited of, though one alone would be made in what the other reads", async () => {
    const { edits, after } = await edit(more, {
      "sales-north": (entry: Entry) => {
        entry.name = "Up north";
      },
      "report/revenue-north": (entry: Entry) => {
        entry.query.limit = 6;
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/sales.yaml"]).toBe(SALES);
    expect(parse(after["regions.yaml"]!)[0]).toEqual({
      key: "north",
      title: "North",
      limit: 10,
      override: { name: "Up north", reports: { "revenue-${row.key}": { query: { limit: 6 } } } },
    });
  });

  it("get what all reports share in the template", async () => {
    const { edits, after } = await edit(
      more,
      Object.fromEntries(
        ["north", "south"].map((key) => [
          `report/revenue-${key}`,
          (entry: Entry) => {
            entry.query.measures = ["orders.net"];
          },
        ]),
      ),
    );
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...more,
      "dashboards/reports.yaml": swap(reports, "orders.revenue", "orders.net"),
    });
  });
});

describe("a template with overrides of targets", () => {
  it("is refused where the target's own value was edited, with the place", async () => {
    const overridden = {
      ...both,
      "dashboards/sales.yaml": `${SALES}    overrides: { local: { dashboard: { widgets: { note: { config: { markdown: Here } } } } } }\n`,
    };
    const { edits, after } = await edit(overridden, { "sales-north": set("note", "markdown", "There") });
    expect(after).toEqual(overridden);
    expect(edits.failed[0]!.reason).toContain(
      "dashboards/sales.yaml:2 says it for the target alone: edit it there",
    );
    const rest = await edit(overridden, { "sales-north": set("revenue", "title", "Net") });
    expect(rest.edits.failed).toEqual([]);
  });
});

describe("a widget that the overrides of another target name", () => {
  it("cannot go for one row, and the refusal names that target", async () => {
    const overridden = {
      ...both,
      "dashboards/sales.yaml": `${SALES}    overrides: { production: { dashboard: { widgets: { note: null } } } }\n`,
    };
    const { edits } = await edit(overridden, {
      "sales-north": ({ dashboard }: Entry) => void dashboard.widgets.pop(),
    });
    expect(edits.failed[0]!.reason).toContain(
      "dashboards/sales.yaml:2 names the widget note in `overrides` for production: edit it there",
    );
  });
});

describe("a value of a row that becomes the same for all", () => {
  it("is replaced where the template names it, and the values beside it stay the row's", async () => {
    const table = {
      "dashboards/sales.yaml": swap(SALES, "regions.yaml", "regions.csv"),
      "regions.csv": TABLE,
    };
    // As long as all rows have the same title, a title of its own would say the same.
    const same = { ...table, "regions.csv": "key,title,limit\nnorth,North,1\nsouth,North,2\n" };
    for (const given of [table, same]) {
      const { edits, after } = await edit(given, all(set("revenue", "limit", 100), ["north", "south"]));
      expect(edits.failed).toEqual([]);
      expect(after["dashboards/sales.yaml"]).toBe(
        swap(given["dashboards/sales.yaml"], '"${row.limit}"', "100"),
      );
    }
  });
});
