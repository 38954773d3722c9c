// A slug that changes hands between the read and the write of an update: the upsert writes over somebody's workbook. It is told as theirs.

import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { type ResultError, readStamp } from "../../src/model/index.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { alterItems, type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { board, PROJECT } from "../support/world.ts";

type Way = "has the slug, too" | "ours was renamed" | "ours was deleted";
const WAYS: Way[] = ["has the slug, too", "ours was renamed", "ours was deleted"];

interface Options {
  /** Leaves this out of Anna's workbook in each answer. */
  hides?: readonly string[];
  /** Whether she made hers after the plan. */
  isNew?: boolean;
}

/** Anna's workbook gets the slug of ours right before the update of ours is written. */
async function open(way: Way, { hides = [], isNew = false }: Options = {}) {
  let act: (() => Promise<void>) | undefined;
  const proxy: Hook = async (asked, forward) => {
    if (asked.method === "PUT") await act?.();
    const answer = await forward();
    return alterItems(answer, (item) =>
      Object.fromEntries(Object.entries(item).filter(([key]) => !hides.includes(key))),
    );
  };
  let ahead = 0;
  const sandbox = await createSandbox({
    quirks: ["duplicate-slugs"],
    clock: () => new Date(Date.now() + ahead),
  });
  onTestFinished(() => sandbox.close());
  const url = await openProxy(sandbox.url, proxy);
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT,
    "dashboards/all.yaml": stringify({ workbooks: files("Old") }),
  });
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const anna = async (isPublished: boolean) => {
    const meta = { team: "sales", dashboardDraft: board("Hers") };
    const { id } = await send(sandbox, "PUT", "by-slug/anna", { name: "Anna", meta });
    if (isPublished) await send(sandbox, "POST", `${id}/publish`, { workbookId: id });
  };
  if (!isNew) await anna(true);
  ahead = 60_000;
  expect((await run("apply", "--yes")).code).toBe(0);
  const ours = sandbox.workbook("w0")?.id;
  const next = tempFolder({
    "boardwright.yaml": PROJECT,
    "dashboards/all.yaml": stringify({ workbooks: files("New") }),
  });
  act = async () => {
    act = undefined;
    if (isNew) await anna(false);
    ahead = 120_000;
    if (way === "ours was renamed") sandbox.edit("w0", called("w0-old"));
    if (way === "ours was deleted") await send(sandbox, "DELETE", String(ours));
    sandbox.edit("anna", called("w0"));
  };
  const ran = await boardwright(["apply", "--yes", "--json"], { cwd: next, env });
  const document = JSON.parse(ran.stdout) as {
    summary: { failed: number };
    results: { error: ResultError }[];
    run: string;
  };
  const { error } = document.results[0] as { error: ResultError };
  const said = [error.message, ...(error.details ?? [])].join("\n");
  const rollback = (...args: string[]) => boardwright(["rollback", ...args], { cwd: next, env });
  return { code: ran.code, error, said, sandbox, ours, run: document.run, rollback };
}

/** What is told of ours: where it is, and what its owner may do to go on. */
const OURS: Record<Way, [where: string, first: string]> = {
  "has the slug, too": ["still has the slug as well", "give OURS a slug of its own again, or "],
  "ours was renamed": ["has the slug w0-old", "give OURS a slug of its own again, or "],
  "ours was deleted": ["is gone", ""],
};

const called = (slug: string) => (workbook: { slug?: string | null }) => {
  workbook.slug = slug;
};

const files = (title: string) => ({ w0: { name: "W0", publish: true, dashboard: board(title) } });

async function send({ url, apiKey }: Sandbox, method: string, path: string, body: object = {}) {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/api/v1/deployments/1/workbooks/${path}`, {
    method,
    headers,
    ...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { id: number };
}

describe.each(WAYS)("somebody's workbook that has the slug right before an update (%s)", (way) => {
  it("is told as theirs, with what is left of it, and carries no stamp of ours", async () => {
    const { code, error, said, sandbox, ours } = await open(way);
    expect([code, error.code]).toEqual([1, "taken-meanwhile"]);
    const hers = theirs(sandbox);
    expect(error.message).toBe(
      "w0 is another workbook on the platform since the moment before it was written",
    );
    const [where, first] = OURS[way];
    expect(error.details?.slice(-2)).toEqual([
      `The workbook ${ours}, which was to be written, ${where}.`,
      `Look at ${hers.id} on the platform, and tell its owner. To go on, ${first.replace("OURS", String(ours))}take another slug in the file.`,
    ]);
    expect(said).toContain(`The workbook ${hers.id}`);
    expect(said).toContain("this run wrote over its draft, and then left it alone");
    expect(said).toContain("Viewers still see what it had published.");
    expect(said).toContain("Its meta still holds team.");
    expect(said).not.toMatch(/Delete \d|--allow|exists again|made a second/);
    expect(readStamp(hers.meta)).toBeUndefined();
    expect(hers.dashboardPublished).toMatchObject({ title: "Hers" });
    expect(hers.name).toBe("Anna");
  });

  it("is known by the list that the plan was made from, if nothing else shows", async () => {
    const hides = ["createdAt", "updatedAt", "dashboardPublished", "publishedDashboard", "user"];
    const { error, said, sandbox } = await open(way, { hides });
    expect(error.code).toBe("taken-meanwhile");
    expect(said).toContain(`The workbook ${theirs(sandbox).id} has the slug: this run wrote over`);
  });

  it("is not written over by a rollback of that run", async () => {
    const { rollback, run, sandbox } = await open(way);
    const before = JSON.stringify(theirs(sandbox));
    const undone =
      run === undefined ? undefined : await rollback(run, "--yes", "--allow", "adopt,drift,conflict");
    expect(undone?.stdout ?? "").not.toContain("Applied 1");
    // What that run wrote over cannot be put back, and is counted.
    if (undone?.stdout.includes("taken-since")) expect(undone.stdout).toContain("1 failed.");
    expect(JSON.stringify(theirs(sandbox))).toBe(before);
  });
});

it("that has the slug besides ours is known by that, if it was made since the plan", async () => {
  const hides = ["createdAt", "updatedAt", "dashboardPublished", "publishedDashboard", "user"];
  const { error, said, sandbox } = await open("has the slug, too", { isNew: true, hides });
  expect(error.code).toBe("taken-meanwhile");
  expect(said).toContain(`The workbook ${theirs(sandbox).id} has the slug: this run wrote over`);
});

it("one that was made since the plan shows by what it holds", async () => {
  const { error, said } = await open("ours was renamed", { isNew: true });
  expect(error.code).toBe("taken-meanwhile");
  expect(said).toContain("Its meta still holds team.");
});

function theirs(sandbox: Sandbox) {
  const hers = [sandbox.workbook("w0")].find((workbook) => workbook?.meta?.team === "sales");
  if (!hers) throw new Error("hers has the slug by now");
  return hers;
}
