// Between the write of a report and the stamp that follows, it is read: what that read shows, or cannot show.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import { type Asked, alterItems, type Hook } from "../support/proxy.ts";
import { openWorld, outcomes, type WorldOptions } from "../support/world.ts";

const REPORT = { name: "R", query: { measures: ["a.b"] }, meta: { kind: "table" } };
const FILES = { "dashboards/all.yaml": stringify({ reports: { r: REPORT } }) };
const isRead = ({ method, path }: Asked) => method === "GET" && /\/reports\/\d+$/.test(path);
const isWrite = ({ method, path }: Asked) => method === "PUT" && path.includes("/by-public-id/");

/** `requests`: those that read or write one report. */
async function open(proxy: Hook, sandbox: WorldOptions["sandbox"] = { quirks: "fills-defaults" }) {
  const requests: string[] = [];
  const noting: Hook = (asked, forward) => {
    if (isRead(asked) || isWrite(asked)) requests.push(asked.method);
    return proxy(asked, forward);
  };
  const world = await openWorld({ files: FILES, sandbox, proxy: noting });
  const meta = async () => {
    for await (const [one] of world.platform.listReports(1)) return one?.meta;
    throw new Error("there is no report");
  };
  return { ...world, requests, meta };
}

describe("a report that is stamped after its write", () => {
  it("costs a claim and two writes, and a read before the second", async () => {
    const { deploy, requests } = await open((_, forward) => forward());
    expect(outcomes(await deploy())).toEqual(["r applied"]);
    expect(requests).toEqual(["PUT", "PUT", "GET", "PUT"]);
  });

  it("is not written twice where the platform filled nothing into the one before", async () => {
    const { plan, apply, requests, write } = await open((_, forward) => forward(), {});
    const reports = { r: REPORT, s: { ...REPORT, name: "S" } };
    write("dashboards/all.yaml", stringify({ reports }));
    expect(outcomes(await apply(await plan(), { concurrency: 1 }))).toEqual(["r applied", "s applied"]);
    expect(requests).toEqual(["PUT", "PUT", "GET", "PUT", "PUT", "PUT"]);
  });

  it("is taken to be as it was answered on a platform without a read of one", async () => {
    const { deploy, requests, actions } = await open(async (asked, forward) => {
      const answer = await forward();
      if (asked.path !== "/api/v1/spec" || !("body" in answer) || !isObject(answer.body)) return answer;
      const { paths } = answer.body as { paths: Record<string, JsonObject> };
      for (const [path, item] of Object.entries(paths)) if (/\/reports\/\{\w+\}$/.test(path)) delete item.get;
      return answer;
    });
    expect(outcomes(await deploy())).toEqual(["r applied"]);
    expect(requests).toEqual(["PUT", "PUT", "PUT"]);
    expect(await actions()).toEqual([]);
  });

  it.each([
    [403, ["r applied"]],
    [500, ["r failed server-error"]],
  ])("where the read is answered with %i ends as %j", async (status, end) => {
    let reads = 0;
    const { deploy, meta } = await open(async (asked, forward) =>
      isRead(asked) && (status === 500 || ++reads === 1) ? { status, body: { error: "No" } } : forward(),
    );
    expect(outcomes(await deploy())).toEqual(end);
    expect(await meta()).toHaveProperty("kind", "table");
  });

  it("keeps its meta where the read leaves that out", async () => {
    const { deploy, meta, actions } = await open(async (asked, forward) => {
      const answer = await forward();
      return isRead(asked) ? alterItems(answer, ({ meta: _, ...item }) => item) : answer;
    });
    await deploy();
    expect(await meta()).toHaveProperty("kind", "table");
    expect((await actions()).filter((line) => !line.startsWith("stamp"))).toEqual([]);
  });
});

describe("Ctrl-C while a report is read", () => {
  it("keeps it from being written, backed up or told as begun", async () => {
    const stop = new AbortController();
    let isOn = false;
    const { deploy, plan, apply, requests, backups, write } = await open((asked, forward) => {
      if (isOn && isRead(asked)) stop.abort();
      return forward();
    });
    await deploy();
    write("dashboards/all.yaml", stringify({ reports: { r: { ...REPORT, name: "Two" } } }));
    const made = await plan();
    requests.length = 0;
    isOn = true;
    const outcome = await apply(made, { stop: stop.signal });
    expect(outcomes(outcome)).toEqual(["r skipped interrupted"]);
    expect(requests).toEqual(["GET"]);
    expect(existsSync(backups)).toBe(false);
  });
});

describe("a report that has another publicId when it is read again", () => {
  it("is stale, and no second one is made under the one of the plan", async () => {
    let isOn = false;
    const { deploy, plan, apply, requests, write } = await open(async (asked, forward) => {
      const answer = await forward();
      return isOn && isRead(asked)
        ? alterItems(answer, (one) => ({ ...one, publicId: "zzzzzzzzzzzz" }))
        : answer;
    });
    await deploy();
    write("dashboards/all.yaml", stringify({ reports: { r: { ...REPORT, name: "Two" } } }));
    const made = await plan();
    requests.length = 0;
    isOn = true;
    expect(outcomes(await apply(made))).toEqual(["r stale stale"]);
    expect(requests).toEqual(["GET"]);
  });
});

describe("a write of a report whose answer leaves the stamp out", () => {
  it.each([
    ["with all meta", undefined],
    ["alone", {}],
  ])("%s is read back once, which also shows that the stamp is kept", async (_, left) => {
    const { deploy, requests, actions, write } = await open(async (asked, forward) => {
      const answer = await forward();
      const hide = ({ meta: _meta, ...item }: JsonObject) => (left ? { ...item, meta: left } : item);
      return isWrite(asked) ? alterItems(answer, hide) : answer;
    }, {});
    expect(outcomes(await deploy())).toEqual(["r applied"]);
    const next = stringify({ reports: { r: { ...REPORT, name: "Two" } } });
    write("dashboards/all.yaml", next);
    requests.length = 0;
    expect(outcomes(await deploy())).toEqual(["r applied"]);
    // The first is the look at what is about to be overwritten.
    expect(requests).toEqual(["GET", "PUT", "GET"]);
    expect(await actions()).toEqual([]);
  });

  it("and which is gone when it is read back is stale", async () => {
    const { deploy } = await open(async (asked, forward) => {
      if (isRead(asked)) return { status: 404, body: { error: "Not found" } };
      const answer = await forward();
      return isWrite(asked) ? alterItems(answer, ({ meta: _, ...item }) => item) : answer;
    }, {});
    expect(outcomes(await deploy())).toEqual(["r stale stale"]);
  });
});
