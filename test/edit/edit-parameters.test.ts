// Values that an included file is given: an edit of one of them goes where it is given, and never into the `${param.x}` of all.
import { describe, expect, it } from "vitest";
import { edit, swap, widget } from "./editing.ts";

const KPI = `type: CHART
position: [0, 0, 6, 4]
config:
  title: \${param.title} # of its includer
  subtitle: "All \${param.title} of us"
  limit: \${param.limit}
  fixed: 1
`;
const board = (slug: string, given: string, more = "") => `workbooks:
  ${slug}:
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
        - id: one
          $include: ../shared/kpi.yaml
          with: ${given} # given
${more}`;
/** Sets one key of the widget's config. */
const set = (key: string, value: unknown) => (entry: object) => {
  widget(entry, "one").config[key] = value;
};
const A = board("a", "{ title: Revenue, limit: 10 }");
const B = board("b", "{ title: Orders, limit: 5 }");
const two = { "dashboards/a.yaml": A, "dashboards/b.yaml": B, "shared/kpi.yaml": KPI };

describe("an edit of a value that a file was given", () => {
  it("goes where it is given", async () => {
    const { edits, after } = await edit(two, { a: set("limit", 20) });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({ ...two, "dashboards/a.yaml": swap(A, "limit: 10", "limit: 20") });
  });

  it("stands next to the include if the value is used twice and one of the two changes", async () => {
    const { edits, after } = await edit(two, {
      a: set("title", "Net"),
    });
    expect(edits.failed).toEqual([]);
    expect(after["shared/kpi.yaml"]).toBe(KPI);
    expect(after["dashboards/b.yaml"]).toBe(B);
    expect(after["dashboards/a.yaml"]).toContain("with: { title: Revenue, limit: 10 } # given");
    expect(after["dashboards/a.yaml"]).toContain("config:\n            title: Net\n");
  });

  it("stands next to the include where the file makes more of the value", async () => {
    const { edits, after } = await edit(two, {
      a: set("subtitle", "Some Revenue of us"),
    });
    expect(edits.failed).toEqual([]);
    expect(after["shared/kpi.yaml"]).toBe(KPI);
    expect(after["dashboards/a.yaml"]).toContain("subtitle: Some Revenue of us");
  });

  it("keeps the parameter in a text of a file that one place includes", async () => {
    const one = { "dashboards/a.yaml": A, "shared/kpi.yaml": KPI };
    const { edits, after } = await edit(one, {
      a: set("subtitle", "Some Revenue of us"),
    });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({ ...one, "shared/kpi.yaml": swap(KPI, "All ${param", "Some ${param") });
  });

  it("leaves a default to the others", async () => {
    const text = `params: { title: string, limit: { type: integer, default: 10 } }\n${KPI}`;
    const files = { ...two, "dashboards/a.yaml": board("a", "{ title: Revenue }"), "shared/kpi.yaml": text };
    const { edits, after } = await edit(files, {
      a: set("limit", 20),
    });
    expect(edits.failed).toEqual([]);
    expect(after["shared/kpi.yaml"]).toBe(text);
    expect(after["dashboards/a.yaml"]).toContain("limit: 20");
  });

  it("leaves everybody else's alone where both readers change the same", async () => {
    const change = set("fixed", 2);
    const { edits, after } = await edit(two, { a: change, b: change });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/a.yaml"]).toContain("fixed: 2");
    expect(after["dashboards/b.yaml"]).toContain("fixed: 2");
  });

  it("escapes what looks like one", async () => {
    const { edits, after } = await edit(two, {
      a: (entry) => Object.assign(entry, { name: "A ${param.x} and ${row.y}" }),
    });
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/a.yaml"]).toContain("name: A $${param.x} and $${row.y}");
  });

  it("reaches through a file that hands it on", async () => {
    const files = {
      "dashboards/a.yaml": swap(A, "kpi.yaml", "outer.yaml"),
      "shared/kpi.yaml": KPI,
      "shared/outer.yaml":
        'config: { more: 1 }\n$include: ./kpi.yaml\nwith: { title: "${param.title}", limit: "${param.limit}" }\n',
    };
    const { edits, after } = await edit(files, {
      a: set("limit", 20),
    });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...files,
      "dashboards/a.yaml": swap(files["dashboards/a.yaml"], "limit: 10", "limit: 20"),
    });
  });
});
