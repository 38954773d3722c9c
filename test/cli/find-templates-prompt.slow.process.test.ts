// pull --all --find-templates on a terminal: it shows what it would write, and asks.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { hasTerminal, onTerminal } from "./on-terminal.ts";

const workbook = (slug: string): string => {
  const widgets = Array.from("abcdef", (id) =>
    [
      `        - id: ${id}`,
      "          type: TEXT",
      "          position: [0, 0, 4, 2]",
      "          config:",
      `            markdown: What ${id} says of all\n`,
    ].join("\n"),
  );
  return `workbooks:\n  sales-${slug}:\n    name: Sales ${slug}\n    dashboard:\n      widgets:\n${widgets.join("")}`;
};

describe.skipIf(!hasTerminal)("the question", () => {
  it.each([
    ["y", "y\r", 0],
    ["n", "n\r", 1],
    ["nothing", "\r", 1],
    ["Ctrl-C", "\u0003", 130],
  ])("answered with %s", async (_, keys, code) => {
    const cwd = tempFolder({
      "boardwright.yaml":
        "version: 1\nproject: acme\ntargets: { local: { url: sandbox:s.json, deployment: 1 } }\n",
      ...Object.fromEntries(["a", "b", "c"].map((slug) => [`dashboards/sales-${slug}.yaml`, workbook(slug)])),
    });
    const ran = await onTerminal(["pull", "--all", "--find-templates"], {
      ...{ cwd, keys, env: { NO_COLOR: "1" } },
      when: "Write this? [y/N] ",
    });
    expect(ran.screen).toContain("template  sales-${row.key}  dashboards/sales.yaml");
    expect(ran.code, ran.screen).toBe(code);
    expect(existsSync(join(cwd, "dashboards/sales.yaml"))).toBe(code === 0);
    expect(existsSync(join(cwd, "dashboards/sales-a.yaml"))).toBe(code !== 0);
    expect(ran.screen).toContain(code === 0 ? "5 files written." : "Nothing was written.");
  });
});
