// Plans of many workbooks: each can be found by name, and every format has the same order, what waits for a decision first.
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { boardOf, openWorld, widget } from "../support/world.ts";

const SLUGS = Array.from({ length: 60 }, (_, index) => `regional-sales-${index + 100}`);
const MANY = Object.fromEntries(SLUGS.map((slug) => [slug, boardOf("Sales", "A")]));

describe("a plan of many alike changes", () => {
  it("names those that fit and counts the others, with -v all of them; as --json does", async () => {
    const { run, json, declare } = await openWorld({ workbooks: MANY, applied: true });
    declare(({ workbooks }) => {
      for (const { dashboard } of Object.values(workbooks)) dashboard.title = "Regional sales";
    });
    const told = (await run("plan")).stdout;
    expect(told).toMatch(/60 workbooks alike\n +regional-sales-100, regional-sales-101/);
    expect(told).toMatch(/ and \d+ more \(-v names all of them\)\n/);
    const all = (await run("plan", "-v")).stdout;
    for (const text of [
      all,
      JSON.stringify(await json("plan")),
      (await run("plan", "--format", "html")).stdout,
    ])
      expect(SLUGS.filter((slug) => !text.includes(slug))).toEqual([]);
    expect(all).not.toContain("-v names all");
  });

  it("does the same for what no file declares any more", async () => {
    const { run, declare } = await openWorld({ workbooks: MANY, applied: true });
    declare(({ workbooks }) => {
      for (const slug of SLUGS) delete workbooks[slug];
    });
    expect((await run("plan")).stdout).toMatch(
      /and \d+ more \(-v names all of them\)\.\n +Delete with `boardwright apply --prune`, .*`boardwright disown SLUG`\.\n/,
    );
    for (const args of [["-v"], ["--format", "html"]]) {
      const { stdout } = await run("plan", ...args);
      expect(SLUGS.filter((slug) => !stdout.includes(slug))).toEqual([]);
    }
  });
});

describe("the changes of a plan", () => {
  it("have one order in every format: deletions, hazards, what is new, what is edited", async () => {
    const place = await openWorld({
      workbooks: {
        b: boardOf("B", "Updated"),
        c: boardOf("C", "Edited live"),
        d: boardOf("D", "Deleted"),
      },
      applied: true,
    });
    place.inUi("c", (widgets) => {
      widget(widgets, "a").config.title = "Edited";
    });
    place.declare(({ workbooks }) => {
      workbooks.a = boardOf("A", "New");
      widget(workbooks.b?.dashboard.widgets ?? [], "a").config.title = "Updated in Git";
      delete workbooks.d;
    });
    const heads = {
      pretty: /^ {2}[-!~+] (\w) /gm,
      markdown: /<summary>\S+ <b>(\w)<\/b>/g,
      html: /<span class="title"><b>(\w)<\/b>/g,
    };
    for (const [format, head] of Object.entries(heads)) {
      const { stdout } = await place.run("plan", "--prune", "--format", format);
      expect(
        [...stdout.matchAll(head)].map(([, key]) => key?.toLowerCase()),
        format,
      ).toEqual(["d", "c", "a", "b"]);
    }
  });
});

describe("a long slug among others", () => {
  it("is whole in the list of a pull, and moves no column", async () => {
    const long = "a-very-long-slug-that-somebody-thought-would-be-a-good-idea-to-have-in-a-dashboard";
    const { env } = await openWorld({
      workbooks: {
        [long]: boardOf("Long", "A"),
        orders: boardOf("All orders", "A", "B"),
      },
      applied: true,
    });
    const cwd = tempFolder({
      "boardwright.yaml":
        "version: 1\nproject: new\ntargets:\n  test: { url: https://platform.test, deployment: 1 }\n",
    });
    // Another project's are pulled by name.
    const { stdout } = await boardwright(["pull", long, "orders", "--dry-run"], { cwd, env });
    const lines = stdout.split("\n");
    const at = lines.indexOf(`  + ${long}`);
    expect(at).toBeGreaterThan(0);
    expect(lines[at + 1]).toBe("    Long · 1 widget");
    expect(lines).toContain("  + orders  All orders · 2 widgets");
  });
});
