// boardwright test where the data API answers oddly: what such an answer says of the query, on the branch and in production.
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { describeApi, html, json, type Seen } from "../support/loopback.ts";
import { waitInFull } from "../support/waits.ts";
import { type DataApiOptions, ROW, serveData } from "./data-api.ts";
import { boards, readJson, reports, runTest, verdicts, writeProject } from "./place.ts";

waitInFull();

const FILES = {
  "dashboards/boards.yaml": boards({ sales: ["good", "odd"] }),
  "dashboards/reports.yaml": reports({ good: { measures: ["o.a"] }, odd: { measures: ["o.b"] } }),
};
const MODELS = { main: ["o.a", "o.b"], next: ["o.a", "o.b"] };
const WORDS = { error: "Internal: relation missing" };

type Odd = (response: ServerResponse) => void;

/** Answers the query `odd` by `answer` at one place, and everywhere else as usual. */
function oddly(place: 0 | 1, answer: Odd): DataApiOptions {
  const isOdd = ({ path, body }: Seen) => path === `/data/${place}/v1/load` && body.includes("o.b");
  return {
    models: MODELS,
    first(seen, response) {
      if (!isOdd(seen)) return false;
      answer(response);
      return true;
    },
  };
}

async function run(options: DataApiOptions, args: string[] = []) {
  const api = await serveData(options);
  const ran = await runTest(api, writeProject(FILES), ["--json", ...args]);
  const odd = readJson(ran).reports.find(({ report }) => report === "odd");
  return { ran, api, odd: odd! };
}

const status = (code: number, headers = {}): Odd => {
  return (response) => json(response, code, WORDS, headers);
};

describe("a query that the branch refuses", () => {
  const refused = (answer: Odd) =>
    run(
      {
        ...oddly(0, answer),
        load: ({ branch, query }) =>
          branch === "next" && JSON.stringify(query).includes("o.b")
            ? { status: 400, body: { error: "branch broken" } }
            : undefined,
      },
      ["--branch", "next"],
    );

  it.each<[string, Odd]>([
    ["too many requests", status(429, { "retry-after": "100000" })],
    ["a database that is down", status(500)],
    ["a wrong address", status(404)],
    ["no rows and no words", (response) => json(response, 200, {})],
    ["a web page", (response) => html(response)],
  ])("is not said to have failed before by %s in production", async (_, answer) => {
    const { ran, odd } = await refused(answer);
    expect([ran.code, ran.stderr, verdicts(ran)]).toEqual([1, "", ["good ok", "odd failed"]]);
    expect(odd.error?.message).toBe("branch broken");
    expect(odd.error?.help).toContain("Whether it failed before is not known");
  });

  it.each<[string, Odd]>([
    ["a 400", status(400)],
    ["a 422", status(422)],
    ["an error with status 200", (response) => json(response, 200, WORDS)],
  ])("failed before by %s with words in production", async (_, answer) => {
    const { ran, odd } = await refused(answer);
    expect([ran.code, odd.verdict, odd.error?.help]).toEqual([0, "failed-before", undefined]);
  });

  it("failed before if the database refuses it in both", async () => {
    const load = () => ({ status: 500, body: WORDS });
    const { ran } = await run({ models: MODELS, load }, ["--branch", "next"]);
    expect([ran.code, verdicts(ran)]).toEqual([0, ["good failed-before", "odd failed-before"]]);
  });
});

