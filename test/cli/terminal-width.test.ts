// What commands show on terminals of several widths: nothing runs over the edge, whatever dashboards and widgets are called. Only what people
// copy is one word, however long: a command, a path, an address.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { cells } from "../../src/report/text/cells.ts";
import { fitWidth } from "../../src/report/text/fit-width.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { SEED } from "../preview/support.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const WIDTHS = [60, 80, 120];
const NAMES: Record<string, string> = {
  "revenue-and-orders-of-all-regions-by-quarter-and-product-line":
    "Revenue and orders of all regions, by quarter and product line",
  wide: "売上高と利益率の推移、および地域別・製品別の内訳に関する経営ダッシュボード（月次）",
  emoji: "📈📉💰 Figures 📊 that 🧮 are 🗓️ told 👩‍👩‍👧‍👦 by 🏷️ pictures 🖼️ and 📦 little 🪙 else 🧾",
  "one-word": "Ümsatzsteuervoranmeldungszeitraumübersichtsdashboardbearbeitungshinweisverzeichnis",
  plain: "Plain",
};

interface Texts {
  title: string;
  text: string;
  name?: string;
}

function workbook(slug: string, { title, text, name = NAMES[slug] ?? slug }: Texts): JsonObject {
  const place = (y: number) => [0, y, 6, 2];
  const widgets: JsonObject[] = [
    {
      id: `${slug}-title`.slice(0, 60),
      type: "CHART",
      position: place(0),
      config: { title, member: "orders.count" },
    },
    { id: "text", type: "TEXT", position: place(2), config: { markdown: text } },
  ];
  return {
    name,
    folder: ["Vertrieb und 売上高", "Regionen, Länder und Märkte"],
    dashboard: { kind: "CLASSIC", widgets },
  };
}

/** A word that people copy, or that a terminal breaks itself, whatever is around it. */
const ONE_WORD = /^(?:`[^`]*`[.,;:)]*|[\x21-\x7e]+)$/;

function tooWide(text: string, width: number): string[] {
  return text.split("\n").filter((line) => cells(line) > width && !ONE_WORD.test(line.trim()));
}

async function openScene() {
  const sandbox = await createSandbox({ seed: SEED });
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({
    "boardwright.yaml": stringify({
      version: 1,
      project: "acme",
      targets: {
        production: { url: sandbox.url, deployment: 1, link: "https://acme.example.com/d/{id}/{slug}" },
      },
    }),
  });
  mkdirSync(join(cwd, "dashboards"));
  const env = { PLATFORM_API_KEY: sandbox.apiKey };
  const file = (slug: string) => join(cwd, `dashboards/${slug}.yaml`);
  const write = (slug: string, texts: Texts) =>
    writeFileSync(file(slug), stringify({ workbooks: { [slug]: workbook(slug, texts) } }));
  /** Runs it once at each width. */
  const look = async (...args: string[]) => {
    const shown: string[] = [];
    for (const columns of WIDTHS) {
      const { stdout, stderr } = await boardwright([...args, "--no-color"], { cwd, env, columns });
      // What is drawn over is not a line.
      const said = stderr.replaceAll(/[^\n]*\r\u001b\[K/g, "");
      expect(tooWide(stdout + said, columns), `${args.join(" ")} at ${columns}`).toEqual([]);
      shown.push(stdout + said);
    }
    return shown.join("\n");
  };
  const edit = async (slug: string, texts: Texts) => {
    const { id, name, meta } = sandbox.workbook(slug) as unknown as JsonObject & { meta: JsonObject };
    const draft = (workbook(slug, texts).dashboard as { widgets: JsonObject[] }).widgets.map((widget) => {
      const [x, y, w, h] = widget.position as number[];
      return { ...widget, position: { x, y, w, h } };
    });
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/${slug}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name, meta: { ...meta, dashboardDraft: { kind: "CLASSIC", widgets: draft } } }),
    });
    expect([id, answer.status]).toEqual([id, 200]);
  };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  return { cwd, file, write, look, edit, run };
}

const long = (word: string) => ({
  title: `${word} 売上高 ${"and more of it ".repeat(8)}`,
  text: `# ${word}\n\n${"利益率の推移".repeat(20)}\n\n- ${"a line of text that is long ".repeat(6)}`,
});

describe("what commands show", () => {
  it("keeps within the terminal at every width, from the first plan to the last run", async () => {
    const { write, look, edit, run, file } = await openScene();
    const slugs = Object.keys(NAMES);
    for (const slug of slugs) write(slug, long("first"));
    expect(await look("plan")).toContain("5 workbooks and 2 folders to create.");
    expect((await run("apply", "--yes")).code).toBe(0);
    await look("workbooks", "list");
    await look("folders", "list");
    await look("deployments", "list");
    await look("workbooks", "get", "wide");
    await look("whoami");

    for (const slug of slugs.slice(0, 4)) write(slug, { ...long("second"), name: `${NAMES[slug]}, again` });
    await edit(slugs[0] ?? "", long("live"));
    await edit("wide", long("live"));
    await edit("plain", long("live"));
    rmSync(file("one-word"));
    expect(await look("plan")).toMatch(/hazards:\n/);
    expect(await look("drift")).toContain("outside Git");
    expect(await look("pull", "--dry-run")).toContain("--theirs");
    await look("apply", "--yes");
    expect(await look("preview", "up", "--branch", "feature/net", "--name", "pr-1")).toContain("to look at");
    expect(await look("preview", "list")).toContain("pr-1");
    expect(await look("preview", "down", "--name", "pr-1")).toContain("removed");
    expect(await look("apply", "--yes", "--allow", "drift,conflict")).toContain("Applied");
    expect(await look("rollback")).toContain("RUN");
  });
});

describe("a line that is too long", () => {
  it("goes on below its last column, and has the same words", () => {
    const line =
      "  ~ wide   売上高と利益率の推移 and the rest of it, which is said in more words than there is room for";
    for (const width of WIDTHS) {
      const rows = fitWidth(line, width).split("\n");
      expect(rows.filter((row) => cells(row) > width)).toEqual([]);
      expect(rows.join(" ").replace(/\s+/g, " ")).toBe(line.replace(/\s+/g, " "));
      for (const row of rows.slice(1)) expect(row).toMatch(/^ {11}\S/);
    }
  });

  it("is broken nowhere in what people copy, and counts no colour", () => {
    const command = `\`boardwright pull ${"a-slug ".repeat(12)}--theirs\``;
    expect(fitWidth(`Take it in with ${command}.`, 60)).toBe(`Take it in with\n${command}.`);
    const painted = `\u001b[33m${"word ".repeat(12).trim()}\u001b[39m`;
    expect(fitWidth(painted, 60)).toBe(painted);
    expect(fitWidth("売".repeat(50), 60)).toBe(`${"売".repeat(30)}\n  ${"売".repeat(20)}`);
  });
});
