// CODEOWNERS: the patterns that GitHub documents, with the paths that it says they mean, and what must not break the reading of one.
import { describe, expect, it } from "vitest";
import { readCodeowners } from "../../src/desired/index.ts";

const owners = (text: string, path: string) => readCodeowners(text)(path).join(" ");

describe("patterns", () => {
  it.each([
    ["*", ["a.yaml", "deep/below/a.yaml"], []],
    ["*.js", ["a.js", "src/a.js", "odd.js/inside"], ["a.jsx", "src/js"]],
    ["/build/logs/", ["build/logs/a", "build/logs/deep/a"], ["build/logs", "other/build/logs/a", "build/a"]],
    ["docs/*", ["docs/getting-started.md"], ["docs/build-app/troubleshooting.md", "app/docs/a.md", "docs"]],
    ["apps/", ["apps/a", "deep/apps/a", "deep/apps/below/a"], ["apps", "apps.yaml", "myapps/a"]],
    ["/docs/", ["docs/a", "docs/deep/a"], ["other/docs/a"]],
    ["/apps/github", ["apps/github", "apps/github/a"], ["apps/github2", "other/apps/github"]],
    ["apps/github", ["apps/github/a"], ["other/apps/github/a"]],
    ["**/logs", ["logs/a", "build/logs", "deeply/nested/logs/a"], ["logs2/a"]],
    ["docs/**", ["docs/a", "docs/deep/a"], ["docs", "other/docs/a"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b/below"], ["a/x", "x/a/b"]],
    ["**", ["a", "deep/a"], []],
    ["/dashboards/sales-?.yaml", ["dashboards/sales-1.yaml"], ["dashboards/sales-10.yaml"]],
    ["dashboards/*-{a,b}.yaml", ["dashboards/x-{a,b}.yaml"], ["dashboards/x-a.yaml"]],
    ["/app/[slug]/page.yaml", ["app/[slug]/page.yaml"], ["app/s/page.yaml"]],
    ["/with\\ blank/a\\*.yaml", ["with blank/a*.yaml"], ["with blank/ab.yaml"]],
    ["/Sales/", ["Sales/a"], ["sales/a"]],
    ["/", [], ["a", "deep/a"]],
    ["a***b", [], ["ab", "a***b"]],
    ["a//b", [], ["a/b", "a//b"]],
  ])("%s", (pattern, taken, left) => {
    const takes = (path: string) => owners(`${pattern} @team`, path) === "@team";
    expect(taken.filter((path) => !takes(path))).toEqual([]);
    expect(left.filter(takes)).toEqual([]);
  });

  it("takes no longer for a pattern that is made to be slow", () => {
    const stars = "*a".repeat(400);
    const folders = "**/a/".repeat(100);
    const path = `${"a/".repeat(500)}${"a".repeat(250)}`;
    expect(owners(`/${stars}b @team\n${folders}b @team`, path)).toBe("");
  });
});

describe("lines", () => {
  it("are decided by the last one that matches, which may take every owner away", () => {
    const text = "* @everyone\n/sales/ @sales @acme/eu ana@acme.example\n/sales/draft.yaml\n";
    expect(owners(text, "a.yaml")).toBe("@everyone");
    expect(owners(text, "sales/a.yaml")).toBe("@sales @acme/eu ana@acme.example");
    expect(owners(text, "sales/draft.yaml")).toBe("");
  });

  it("may have comments, tabs and line ends of any kind", () => {
    const text = "# all\r\n*\t@everyone # but not\r\r\n   /sales/   @sales#1   @sales   \n";
    expect(owners(text, "a.yaml")).toBe("@everyone");
    expect(owners(text, "sales/a.yaml")).toBe("@sales#1 @sales");
  });

  it.each([
    "!a.yaml @other",
    "\\#a.yaml @other",
    "a.yaml nobody",
    "a.yaml @other https://acme.example",
    "#a.yaml @other",
  ])("are skipped as GitHub skips them: %s", (line) => {
    expect(owners(`* @everyone\n${line}`, "a.yaml")).toBe("@everyone");
    expect(owners(`* @everyone\n${line}`, "#a.yaml")).toBe("@everyone");
  });

  it("name an owner once", () => {
    expect(owners("* @a @b @a", "x")).toBe("@a @b");
  });
});

describe("GitLab's sections", () => {
  const TEXT = [
    "* @everyone",
    "[Sales][2] @sales",
    "/dashboards/",
    "/dashboards/eu.yaml @eu",
    "^[Docs]",
    "*.md @@maintainer",
    "[SALES]",
    "/more/ @more",
  ].join("\n");

  it("each decide by themselves, with the owners of the section where a line names none", () => {
    expect(owners(TEXT, "a.yaml")).toBe("@everyone");
    expect(owners(TEXT, "dashboards/a.yaml")).toBe("@everyone @sales");
    expect(owners(TEXT, "dashboards/eu.yaml")).toBe("@everyone @eu");
    expect(owners(TEXT, "a.md")).toBe("@everyone @@maintainer");
    expect(owners(TEXT, "more/a.yaml")).toBe("@everyone @more");
  });
});

it("has no owner for anything in an empty or a far too large file", () => {
  expect(owners("", "a")).toBe("");
  expect(owners(`* @a\n${"#".repeat(3_000_000)}`, "a")).toBe("");
});