describe("an odd answer", () => {
  it.each<[string, object]>([
    ["and rows", { ...WORDS, data: [{ a: ROW }] }],
    ["and an empty list", { ...WORDS, data: [] }],
  ])("with status 200, an error %s is a failure", async (_, body) => {
    const { ran, odd } = await run(oddly(0, (response) => json(response, 200, body)));
    expect([ran.code, odd.verdict, odd.error?.message]).toEqual([1, "failed", WORDS.error]);
  });

  it.each<[string, object, string]>([
    ["compact rows", { data: { members: ["o.b"], dataset: [[ROW]] } }, "ok"],
    ["no compact rows", { data: { members: ["o.b"], dataset: [] } }, "empty"],
    ["results", { results: [{ data: [] }, { data: [{ "o.b": ROW }] }] }, "ok"],
    ["compact results", { results: [{ data: { members: ["o.b"], dataset: [[ROW]] } }] }, "ok"],
    ["results without rows", { results: [{ data: [] }, { data: [] }] }, "empty"],
    ["results of another shape", { results: [{ rows: [ROW] }] }, "failed"],
  ])("with %s is read for the existence of a row", async (_, body, verdict) => {
    const { odd } = await run(oddly(0, (response) => json(response, 200, body)));
    expect(odd.verdict).toBe(verdict);
  });

  it("that is a web page fails this query alone", async () => {
    const { ran, odd } = await run(oddly(0, (response) => html(response)));
    expect([ran.code, ran.stderr, verdicts(ran)]).toEqual([1, "", ["good ok", "odd failed"]]);
    expect(odd.error?.message).toBe("the platform answered with a web page, not with rows");
  });

  it("without an end fails this query alone", { timeout: 60_000 }, async () => {
    const endless: Odd = (response) => {
      const piece = Buffer.alloc(4 << 20, 32);
      const go = (): void => {
        while (!response.destroyed) if (!response.write(piece)) return void response.once("drain", go);
      };
      response.writeHead(200, { "content-type": "application/json" });
      go();
    };
    const { ran, odd } = await run(oddly(0, endless));
    expect([ran.code, verdicts(ran)]).toEqual([1, ["good ok", "odd failed"]]);
    expect([odd.error?.code, odd.error?.message]).toEqual([
      "answer-too-long",
      expect.stringContaining("256 MiB"),
    ]);
  });

  it("that asks to wait for a day is no fault of the query", async () => {
    const { odd } = await run(oddly(0, status(429, { "retry-after": "100000" })));
    expect([odd.verdict, odd.error?.code]).toEqual(["failed", "rate-limited"]);
    expect(odd.error?.help).toBe(
      "The platform asks to wait 100000 s before the next request. That is no fault of the query: run this again then.",
    );
  });

  it("that breaks off each time counts with all the tries", { timeout: 90_000 }, async () => {
    const { api, odd } = await run(oddly(0, (response) => response.destroy()));
    const tries = api.seen.filter(({ path, body }) => path.endsWith("/load") && body.includes("o.b"));
    expect(tries.length).toBe(10);
    expect([odd.verdict, odd.error?.code]).toEqual(["failed", "connection-broken"]);
    // Nine pauses of 100 ms to 5 s, each times a random number: far more than the last request alone takes.
    expect(odd.ms).toBeGreaterThan(1000);
    expect(odd.error?.help).toContain("no fault of the query");
  });
});

it("names what a file knows by number as not asked, where the deployment does not describe a report", async () => {
  const api = await serveData({
    models: MODELS,
    first({ path }, response) {
      if (path !== "/api/v1/spec") return false;
      const tokens = "/api/v1/deployments/{d}/environments/{e}/tokens";
      json(response, 200, describeApi({ [tokens]: { post: [] } }));
      return true;
    },
  });
  const files = { ...FILES, "dashboards/boards.yaml": boards({ sales: ["good", 41] }) };
  const cwd = writeProject(files);
  const ran = await runTest(api, cwd, ["--json"]);
  expect([ran.code, verdicts(ran), readJson(ran).skipped]).toMatchObject([
    0,
    ["good ok"],
    [{ report: "41", why: "unreadable" }],
  ]);
  const words = "this deployment does not describe how a report is read";
  for (const format of ["pretty", "junit", "markdown", "github"])
    expect((await runTest(api, cwd, ["--format", format])).stdout).toContain(words);
});
