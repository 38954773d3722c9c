// No slug passes lint that a reviewer would take for another one.
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";

interface Found {
  rule: string;
  severity: string;
  message: string;
  file: string;
  line: number;
}

async function lint(slugs: readonly string[], settings = ""): Promise<Found[]> {
  const file = (slug: string) => `workbooks:\n  ${JSON.stringify(slug)}: { name: A }\n`;
  const files = slugs.map((slug, at) => [`dashboards/${at}.yaml`, file(slug)] as const);
  const cwd = tempFolder({ "boardwright.yaml": PROJECT + settings, ...Object.fromEntries(files) });
  const { stdout } = await boardwright(["lint", "--json"], { cwd });
  return (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics.filter(
    ({ rule }) => rule === "confusable-slug",
  );
}

describe("two slugs that look alike", () => {
  it.each([
    ["revenue", "r\u0435venue"],
    ["paypal", "\u0440\u0430\u0443\u0440\u0430l"],
    ["scope", "\u0455\u0441\u043e\u0440\u0435"],
    ["revenue", "revenu\u0435\u0301".normalize("NFD")].map((text) => text.replace("\u0301", "")),
    ["a-b", "a\u2010b"],
    ["ohm-\u03c9", "ohm-\u{1d714}"],
  ])("are an error that names both places: %s, %s", async (first, second) => {
    const found = await lint([first!, second!]);
    const [error] = found.filter(({ message }) => message.includes("looks like"));
    expect(error).toMatchObject({ severity: "error", file: "dashboards/1.yaml", line: 2 });
    expect(error!.message).toContain("at dashboards/0.yaml:2");
  });

  it("are told apart by the numbers of their letters, where the letters are the same", async () => {
    const found = await lint(["caf\u00e9", "cafe\u0301", "\uff43afe", "cafe"]);
    expect(found.map(({ message }) => message)).toEqual([
      String.raw`The slug "cafe\u0301" looks like "caf\u00e9", at dashboards/0.yaml:2: nobody can tell the two apart.`,
      String.raw`The slug "cafe" looks like "\uff43afe", at dashboards/2.yaml:2: nobody can tell the two apart.`,
    ]);
  });

  it.each([
    ["region-1", "region-l"],
    ["modern", "modem"],
  ])("are a warning where both are plain: %s, %s", async (first, second) => {
    expect(await lint([first, second])).toMatchObject([{ severity: "warning", file: "dashboards/1.yaml" }]);
    const settings = "lint: { rules: { confusable-slug: warning } }\n";
    expect(await lint(["revenue", "r\u0435venue"], settings)).toMatchObject([{ severity: "warning" }]);
    expect(await lint([first, second], "lint: { rules: { confusable-slug: off } }\n")).toEqual([]);
  });
});

it("keys of reports are held to the same, names of folders to nothing", async () => {
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT,
    "dashboards/a.yaml":
      "reports:\n  sales: { name: S, query: { measures: [a.b] } }\n  s\u0430les: { name: S, query: { measures: [a.b] } }\n  pay\u3164roll: { name: S, query: { measures: [a.b] } }\n",
    "dashboards/b.yaml":
      "workbooks:\n  a: { name: A, folder: Finance }\n  b: { name: B, folder: Fin\u0430nce }\n  sales: { name: C }\n",
  });
  const { stdout } = await boardwright(["lint", "--json"], { cwd });
  const found = (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics;
  expect(found.filter(({ rule }) => rule === "confusable-slug")).toMatchObject([
    {
      severity: "error",
      line: 3,
      message: expect.stringMatching(/^The report .* looks like .*dashboards\/a.yaml:2/),
    },
    {
      severity: "error",
      line: 4,
      message: expect.stringMatching(/^The report .* holds the character U\+3164/),
    },
  ]);
});

describe("one slug", () => {
  it.each([
    0x202e, 0x2066, 0x200b, 0x200d, 0x3164, 0x115f, 0xffa0, 0x2800, 0xfe0f, 0x34f, 0xe0100, 0x180b, 0x1d173,
    0xad, 0x3000, 0xa0,
  ])("with U+%i in it is an error", async (code) => {
    const found = await lint([`pay${String.fromCodePoint(code)}roll`]);
    expect(found).toMatchObject([{ severity: "error", line: 2 }]);
    expect(found[0]!.message).toContain(
      `U+${code.toString(16).toUpperCase().padStart(4, "0")}, which nobody sees`,
    );
  });

  it.each(["rеport", "αlpha", "sаles-2026", "sales-раура"])(
    "of several scripts is a warning: %s",
    async (slug) => {
      expect(await lint([slug])).toMatchObject([{ severity: "warning" }]);
    },
  );

  it.each([
    "revenue",
    "umsätze-2026",
    "выручка",
    "выручка-2026",
    "sales-продажи-с-kpi",
    "売上ダッシュボード",
    "売上-kpi",
    "매출",
    "매출-kpi",
    "รายได้",
    "إيرادات",
    "αλφα",
    "naïve",
  ])("of one way of writing is none: %s", async (slug) => {
    expect(await lint([slug])).toEqual([]);
  });
});
