// What one broken file keeps lint from seeing: its own contents, and nothing of any other file.
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT =
  "version: 1\nproject: acme\ntargets: { test: { url: https://platform.test, deployment: 1 } }\n";
/** Has a duplicate id, an overlap, a query's slip and an unknown breakpoint: findings of every stage. */
const flawed = (slug: string) => `workbooks:
  ${slug}:
    nme: ${slug}
    dashboard:
      widgets:
        - { id: a, type: TEXT, position: [0, 0, 4, 4] }
        - { id: a, type: CHART, position: [1, 1, 4, 4], config: { reportId: { $report: report-of-${slug} } } }
reports:
  report-of-${slug}: { name: R, workbook: ${slug}, query: { measures: [o.count], limit: -1 } }
`;
const OTHERS = Object.fromEntries(
  Array.from({ length: 19 }, (_, index) => [`dashboards/f${index + 10}.yaml`, flawed(`s${index}`)]),
);

async function lint(files: Record<string, string>) {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...OTHERS, ...files });
  const [shown, json] = await Promise.all(
    [[], ["--json"]].map((args) => boardwright(["lint", ...args], { cwd })),
  );
  const { diagnostics } = JSON.parse(json?.stdout ?? "") as { diagnostics: { file: string; rule: string }[] };
  const found = diagnostics.map(({ file, rule }) => `${file} ${rule}`);
  return {
    ofOthers: found.filter((line) => line.startsWith("dashboards/f")),
    rest: found.filter((line) => !line.startsWith("dashboards/f")),
    said: shown?.stderr,
    code: shown?.code,
  };
}

describe("a file that lint cannot check whole", () => {
  const cases: [string, Record<string, string>, string[], string][] = [
    [
      "an error of YAML",
      { "dashboards/z.yaml": "workbooks:\n  z:\n    name: [\n" },
      ["dashboards/z.yaml yaml-syntax"],
      "dashboards/z.yaml",
    ],
    [
      "an error of JSON",
      { "dashboards/z.json": '{ "workbooks": { "z": }' },
      ["dashboards/z.json yaml-syntax"],
      "dashboards/z.json",
    ],
    [
      "an include of nothing",
      {
        "dashboards/z.yaml": `workbooks:\n  z: { $include: nope.yaml }\n  y: { name: Y, $include: nope.yaml }\n`,
      },
      ["dashboards/z.yaml include-missing", "dashboards/z.yaml include-missing"],
      "dashboards/z.yaml",
    ],
    [
      "an include with an error of YAML",
      { "dashboards/z.yaml": "workbooks:\n  z: { $include: ../part.yaml }\n", "part.yaml": "name: [\n" },
      ["part.yaml yaml-syntax"],
      "part.yaml",
    ],
    [
      "a circle of includes",
      {
        "dashboards/z.yaml": "workbooks:\n  z: { $include: ../part.yaml }\n",
        "part.yaml": "{ $include: part.yaml }\n",
      },
      ["part.yaml include-cycle"],
      "part.yaml",
    ],
  ];
  it.each(cases)("because of %s hides nothing of 19 others, and is named", async (_, files, own, named) => {
    const whole = await lint({});
    expect(whole.said).toBe("");
    expect(new Set(whole.ofOthers.map((line) => line.split(" ")[1]))).toEqual(
      new Set(["unknown-field", "duplicate-widget-id", "widget-overlap", "invalid-query"]),
    );
    const { ofOthers, rest, said, code } = await lint(files);
    expect([code, rest]).toEqual([1, own]);
    expect(ofOthers).toEqual(whole.ofOthers);
    expect(said).toBe(`More of ${named} is checked when its errors are fixed.\n`);
  });

  it("is checked on in its other workbooks where the error is in one of them", async () => {
    const other = flawed("y").replace("workbooks:\n", "");
    const { rest } = await lint({
      "dashboards/z.yaml": `workbooks:\n  z: { $include: nope.yaml }\n${other}`,
    });
    expect(new Set(rest)).toEqual(
      new Set(
        ["include-missing", "unknown-field", "duplicate-widget-id", "widget-overlap", "invalid-query"].map(
          (rule) => `dashboards/z.yaml ${rule}`,
        ),
      ),
    );
  });

  it("says that the rest was not looked at where it is the project file", async () => {
    for (const text of [PROJECT.replace("project:", "projct:"), `${PROJECT}x: [\n`]) {
      const { ofOthers, rest, said, code } = await lint({ "boardwright.yaml": text });
      expect([code, ofOthers]).toEqual([1, []]);
      expect(rest[0]).toMatch(/^boardwright\.yaml /);
      expect(said).toContain("No other file was checked");
    }
  });
});
