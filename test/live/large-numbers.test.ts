// Whole numbers beyond 2^53: what a platform holds comes back to it digit for digit, whatever it goes through on the way.
import { describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../../src/model/index.ts";
import { distorting } from "../support/proxy.ts";
import { type Loose, openWorld } from "../support/world.ts";

const [ONE, TWO, HUGE] = ["9007199254740993", "-12345678901234567891", `1${"0".repeat(400)}`];
const LARGE = [ONE, TWO, HUGE] as string[];

/** The sandbox cannot hold them: it gets a text for each, and the platform in front of it shows the number. */
const asNumbers = (text: string) =>
  LARGE.reduce((all, digits, index) => all.replaceAll(`"@${index}"`, digits), text).replaceAll(
    /\\"@(\d)\\"/g,
    (_, index) => LARGE[index] as string,
  );
const asTexts = (text: string) =>
  LARGE.reduce(
    (all, digits, index) => all.replaceAll(new RegExp(`(?<![-0-9])${digits}(?![0-9])`, "g"), `"@${index}"`),
    text,
  );

const FILE = "dashboards/all.yaml";
const YAML = (title: string, account: string) => `workbooks:
  a:
    name: A
    meta: { account: ${account} }
    dashboard:
      title: ${title}
      widgets:
        - id: w
          type: CHART
          position: [0, 0, 6, 4]
          config: { account: ${account}, list: [1, ${account}] }
`;
const SETTINGS = 'ignore: ["dashboard.widgets[*].config.debug"]\n';

function configOf(dashboard: JsonObject | null | undefined): JsonObject {
  return valueAt(dashboard ?? {}, ["widgets", 0, "config"]) as JsonObject;
}

async function open(text = YAML("A", ONE as string), receive = asTexts) {
  const sent: string[] = [];
  const place = await openWorld({
    files: { "dashboards/all.yaml": text },
    settings: SETTINGS,
    proxy: distorting(asNumbers, (body, { method }) => {
      if (method === "PUT") sent.push(body);
      return receive(body);
    }),
    applied: true,
  });
  sent.length = 0;
  /** Edits the draft in the UI. */
  const edit = (change: (config: JsonObject) => void) =>
    place.sandbox.edit("a", ({ dashboardDraft }) => change(configOf(dashboardDraft)));
  const config = () => configOf(place.sandbox.workbook("a")?.dashboardDraft);
  return { ...place, edit, config, sent };
}

describe("whole numbers beyond 2^53", () => {
  it("are sent as the files hold them, and a second plan is empty", async () => {
    const { sandbox, config, json } = await open(YAML("A", HUGE as string));
    expect(config()).toEqual({ account: "@2", list: [1, "@2"] });
    expect(sandbox.workbook("a")?.meta.account).toBe("@2");
    expect(await json<Loose>("plan")).toMatchObject({
      changes: [],
      summary: { unchanged: 1 },
    });
  });

  it("are told apart from their neighbors, and shown digit for digit", async () => {
    const { run, edit } = await open();
    edit((config) => {
      config.account = "@1";
    });
    const pretty = await run("plan");
    expect(pretty.stdout).toContain(ONE);
    expect(pretty.stdout).toContain(TWO);
    const { stdout } = await run("plan", "--json");
    expect(stdout).toContain(`"before": ${TWO}`);
    expect(stdout).toContain(`"after": ${ONE}`);
    for (const format of ["markdown", "html"])
      expect((await run("plan", "--format", format)).stdout).toContain(TWO);
    expect((await run("drift", "--json")).stdout).toContain(`"before": ${TWO}`);
  });

  it("come back as they were: at ignored places, in backups, through a rollback", async () => {
    const { ok, edit, config, write, sent, sandbox, runs, read } = await open();
    edit((config) => {
      config.debug = "@1";
    });
    write(FILE, YAML("B", ONE as string));
    await ok("apply", "--yes");
    expect(sent[0]).toContain(`"debug":${TWO}`);
    const [, last = ""] = runs();
    expect(read(`.boardwright/backups/${last}/a.json`)).toContain(`"debug": ${TWO}`);
    edit((config) => {
      config.account = "@2";
    });
    await ok("rollback", last, "--yes", "--allow", "drift");
    expect(config()).toEqual({ account: "@0", list: [1, "@0"], debug: "@1" });
    expect(sandbox.workbook("a")?.dashboardDraft?.title).toBe("A");
  });

  it("are pulled into YAML, and nothing is left to do then", async () => {
    const { run, ok, edit, read, json } = await open();
    edit((config) => {
      Object.assign(config, { account: "@1", fresh: { deep: ["@2"] } });
    });
    await ok("pull");
    const text = read(FILE);
    expect(text).toContain(`account: ${TWO}`);
    expect(text).toMatch(new RegExp(`deep: ?\\[${HUGE}\\]|- ${HUGE}`));
    expect((await json<Loose>("plan")).summary).toMatchObject({ update: 0 });
    expect((await run("fmt", "--check")).code).not.toBe(1);
  });

  it("are adopted by `pull --all` into new files", async () => {
    const seed = {
      workbooks: [{ slug: "b", name: "B", dashboardDraft: { title: "B", settings: { account: "@1" } } }],
    };
    const { ok, read, json } = await openWorld({
      files: {},
      sandbox: { seed },
      proxy: distorting(asNumbers),
    });
    await ok("pull", "--all");
    expect(read("dashboards/b.yaml")).toContain(`account: ${TWO}`);
    expect((await json<Loose>("plan")).summary).toMatchObject({ update: 0, create: 0 });
  });

  it("go through a saved plan", async () => {
    const { ok, write, sent, read } = await open();
    write(FILE, YAML("A", TWO as string));
    await ok("plan", "--out", "plan.json");
    expect(read("plan.json")).toContain(`"account": ${TWO}`);
    await ok("apply", "plan.json", "--yes");
    expect(sent[0]).toContain(`"account":${TWO}`);
  });

  it("in the query of a report are sent and compared as they are", async () => {
    const { run, json } = await open(
      `reports:
  r: { name: R, publicId: AbCdEfGhIjKl, query: { filters: [{ member: a.b, operator: equals, values: [${ONE}] }] } }
`,
      (body) => body,
    );
    expect((await run("reports", "list", "--json")).stdout).toContain(`\\"values\\":[${ONE}]`);
    expect(await json<Loose>("plan")).toMatchObject({ changes: [] });
  });

  it("are printed as they came, and sent as they were typed", async () => {
    const { run, edit, sent } = await open();
    edit((config) => {
      config.debug = "@1";
    });
    for (const args of [
      ["api", "GET", "/api/v1/deployments/1/workbooks"],
      ["call", "getWorkbooks", "--param", "deploymentId=1", "--json"],
      ["workbooks", "list", "--json"],
      ["workbooks", "get", "a", "--json"],
    ]) {
      const ran = await run(...args);
      expect(ran.stdout.replaceAll(" ", ""), args.join(" ") + ran.stderr).toContain(`"debug":${TWO}`);
    }
    sent.length = 0;
    await run("api", "PUT", "/api/v1/deployments/1/workbooks/by-slug/a", "-d", `{"meta":{"n":${TWO}}}`);
    expect(sent[0]).toBe(`{"meta":{"n":${TWO}}}`);
  });

  it("in places where the platform counts are an error of the files", async () => {
    const { run, write } = await open();
    write(FILE, YAML("A", "1").replace("[0, 0, 6, 4]", `[0, 0, 6, ${ONE}]`));
    const linted = await run("lint");
    expect(linted.code).toBe(1);
    expect(linted.stdout).toContain(`${ONE}, which is beyond 2^53`);
  });
});
