import { describe, expect, it } from "vitest";
import type { Change, FieldChange, Plan } from "../../src/model/index.ts";
import { renderPlanPretty } from "../../src/report/index.ts";
import { cells } from "../../src/report/text/cells.ts";
import { changed, draftOf, hazard, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

function pretty(plan: Plan, width = 92): string {
  return renderPlanPretty(plan, { color: false, width, files: 46, liveCount: 46 });
}

/** What stands below the headline of one update. */
function bodyOf(fields: FieldChange[], given: Partial<Change> = {}): string[] {
  const text = pretty(makePlan([makeChange("board", { fields, ...given })]));
  return (text.split("\n\n")[1] ?? "")
    .split("\n")
    .slice(1)
    .map((line) => line.slice(6));
}

describe("the plan at a terminal", () => {
  it("reads like the sketch", () => {
    expect(pretty(sketchPlan())).toBe(
      `production · acme.example.com · deployment 12                    46 files, 46 live workbooks

  ! order-status        Order status                               dashboards/orders.yaml:41
      edited outside Git since the last apply
      widget canceled  size  8×4 → 6×4    discards an edit made in the UI

  + supplier-scorecard  Supplier scorecard                          dashboards/supply.yaml:1
      new workbook in Supply/Vendors, 14 widgets, published after

  ~ revenue-overview    Revenue overview                           dashboards/revenue.yaml:3
      widget churn    added      CHART 4×3 at 0,4
      widget note     markdown
                          # Notes
                        - Figures before **refunds**.
                        + Figures after **refunds**.
      widget revenue  moved      0,0 → 6,0
                      title      Revenue → Net revenue
      layout          rowHeight  40 → 32

Viewers see 1 dashboard change, 2 more change in draft, 1 waits for a decision.
2 to update, 1 to create, 43 unchanged.
1 hazard: drift (order-status)
  keep the edit: \`boardwright pull order-status\`
  leave it out: \`boardwright apply --except order-status\`
  discard the edit: \`boardwright apply --allow drift\`
`,
    );
  });

  it("says that there is nothing to do", () => {
    expect(pretty(makePlan([]))).toContain("\n\nNothing to do: all 43 workbooks are as declared.\n");
    const orphan = makeChange("old", { action: "orphaned" });
    expect(pretty(makePlan([orphan]))).toContain(
      "  · 1 no longer declared, kept: old. Delete with `boardwright apply --prune`, or keep\n",
    );
  });

  it("takes the edit of a report in with its workbook, and without a slug if it has none", () => {
    const edited = { hazards: [hazard("drift", "edited")] };
    const report = makeChange("monthly", { ...edited, kind: "report" });
    const both = [report, makeChange("orders", edited)];
    expect(pretty(makePlan([report]), 120)).toContain("keep the edit: `boardwright pull`\n");
    expect(pretty(makePlan(both), 120)).toContain("keep the edits: `boardwright pull`\n");
    const placed = makeChange("yearly", { ...edited, kind: "report", workbook: "orders" });
    expect(pretty(makePlan([placed]), 120)).toContain("keep the edit: `boardwright pull orders`\n");
    const all = [placed, ...both.slice(1)];
    expect(pretty(makePlan(all), 120)).toContain("keep the edits: `boardwright pull orders`\n");
  });

  it("says of a deleted dashboard that its reports go with it, and shows alone what was edited", () => {
    const gone: Partial<Change> = { action: "delete", hazards: [hazard("delete", "no longer declared")] };
    const inIt: Partial<Change> = { ...gone, kind: "report", workbook: "orders" };
    const reports = ["r1", "r2"].map((key) => makeChange(key, inIt));
    const edited = makeChange("r3", { ...inIt, origin: "both" });
    const text = pretty(makePlan([makeChange("orders", gone), ...reports, edited]), 120);
    expect(text).toContain("\n      with 2 reports: r1, r2\n");
    expect(text.match(/^ {2}- .*/gm)).toHaveLength(2);
    expect(text).toContain("2 wait for a decision");
    expect(text).toContain("1 hazard: delete (orders, report r3)");
  });

  it("says of an orphaned report which publicId is meant: its key may be declared with another", () => {
    const orphan = makeChange("monthly", { kind: "report", action: "orphaned", publicId: "revqZ1x8Kp0a" });
    const made = makeChange("monthly", { kind: "report", action: "create", publicId: "revqZ1x8Kp0b" });
    expect(pretty(makePlan([made, orphan]), 120)).toContain(
      "  · 1 no longer declared, kept: 1 report monthly (revqZ1x8Kp0a). Delete with `boardwright apply --prune`, or keep\n    unmanaged with `boardwright disown --report monthly`.\n",
    );
  });

  it("names orphaned workbooks before reports and folders, and counts each kind", () => {
    const orphan = (kind: Change["kind"], key: string) => makeChange(key, { kind, action: "orphaned" });
    const many = (kind: Change["kind"], number: number) =>
      Array.from({ length: number }, (_, index) => orphan(kind, `${kind[0]}${index + 1}`));
    const orphans = [...many("folder", 2), ...many("report", 12), ...many("workbook", 3)];
    expect(pretty(makePlan(orphans), 92)).toContain(
      "  · 17 no longer declared, kept: w1, w2, w3 · 12 reports r1, r2, r3, r4, r5, r6, r7, r8, r9,\n    r10, r11, r12 · 2 folders f1, f2. Delete with",
    );
  });

  it("never says so beside an error, and shows findings before the totals", () => {
    const plan = makePlan([]);
    plan.diagnostics.push({
      rule: "folder-missing",
      severity: "error",
      message: "the deployment cannot make folders",
      file: "dashboards/a.yaml",
      line: 5,
      column: 3,
      help: "Name its id under folders.",
    });
    const overlap = { rule: "widget-overlap", severity: "warning" as const, message: "a and b overlap" };
    plan.diagnostics.push({ ...overlap, file: "dashboards/a.yaml", line: 9, column: 3 });
    const text = pretty(plan);
    expect(text).not.toContain("overlap");
    expect(text).not.toContain("Nothing to do");
    expect(text).toContain(
      `dashboards/a.yaml:5:3  error  folder-missing
  the deployment cannot make folders
  Name its id under folders.

1 warning in the files: \`boardwright lint\` shows it.

Viewers see no change, 1 error.
43 unchanged.
`,
    );
  });

  it("has a line for every action, and sums the stamps up", () => {
    const text = pretty(
      makePlan([
        makeChange("A\\/B/C", { kind: "folder", action: "create", title: "C", source: undefined }),
        makeChange("app", {
          action: "create",
          request: {
            folderId: 345,
            meta: { dashboardDraft: { kind: "APP", app: { files: { "a.js": "" } } } },
          },
        }),
        makeChange("gone", { action: "delete", source: undefined }),
        makeChange("left", { action: "orphaned", source: undefined }),
        makeChange("shown", { action: "publish" }),
        makeChange("back", { action: "publish", publishConfig: {} }),
        makeChange("s1", { action: "stamp" }),
        makeChange("s2", { action: "stamp" }),
        makeChange("theirs", {
          action: "stamp",
          hazards: [hazard("takeover", "managed by another project")],
        }),
      ]),
      60,
    );
    expect(
      text.split("\n").slice(3).join("\n"),
    ).toBe(`  ! theirs                          dashboards/theirs.yaml:3
      managed by another project
      as declared; only the ownership record is written

  - gone
      managed by this project, no longer declared: deleted

  + app                                dashboards/app.yaml:3
      app code, new or changed: a.js
      new workbook in folder 345, an app of 1 file

  > shown                            dashboards/shown.yaml:3
      the draft is as declared, but not published

  > back                              dashboards/back.yaml:3
      viewers see again what was published before that run

  + 1 folder to create: A/B › C.

  · 1 no longer declared, kept: left. Delete with
    \`boardwright apply --prune\`, or keep unmanaged with
    \`boardwright disown left\`.

  = 2 to stamp, no viewer sees a change: s1, s2.

Viewers see no change, 5 dashboards change in draft, 1 waits
for a decision.
1 workbook and 1 folder to create, 2 to publish, 1 to
delete, 3 to stamp, 1 no longer declared, 43 unchanged.
1 hazard: takeover (theirs)
  leave it to the other project: remove it from these
    files
  manage it here from now on:
    \`boardwright apply --allow takeover\`
`);
  });

  it("names at most a few stamps", () => {
    const stamps = Array.from({ length: 1000 }, (_, index) =>
      makeChange(`board-${index}`, { action: "stamp" }),
    );
    const line = pretty(makePlan(stamps))
      .split("\n\n")
      .find((text) => text.startsWith("  ="));
    expect(line).toMatch(/: board-0, [\s\S]* and 9\d\d more\.$/);
    expect(line?.split("\n").length).toBeLessThan(6);
  });
});

describe("a change's fields", () => {
  it("tell a move and a resize with what the draft knows of the sides that stay", () => {
    const request = draftOf([
      {
        id: "a",
        type: "CHART",
        position: { x: 6, y: 2, w: 8, h: 4 },
        responsiveLayouts: { sm: { x: 0, y: 9, w: 6, h: 4 } },
      },
    ]);
    const fields = [
      changed("dashboard.widgets[a].position.w", 6, 8),
      changed("dashboard.widgets[a].position.x", 0, 6),
      changed("dashboard.widgets[a].responsiveLayouts.sm.y", 4, 9),
    ];
    expect(bodyOf(fields, { request })).toEqual([
      "widget a  moved     0,2 → 6,2",
      "          size      6×4 → 8×4",
      "          sm moved  0,4 → 0,9",
    ]);
    expect(bodyOf(fields.slice(1, 2))).toEqual(["widget a  moved  x 0 → 6"]);
  });

  it("tell placements that come and go, and positions nobody can read", () => {
    const box = { x: 0, y: 1, w: 2, h: 3 };
    expect(
      bodyOf([
        { path: "dashboard.widgets[a].responsiveLayouts.sm", change: "added", after: box, origin: "git" },
        { path: "dashboard.widgets[a].responsiveLayouts.xs", change: "removed", before: box, origin: "git" },
        changed("dashboard.widgets[b].position.x", "left", 3),
        { path: "dashboard.widgets[c]", change: "removed", before: { id: "c", type: "TEXT" }, origin: "git" },
      ]),
    ).toEqual([
      "widget a  sm placed  2×3 at 0,1",
      "          xs place   removed, was 2×3 at 0,1",
      "widget b  x          left → 3",
      "widget c  removed    TEXT",
    ]);
  });

  it("tell only the widgets that moved in the order, with whom they stand before", () => {
    const reordered = (before: string[], after: string[]) =>
      bodyOf([{ path: "dashboard.widgets", change: "reordered", before, after, origin: "git" }]);
    expect(reordered(["revenue", "note", "churn"], ["churn", "revenue", "note"])).toEqual([
      "widgets  reordered  churn now before revenue",
    ]);
    expect(reordered(["a", "b", "c"], ["b", "c", "a"])).toEqual(["widgets  reordered  a now last"]);
    const letters = [..."abcdefgh"];
    expect(reordered(letters, letters.toReversed())[0]).toMatch(
      /h now before g, g now before f, .*, 4 more$/,
    );
  });

  it("say whose edit it is, unless it is Git's", () => {
    const at = (origin: FieldChange["origin"], name: string) => ({ ...changed(name, 1, 2), origin });
    expect(
      bodyOf([at("git", "meta.a"), at("live", "meta.b"), at("both", "meta.c"), at("unknown", "meta.d")], {
        origin: "both",
        publish: true,
      }),
    ).toEqual([
      "workbook  meta.a  1 → 2",
      "          meta.b  1 → 2    discards an edit made in the UI",
      "          meta.c  1 → 2    changed on both sides",
      "          meta.d  1 → 2    who changed it is unknown",
      "published after",
    ]);
    const field = (more: object) => ({
      ...at("both", "meta.e"),
      before: "Ventes",
      after: "Sold",
      base: "Orders",
      ...more,
    });
    const folder = {
      path: "folder",
      change: "changed" as const,
      before: ["A"],
      after: [],
      base: { id: 31 },
      origin: "both" as const,
    };
    expect(
      bodyOf(
        [
          field({}),
          field({ path: "meta.f", base: null }),
          field({ path: "meta.g", change: "removed", after: undefined }),
          field({ path: "meta.h", change: "added", before: undefined }),
          field({ path: "meta.i", origin: "live" }),
          field({ path: "meta.j", before: "Bestellungen", after: "Open orders of all" }),
          folder,
        ],
        { origin: "both" },
      ),
    ).toEqual([
      "workbook  meta.e  was: Orders · live: Ventes · Git: Sold    changed on both sides",
      "          meta.f  was: not there · live: Ventes · Git: Sold    changed on both sides",
      "          meta.g  was: Orders · live: Ventes · Git: removed    changed on both sides",
      "          meta.h  was: Orders · live: removed · Git: Sold    changed on both sides",
      "          meta.i  Ventes → Sold    discards an edit made in the UI",
      "          meta.j  was: Orders · live: Bestellungen · Git: Open orders of all",
      "            changed on both sides",
      "          folder  was: folder 31 · live: A · Git: /    changed on both sides",
    ]);
    expect(bodyOf([at("unknown", "meta.d")], { origin: "unknown" })).toEqual(["workbook  meta.d  1 → 2"]);
    const move = [
      { ...changed("dashboard.widgets[a].position.x", 0, 1), origin: "both" as const },
      { ...changed("dashboard.widgets[a].position.y", 0, 1), origin: "both" as const },
    ];
    expect(bodyOf(move, { origin: "both" })).toEqual(["widget a  moved  0,0 → 1,1    changed on both sides"]);
  });

  it("say who removed a widget that the other side edited, and what was edited", () => {
    const widget = (title: string, more: object = {}) => ({
      id: "a",
      type: "CHART",
      config: { title, ...more },
    });
    const conflict = (sides: object): FieldChange => ({
      path: "dashboard.widgets[a]",
      change: "changed",
      base: widget("A"),
      origin: "both",
      ...sides,
    });
    const noteOf = (sides: object) => bodyOf([conflict(sides)], { origin: "both" })[0]?.split("    ")[1];
    expect(noteOf({ change: "added", after: widget("A git") })).toBe("removed live, edited in Git: title");
    expect(noteOf({ change: "removed", before: widget("A", { a: 1, b: 2, c: 3, d: 4 }) })).toBe(
      "removed in Git, edited live: a, b, c and 1 more",
    );
    expect(bodyOf([conflict({ before: widget("A live"), after: widget("A git") })])).toEqual([
      "widget a  changed on both sides",
      '              last applied  {"id":"a","type":"CHART","config":{"title":"A"}}',
      '              live          {"id":"a","type":"CHART","config":{"title":"A live"}}',
      '              Git           {"id":"a","type":"CHART","config":{"title":"A git"}}',
    ]);
  });

  it("quote what would be mistaken for another value", () => {
    expect(
      bodyOf([
        changed("meta.a", "5", 5),
        changed("meta.b", "", "x → y"),
        changed("meta.c", { k: 1 }, [1, 2]),
      ]),
    ).toEqual([
      'workbook  meta.a  "5" → 5',
      '          meta.b  "" → "x → y"',
      '          meta.c  {"k":1} → [1,2]',
    ]);
  });

  it("show long lines where they part, and cut long differences with a count", () => {
    const query = "select something, ".repeat(100);
    expect(
      bodyOf([changed("dashboard.widgets[a].config.sql", `${query}x from t`, `${query}y from t`)]),
    ).toEqual([
      "widget a  sql",
      expect.stringMatching(/^ +- ….*x from t \(\+\d{4}(?: characters)?\)$/),
      expect.stringMatching(/^ +\+ ….*y from t \(\+\d{4}(?: characters)?\)$/),
    ]);
    const added: FieldChange = { path: "meta.text", change: "added", after: `start ${query}`, origin: "git" };
    expect(bodyOf([added]).at(-1)).toMatch(/\+ start select.*… \(\+\d+(?: characters)?\)$/);
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    const other = lines.map((line, index) => (index % 3 === 0 ? `${line}!` : line));
    const shown = bodyOf([changed('dashboard.app.files["src/main.js"]', lines.join("\n"), other.join("\n"))]);
    expect(shown.slice(0, 2)).toEqual(["app code, new or changed: src/main.js", "file src/main.js"]);
    expect(shown.length).toBeLessThan(25);
    expect(shown.at(-1)).toMatch(/… \d+ more lines$/);
    const replaced = bodyOf([changed("meta.text", `${lines.join("\n")}`, "all\nnew")]);
    expect(replaced).toContainEqual(expect.stringMatching(/… 292 more removed$/));
    expect(replaced.slice(-2)).toEqual([expect.stringMatching(/\+ all$/), expect.stringMatching(/\+ new$/)]);
  });

  it("show all of a long line where every detail is asked for", () => {
    const long = (end: string) => `${"a".repeat(300)}${end}`;
    const plan = makePlan([
      makeChange("board", { fields: [changed("dashboard.title", long("1"), long("2"))] }),
    ]);
    const shown = (detailed: boolean) =>
      renderPlanPretty(plan, { color: false, width: 92, detailed }).match(/a{300}[12]/g) ?? [];
    expect([shown(false).length, shown(true).length]).toEqual([0, 2]);
  });

  it("make a difference in white space at the end of a line visible", () => {
    expect(bodyOf([changed("meta.text", "a\nb  \n", "a\nb\n")]).slice(1)).toEqual([
      expect.stringMatching(/ a$/),
      expect.stringMatching(/- b··$/),
      expect.stringMatching(/\+ b$/),
    ]);
  });
});

describe("widgets that move alike", () => {
  const moved = (ids: string[], to: (at: number) => number) =>
    ids.map((id, at) => changed(`dashboard.widgets[${id}].position.y`, 2, to(at)));

  it("are one row from four on, and rows of their own if one goes elsewhere or all are asked for", () => {
    expect(bodyOf(moved(["a", "b", "c", "d"], () => 4))).toEqual(["4 widgets  moved  down by 2: a, b, c, d"]);
    expect(bodyOf(moved(["a", "b", "c"], () => 4))).toHaveLength(3);
    expect(bodyOf(moved(["a", "b", "c", "d", "e"], (at) => (at === 4 ? 0 : 4)))).toEqual([
      "4 widgets  moved  down by 2: a, b, c, d",
      "widget e   moved  y 2 → 0",
    ]);
    const plan = makePlan([makeChange("board", { fields: moved(["a", "b", "c", "d"], () => 4) })]);
    expect(renderPlanPretty(plan, { color: false, detailed: true })).not.toContain("4 widgets");
  });
});

describe("hazards", () => {
  it("are listed by code with the ways out; many keys are a count", () => {
    const drifted = ["a", "b", "c", "d", "e"].map((key) =>
      makeChange(key, { fields: [changed("name", "x", "y")], hazards: [hazard("drift", "edited")] }),
    );
    const odd = makeChange("it's; rm -rf ~", {
      fields: [changed("name", "x", "y")],
      hazards: [hazard("adopt", "taken")],
    });
    const text = pretty(makePlan([...drifted, odd]), 120);
    expect(text).toContain(
      "2 hazards:\n  drift (a, b, c and 2 more)\n    keep the edits: `boardwright pull SLUG`\n    discard the edits: `--allow drift`\n",
    );
    expect(text).toContain(
      "  adopt (it's; rm -rf ~)\n    keep the live state: `boardwright pull SLUG --theirs`\n",
    );
    // What people paste into a shell is made of plain words alone.
    const hostile = makeChange("it's; rm -rf ~", { hazards: [hazard("drift", "edited")] });
    expect(pretty(makePlan([hostile]), 120)).toContain("`boardwright pull SLUG`");
  });

  it("of the whole plan are told once and mark no workbook", () => {
    const message = "9 of the 12 managed workbooks would change, more than the limit of 50%";
    const changes = ["a", "b"].map((key) =>
      makeChange(key, { fields: [changed("name", "x", "y")], hazards: [hazard("mass-change", message)] }),
    );
    const text = pretty(makePlan(changes), 120);
    expect(text).not.toContain("!");
    expect(text.split(message)).toHaveLength(2);
    expect(text).toContain("1 hazard: mass-change, 9 of the 12");
  });
});

describe("whatever the text", () => {
  const ATTACKS = [
    "\u001b]0;title\u0007\u001b[2J\u001b[31mred",
    "line\n::set-output name=x::y",
    "::error::gotcha",
    "a ##[set-env name=PATH]evil",
    "\u202eright to left\u2066",
    "wide 表表表 e\u0301 👩‍👩‍👧 \ud800",
    "x".repeat(1_000_000),
  ];

  function attacked(text: string): Plan {
    const quoted = JSON.stringify(text);
    const change = makeChange(text, {
      title: text,
      source: { file: `${text.slice(0, 60)}.yaml`, line: 1 },
      hazards: [hazard("drift", `found ${text}`)],
      request: draftOf([
        { id: text, type: text, position: { x: 1, y: 0, w: 1, h: 1 }, config: { title: text } },
      ]),
      fields: [
        {
          path: `dashboard.widgets[${quoted}]`,
          change: "added",
          after: { id: text, type: text, config: { title: text } },
          origin: "git",
        },
        {
          path: "dashboard.widgets",
          change: "reordered",
          before: [text, "b"],
          after: ["b", text],
          origin: "git",
        },
        changed(`meta[${quoted}]`, text, `${text}\n${text}\nmore`),
        changed("dashboard.title", `${text}\n::warning::`, `${text}\n::warning::\nx`),
      ],
    });
    const stamp = makeChange(`${text}2`, { action: "stamp" });
    const create = makeChange(`${text}3`, { action: "create", request: { folderId: { $folder: text } } });
    const plan = makePlan([change, create, stamp]);
    plan.target.name = text;
    plan.diagnostics.push({
      rule: "r",
      severity: "warning",
      message: text,
      file: text,
      line: 1,
      column: 1,
      help: text,
    });
    return plan;
  }

  it.each(ATTACKS.map((text) => [text.slice(0, 24), text]))(
    "%j cannot draw, hide or command",
    (_name, text) => {
      for (const width of [60, 200]) {
        const shown = pretty(attacked(text), width);
        expect(shown).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u,
        );
        expect(shown).not.toMatch(/^\s*::/m);
        expect(shown).not.toContain("##[");
        expect(shown.length).toBeLessThan(20_000);
      }
    },
  );

  it("colours are on only when asked for, and change nothing else", () => {
    const colored = renderPlanPretty(sketchPlan(), { color: true, width: 92, files: 46, liveCount: 46 });
    expect(colored).toContain("\u001b[");
    expect(colored.replaceAll(/\u001b\[\d+m/g, "")).toBe(pretty(sketchPlan()));
  });

  it.each([60, 80, 100, 200])("fits a width of %i", (width) => {
    const lines = pretty(sketchPlan(), width).split("\n");
    for (const line of lines) expect(cells(line)).toBeLessThanOrEqual(width);
  });
});
