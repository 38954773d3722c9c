// What a plan finds about what it would apply is printed with it, by the project's severities; and an error in one dashboard stops only it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { withTarget } from "../../src/library/context.ts";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { connect } from "../../src/platform/index.ts";
import { makePlan } from "../../src/project/make-plan.ts";
import { boardOf, type Loose, openWorld, type World, widget } from "../support/world.ts";

const words = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Adds to the project file. */
function configure({ cwd }: World, yaml: string): void {
  const file = join(cwd, "boardwright.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8")}${yaml}\n`);
}

describe("a widget that leaves while others still name it", () => {
  /** `f` goes from the files; the charts `a` to `f` have it among their controls, and a tab holds it. */
  async function open(): Promise<World> {
    const names = ["a", "b", "c", "d", "e", "f"];
    const sales = boardOf("Sales", ...names, "Filter");
    for (const id of names) widget(sales.dashboard.widgets, id).config.controls = { g: "orders.region" };
    widget(sales.dashboard.widgets, "f").config.tabs = [{ child: "g" }];
    const place = await openWorld({ workbooks: { sales }, applied: true });
    place.declare(({ workbooks: { sales } }) => {
      sales.dashboard.widgets = sales.dashboard.widgets.filter(({ id }: Loose) => id !== "g");
    });
    return place;
  }

  it("is printed by plan and apply for each widget that names it, with its line, and known to lint", async () => {
    const place = await open();
    const found = (text: string) =>
      [...text.matchAll(/no widget `g` on this dashboard, and the config of `(.)`/g)].map(([, id]) => id);
    const linted = (await place.run("lint")).stdout;
    const planned = (await place.run("plan")).stdout;
    expect(found(linted)).toEqual(["a", "b", "c", "d", "e", "f", "f"]);
    expect(found(planned)).toEqual(found(linted));
    expect(planned.match(/dashboards\/all\.yaml:\d+:\d+ {2}warning {2}dangling-widget-id/g)).toHaveLength(7);
    expect(planned).not.toContain("in the files:");
    expect(found((await place.run("apply", "--yes")).stdout)).toEqual(found(linted));
  });

  it("stops plan and apply where the project calls it an error, and is not said where the rule is off", async () => {
    const place = await open();
    configure(place, "lint: { rules: { dangling-widget-id: error } }");
    expect((await place.run("plan")).code).toBe(1);
    expect((await place.run("apply", "--yes")).code).toBe(1);
    expect(place.sandbox.workbook("sales")?.dashboardDraft).toMatchObject({ widgets: { length: 7 } });
    place.write("boardwright.yaml", place.read("boardwright.yaml").replace("error }", "off }"));
    const { stdout } = await place.ok("plan");
    expect(stdout).not.toContain("dangling");
  });
});

it("a rule that only a plan can check stops an apply before anything is written if the project calls it an error", async () => {
  const place = await openWorld({ workbooks: { sales: boardOf("Sales", "A") }, applied: true });
  place.declare(({ workbooks }) => {
    workbooks.revenue = { ...workbooks.sales!, was: "sales" } as typeof workbooks.sales & object;
    delete workbooks.sales;
  });
  await place.ok("apply", "--yes");
  place.declare(({ workbooks: { revenue } }) => {
    revenue!.name = "New";
  });
  configure(place, "lint: { rules: { was-done: error } }");
  expect((await place.run("plan")).code).toBe(1);
  const { code, stderr } = await place.run("apply", "--yes");
  expect([code, words(stderr)]).toEqual([
    1,
    expect.stringContaining(
      "nothing was written: the plan has what `lint.rules` calls an error dashboards/all.yaml:2 was-done",
    ),
  ]);
  expect(place.sandbox.workbook("revenue")?.name).toBe("Sales");
});

describe("an error in one dashboard", () => {
  /** `broken` has a field that lint does not know; `other` is edited in Git, and `third` in the UI. */
  async function open(): Promise<World> {
    const place = await openWorld({
      workbooks: {
        broken: boardOf("Broken", "A"),
        other: boardOf("Other", "A"),
        third: boardOf("Third", "A"),
      },
      applied: true,
    });
    place.declare(({ workbooks: { broken, other } }) => {
      Object.assign(widget(broken!.dashboard.widgets, "a"), { hidden: false });
      other!.name = "Other, edited";
    });
    return place;
  }

  it("stops neither drift nor a plan and an apply of others, which name it", async () => {
    const place = await open();
    const named = "warning files-have-errors the files have an error, in broken";
    const quiet = await place.run("drift");
    expect([quiet.code, words(quiet.stdout)]).toEqual([0, expect.stringContaining(named)]);
    place.inUi("third", (widgets) => {
      widget(widgets, "a").config.title = "In the UI";
    });
    place.inUi("broken", (widgets) => {
      widget(widgets, "a").config.title = "In the UI";
    });
    const drift = await place.json<Plan>("drift");
    expect(drift.changes.map(({ key }) => key)).toEqual(["broken", "third"]);
    expect((await place.run("drift")).code).toBe(2);
    for (const args of [
      ["--only", "other"],
      ["--except", "broken", "--except", "th*"],
    ]) {
      const { code, stdout } = await place.run("plan", ...args);
      expect([code, words(stdout)], args.join(" ")).toEqual([0, expect.stringContaining(named)]);
      const plan = await place.json<Plan>("plan", ...args);
      expect(plan.changes.map(({ key, action }) => `${action} ${key}`)).toEqual(["update other"]);
    }
    await place.ok("apply", "--except", "broken", "--except", "third", "--yes");
    expect(place.sandbox.workbook("other")?.name).toBe("Other, edited");
  });

  it("is one in a report, too, and stops a plan of the workbooks that have or draw it, and of no others", async () => {
    const place = await openWorld({
      workbooks: { home: boardOf("Home", "A"), draws: boardOf("Draws", "A"), other: boardOf("Other", "A") },
      reports: { r: { name: "R", workbook: "home", query: { measures: ["orders.count"] } } },
      applied: true,
    });
    place.declare(({ workbooks: { draws, other }, reports }) => {
      widget(draws!.dashboard.widgets, "a").config.reportId = { $report: "r" };
      Object.assign(reports.r!, { colour: "red" });
      other!.name = "Other, edited";
    });
    const codes = ["home", "draws", "other"].map(
      async (slug) => (await place.run("plan", "--only", slug)).code,
    );
    expect(await Promise.all(codes)).toEqual([1, 1, 0]);
  });

  it("makes no orphan of a dashboard that cannot be read for it", async () => {
    const place = await open();
    place.declare(({ workbooks: { broken } }) => Object.assign(broken!, { dashboard: "none" }));
    const project = await loadProject({ cwd: place.cwd });
    const options = { env: place.env, cwd: place.cwd };
    const { plan } = await withTarget(project, options, (context) => makePlan({ ...context, goesOn: true }));
    expect(plan.changes.map(({ key, action }) => `${action} ${key}`)).toEqual(["update other"]);
  });

  it("stops a plan and an apply of all, and of it", async () => {
    const place = await open();
    for (const args of [
      ["plan"],
      ["plan", "--only", "broken"],
      ["plan", "--except", "other"],
      ["apply", "--yes"],
    ])
      expect((await place.run(...args)).code, args.join(" ")).toBe(1);
    expect(place.sandbox.workbook("other")?.name).toBe("Other");
  });

  it("stops whatever shares the part of a file that it is in", async () => {
    const place = await openWorld({
      workbooks: { a: boardOf("A", "A"), b: boardOf("B", "B"), c: boardOf("C", "C") },
      applied: true,
    });
    place.write("part.yaml", "{ id: a, type: TEXT, position: [0, 0, 1, 1], hidden: false }\n");
    const entry = (slug: string, widgets: string) => `  ${slug}: { dashboard: { widgets: [${widgets}] } }\n`;
    const part = "{ $include: ../part.yaml }";
    place.write("dashboards/all.yaml", `workbooks:\n${entry("a", part)}${entry("b", part)}${entry("c", "")}`);
    const codes = ["a", "b", "c"].map(async (slug) => (await place.run("plan", "--only", slug)).code);
    expect(await Promise.all(codes)).toEqual([1, 1, 0]);
  });

  it("makes a drift incomplete if a dashboard cannot be read for it, and shows that of the others", async () => {
    const place = await open();
    place.inUi("third", (widgets) => {
      widget(widgets, "a").config.title = "In the UI";
    });
    place.declare(({ workbooks: { broken } }) => Object.assign(broken!, { dashboard: "none" }));
    const { code, stdout } = await place.run("drift");
    expect(code).toBe(1);
    expect(words(stdout)).toContain("error files-have-errors the files have an error, in broken");
    expect(stdout).toContain("third");
  });

  it("leaves a dashboard that is declared twice out of a drift: nobody knows which entry is meant", async () => {
    const place = await open();
    for (const slug of ["broken", "third"])
      place.inUi(slug, (widgets) => {
        widget(widgets, "a").config.title = "In the UI";
      });
    place.write("dashboards/later.yaml", "workbooks: { broken: { name: Again } }\n");
    const { changes, diagnostics } = await place.json<Plan>("drift");
    expect(changes.map(({ key }) => key)).toEqual(["third"]);
    expect(diagnostics).toMatchObject([{ rule: "files-have-errors", severity: "error" }]);
  });
});

describe("--except", () => {
  it("leaves out what it matches, never makes an orphan, and is no way to prune", async () => {
    const place = await openWorld({
      workbooks: {
        a1: boardOf("A1", "A"),
        a2: boardOf("A2", "A"),
        b: boardOf("B", "B"),
        gone: boardOf("Gone"),
      },
      applied: true,
    });
    place.declare(({ workbooks }) => {
      for (const one of Object.values(workbooks)) one.name += ", edited";
      delete workbooks.gone;
    });
    const planned = async (...args: string[]) =>
      (await place.json<Plan>("plan", ...args)).changes.map(({ key }) => key);
    expect(await planned()).toEqual(["a1", "a2", "b", "gone"]);
    expect(await planned("--except", "a1")).toEqual(["a2", "b"]);
    expect(await planned("--only", "a*", "--except", "a1")).toEqual(["a2"]);
    expect(await planned("--except", "a*", "--except", "b")).toEqual([]);
    expect((await place.run("apply", "--except", "a1", "--prune", "--yes")).code).toBe(64);
    const typo = await place.run("apply", "--except", "a3", "--yes");
    expect([typo.code, words(typo.stderr)]).toEqual([
      64,
      expect.stringContaining('no file declares the workbook "a3" that --except names'),
    ]);
    await place.ok("apply", "--except", "a*", "--yes");
    expect(["a1", "a2", "b"].map((slug) => place.sandbox.workbook(slug)?.name)).toEqual([
      "A1",
      "A2",
      "B, edited",
    ]);
  });

  it("is in the commands that a plan shows", async () => {
    const place = await openWorld({
      workbooks: { a: boardOf("A", "A"), b: boardOf("B", "B") },
      applied: true,
    });
    place.inUi("a", (widgets) => {
      widget(widgets, "a").config.title = "In the UI";
    });
    expect(words((await place.run("plan", "--except", "b")).stdout)).toContain(
      "`boardwright apply --except b --allow drift`",
    );
  });
});

describe("--allow drift:SLUG", () => {
  async function open(): Promise<World> {
    const place = await openWorld({
      workbooks: {
        "order-a": boardOf("A", "A"),
        "order-b": boardOf("B", "A"),
        revenue: boardOf("R", "A"),
        plain: boardOf("P", "A"),
      },
      applied: true,
    });
    for (const slug of ["order-a", "order-b"])
      place.inUi(slug, (widgets) => {
        widget(widgets, "a").config.title = "In the UI";
      });
    return place;
  }

  it("accepts the hazard for those slugs alone, by the command and by the project file", async () => {
    const place = await open();
    expect((await place.run("apply", "--allow", "drift:order-a", "--yes")).code).toBe(3);
    await place.ok("apply", "--allow", "drift:order-a,drift:ORDER-B", "--yes");
    const again = await open();
    configure(again, "apply: { allow: ['drift:order-*'] }");
    await again.ok("apply", "--yes");
    const other = await open();
    configure(other, "apply: { allow: ['drift:revenue', drfit] }");
    const { code, stderr } = await other.run("apply", "--yes");
    expect([code, words(stderr)]).toEqual([
      1,
      expect.stringContaining("`allow` names hazards: drift, conflict"),
    ]);
    expect((await place.run("apply", "--allow", "drift:", "--yes")).code).toBe(64);
    expect((await place.run("apply", "--allow", "drift:(a", "--yes")).code).toBe(64);
  });

  it("is the way out that a refusal names, after pulling and leaving out, and before all", async () => {
    const place = await open();
    place.inUi("revenue", (widgets) => {
      widget(widgets, "a").config.title = "From the UI";
    });
    place.declare(({ workbooks: { revenue, plain } }) => {
      widget(revenue!.dashboard.widgets, "a").config.title = "From Git";
      plain!.name = "Plain";
    });
    const { code, stderr } = await place.run(
      "apply",
      "--allow",
      "drift:order-a",
      "--yes",
      "--target",
      "test",
    );
    expect(code).toBe(3);
    expect(stderr.split("\n").slice(1, 7)).toEqual([
      "  drift: order-b",
      '  conflict: revenue (dashboard.widgets[a].config.title is "From the UI" live)',
      "  Take in what is live: boardwright pull order-b revenue --target test --theirs",
      "  Apply the rest: boardwright apply --target test --except order-b --except revenue --yes",
      "  If this is intended, allow them: boardwright apply --target test --yes --allow drift:order-a,drift:order-b,conflict:revenue",
      "  The same for whatever else has them: boardwright apply --target test --yes --allow drift,conflict",
    ]);
    const rest = ["apply", "--target", "test", "--except", "order-b", "--except", "revenue", "--yes"];
    await place.ok(...rest, "--allow", "drift:order-a");
    await place.ok("apply", "--yes", "--allow", "drift:order-b,conflict:revenue");
  });

  it("names a way out that prunes nothing for what would be deleted, and none to pull for a publication", async () => {
    const place = await openWorld({
      workbooks: {
        a: Object.assign(boardOf("A", "A"), { publish: true }),
        b: boardOf("B", "A"),
        gone: boardOf("Gone"),
      },
      applied: true,
    });
    place.declare(({ workbooks }) => {
      delete workbooks.gone;
      workbooks.b!.name = "B, edited";
    });
    const platform = connect({ url: place.sandbox.url, token: place.sandbox.apiKey, scheme: "bearer" });
    const config = boardOf("A", "By hand").dashboard as unknown as JsonObject;
    await platform.publishWorkbook(1, place.sandbox.workbook("a")?.id ?? 0, { config });
    platform.close();
    const { code, stderr } = await place.run("apply", "--prune", "--yes");
    expect([code, ...stderr.split("\n").slice(1, 6)]).toEqual([
      3,
      "  drift: a",
      "  delete: gone",
      "  Apply the rest: boardwright apply --except a --yes",
      "  If this is intended, allow them: boardwright apply --prune --yes --allow drift:a,delete:gone",
      "  The same for whatever else has them: boardwright apply --prune --yes --allow drift,delete",
    ]);
    await place.ok("apply", "--except", "a", "--yes");
    expect(place.sandbox.workbook("gone")).toBeDefined();
  });

  it("lets a UI edit that was pulled and then polished through, and nothing else", async () => {
    const place = await openWorld({
      workbooks: { a: boardOf("A", "Old"), b: boardOf("B", "Old") },
      applied: true,
    });
    place.inUi("a", (widgets) => {
      widget(widgets, "a").config.title = "From the UI";
    });
    await place.ok("pull");
    place.write(
      "dashboards/all.yaml",
      place.read("dashboards/all.yaml").replace("From the UI", "From the UI, polished"),
    );
    const refused = await place.run("apply", "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('conflict: a (dashboard.widgets[a].config.title is "From the UI" live)');
    expect(refused.stderr).toContain("boardwright apply --yes --allow conflict:a");
    place.inUi("b", (widgets) => {
      widget(widgets, "a").config.title = "Edited meanwhile";
    });
    expect((await place.run("apply", "--yes", "--allow", "conflict:a")).code).toBe(3);
    await place.ok("apply", "--yes", "--allow", "conflict:a", "--except", "b");
    expect(place.sandbox.workbook("a")?.dashboardDraft).toMatchObject({
      widgets: [{ config: { title: "From the UI, polished" } }],
    });
  });
});
