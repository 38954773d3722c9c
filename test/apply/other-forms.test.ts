// Names that look the same and are written in two forms of Unicode: to the platform they are two, to people they are one.
import { describe, expect, it } from "vitest";
import { board, openWorld } from "../support/world.ts";

describe("a slug in another form of Unicode than a live one", () => {
  it.each([
    [
      "composed, and live decomposed",
      "caf\u00e9",
      "cafe\u0301",
      String.raw`"caf\u00e9" looks like "cafe\u0301"`,
    ],
    ["without the joiner that is live", "sales", "sa\u200dles", String.raw`"sales" looks like "sa\u200dles"`],
    ["in full width", "\uff53ales", "sales", String.raw`"\uff53ales" looks like "sales"`],
  ])("is found where it is %s, with the numbers of its letters", async (_, ours, live, said) => {
    const seed = { workbooks: [{ slug: live, name: "Live", dashboardDraft: board("Live") }] };
    const settings = "lint: { rules: { confusable-slug: off } }\n";
    const { plan, sandbox } = await openWorld({
      sandbox: { seed },
      settings,
      workbooks: { [ours]: { name: "Ours" } },
    });
    const { changes, diagnostics } = await plan();
    expect(changes.map(({ action }) => action)).toEqual(["create"]);
    expect(diagnostics).toMatchObject([
      { rule: "other-form", severity: "warning", slug: ours, file: "dashboards/all.yaml" },
    ]);
    expect(diagnostics[0]?.message).toContain(
      `${said}, which is live as the workbook ${sandbox.workbook(live)?.id}`,
    );
  });

  it("is none if it is the live one, or only begins like it", async () => {
    const seed = { workbooks: [{ slug: "cafe\u0301", name: "Live", dashboardDraft: board("Live") }] };
    const { plan } = await openWorld({
      sandbox: { seed },
      workbooks: { "cafe\u0301": { name: "A" }, "caf\u00e9s": { name: "B" } },
    });
    expect((await plan()).diagnostics).toEqual([]);
  });
});

describe("a folder in another form of Unicode than one that is there", () => {
  it("is found, and made as the files say", async () => {
    const { plan, deploy } = await openWorld({ workbooks: { a: { name: "A", folder: "Caf\u00e9" } } });
    await deploy();
    const { diagnostics, changes } = await plan({ a: { name: "A", folder: "Cafe\u0301/EU" } });
    expect(changes.filter(({ kind }) => kind === "folder")).toHaveLength(2);
    expect(diagnostics.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      String.raw`other-form the new folder "Cafe\u0301" looks like "Caf\u00e9", which is there, and is another one`,
    ]);
  });
});
