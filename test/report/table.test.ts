// Tables and records: columns by the cells of a terminal, and data that cannot draw.
import { describe, expect, it } from "vitest";
import { renderRecord, renderTable } from "../../src/report/index.ts";

const plain = { color: false };

describe("renderTable", () => {
  it("aligns by cells, wide characters too, and pads no last column", () => {
    const rows = [
      ["日本", 1],
      ["a", "two"],
    ];
    expect(renderTable(["NAME", "N"], rows, plain)).toBe("NAME  N\n日本  1\na     two\n");
  });

  it("shows what is absent, truth values, controls and line ends", () => {
    expect(renderTable(["A", "B", "C"], [[null, true, "x\u001b[31m\ny"]], plain)).toBe(
      "A  B    C\n-  yes  x␛[31m↵y\n",
    );
  });

  it("gives the log of a CI run no command", () => {
    expect(renderTable(["A"], [["::error::x"]], plain)).not.toMatch(/^::error/m);
  });
});

describe("renderRecord", () => {
  it("is a line for each field", () => {
    const fields = [
      ["id", 1],
      ["name", undefined],
    ] as const;
    expect(renderRecord(fields, plain)).toBe("id    1\nname  -\n");
  });
});
