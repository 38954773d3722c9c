// Overrides of the target whose entry changes: what they give stays theirs, and what they need not give any more leaves them.
import { describe, expect, it } from "vitest";
import { edit, expectEdit, swap } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const A = "dashboards/a.yaml";

describe("an override", () => {
  const text = `workbooks:
  a:
    name: One
    overrides:
      local: { name: Two }
`;

  it("stays the place of its value, also if that is the entry's again", () =>
    expectEdit(
      text,
      (e) => {
        e.name = "One";
      },
      swap(text, "Two", "One"),
    ));

  it("that others share gives way for one of them, and nothing else does", async () => {
    const entry = (slug: string) => `  ${slug}:
    name: A
    meta: { team: x }
    dashboard:
      title: T
      widgets:
        # Ours.
        - id: one
          type: TEXT
          position: [0, 0, 6, 4]
          config: { a: 1 } # the first
    overrides:
      local: { $include: ../shared/local.yaml }
`;
    const files = {
      [A]: `workbooks:\n${entry("a")}${entry("b")}`,
      "shared/local.yaml": "dashboard:\n  title: null\nname: L\n",
    };
    const { edits, after } = await edit(files, {
      a: (e: E) => {
        e.dashboard.title = "T";
        e.dashboard.widgets[0].config.a = 2;
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after["shared/local.yaml"]).toBe(files["shared/local.yaml"]);
    const own = entry("a")
      .replace("a: 1", "a: 2")
      .replace("{ $include: ../shared/local.yaml }", "{ name: L }");
    expect(after[A]).toBe(`workbooks:\n${own}${entry("b")}`);
  });
});
