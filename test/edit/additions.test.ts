// Reports that are new in a file that is there: where they go in it, and what becomes of those that cannot.
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { editFiles, type FileEdits, type Wanted } from "../../src/edit/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import { PROJECT } from "../desired/temp-project.ts";
import { tempFolder } from "../support/temp.ts";

const A = "dashboards/a.yaml";
const B = "dashboards/b.yaml";

/** A new report named as its key, for a file. */
const report = (key: string, file = A, name = key.toUpperCase()): Wanted => {
  const written: JsonObject = { name, query: { measures: ["orders.count"] } };
  return { kind: "report", key, entry: written, into: { file, written } };
};
const lines = (key: string, name = key.toUpperCase()) => `  ${key}:
    name: ${name}
    query:
      measures:
        - orders.count
`;

async function add(files: Record<string, string>, wanted: readonly Wanted[]): Promise<FileEdits> {
  const root = tempFolder({ "boardwright.yaml": PROJECT, ...files });
  const project = await loadProject({ cwd: root });
  return editFiles({ project, target: project.targets.local!, env: {}, wanted });
}

describe("new reports", () => {
  const old = lines("old");
  const workbooks = "workbooks:\n  a: { name: A } # ours\n";

  it.each([
    ["behind those of the file", `reports:\n${old}`, `reports:\n${old}${lines("r")}`],
    [
      "between its reports and what follows",
      `# All.\nreports:\n${old}\n# Ours.\n${workbooks}`,
      `# All.\nreports:\n${old}${lines("r")}\n# Ours.\n${workbooks}`,
    ],
    ["in a section of their own", workbooks, `${workbooks}reports:\n${lines("r")}`],
    [
      "in the document that has reports",
      `${workbooks}---\nx-mine: 1\n---\nreports:\n${old}`,
      `${workbooks}---\nx-mine: 1\n---\nreports:\n${old}${lines("r")}`,
    ],
    [
      "in the first document that is a map",
      `---\n# Nothing yet.\n---\n${workbooks}---\nx-mine: 1\n`,
      `---\n# Nothing yet.\n---\n${workbooks}reports:\n${lines("r")}---\nx-mine: 1\n`,
    ],
    ["where a section is that has none", `reports: {}\n${workbooks}`, `reports:\n${lines("r")}${workbooks}`],
    [
      "behind the comments of an empty document",
      "---\n# Reports.\n",
      `---\n# Reports.\nreports:\n${lines("r")}`,
    ],
    ["in place of null", "null\n", `reports:\n${lines("r")}`],
  ])("go %s", async (_, before, after) => {
    const { files, failed, notes } = await add({ [A]: before }, [report("r")]);
    expect(failed).toEqual([]);
    expect(files.get(A)).toBe(after);
    expect([...files.keys(), ...notes]).toEqual([A]);
  });

  it("of one file are added together, each file's to itself, beside other edits", async () => {
    const { files, failed } = await add({ [A]: workbooks, [B]: `reports:\n${old}` }, [
      report("r"),
      report("s", B),
      { kind: "workbook", key: "a", entry: { name: "New" } },
      report("t"),
    ]);
    expect(failed).toEqual([]);
    expect(files).toEqual(
      new Map([
        [A, `${workbooks.replace("name: A", "name: New")}reports:\n${lines("r")}${lines("t")}`],
        [B, `reports:\n${old}${lines("s")}`],
      ]),
    );
  });

  it("are written with the escapes that they come with", async () => {
    const one = report("r", A, "$${var.x}");
    const { files, failed } = await add({ [A]: workbooks }, [
      { ...one, entry: { ...one.entry, name: "${var.x}" } },
    ]);
    expect(failed).toEqual([]);
    expect(files.get(A)).toBe(`${workbooks}reports:\n${lines("r", "$${var.x}")}`);
  });

  it.each([
    [
      "would not come back as wanted",
      { ...report("r"), entry: { name: "Another" } },
      /not give what is wanted/,
    ],
    ["bring an error with them", report("r", A, ""), /r\.name|name/],
    ["are declared already", report("old"), /./],
  ])("that %s fail, and the other edits are made", async (_, wanted, reason) => {
    const { files, failed } = await add({ [A]: workbooks, [B]: `reports:\n${old}` }, [
      wanted,
      { kind: "workbook", key: "a", entry: { name: "New" } },
    ]);
    expect(failed).toEqual([{ kind: "report", key: wanted.key, reason: expect.stringMatching(reason) }]);
    expect(files).toEqual(new Map([[A, workbooks.replace("name: A", "name: New")]]));
  });
});
