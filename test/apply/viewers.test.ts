// What viewers are given: what they wrote themselves stays, what a platform makes of it is told once, and what is not ours any more is
// left alone.
import { describe, expect, it } from "vitest";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type WorldOptions } from "../support/world.ts";

const wanted = (title: string) => ({ a: { name: "A", publish: true, dashboard: board(title) } });
const isPublish = ({ method, path }: Asked) => method === "POST" && path.endsWith("/publish");

/** A platform on which `publishing` stands before each publication. */
async function open(publishing: Hook, more: Partial<WorldOptions> = {}) {
  const after: string[] = [];
  let isDone = false;
  const proxy: Hook = async (asked, forward) => {
    if (isDone) after.push(`${asked.method} ${asked.path.split("/").at(-1)}`);
    if (!isPublish(asked)) return forward();
    isDone = true;
    return publishing(asked, forward);
  };
  const world = await openWorld({ workbooks: wanted("A"), proxy, ...more });
  /** `after`: requests after the first publication. */
  return { ...world, after };
}
const asIs: Hook = (_, forward) => forward();

describe("a publication", () => {
  it("of what a rollback restores keeps what viewers wrote at ignored paths of the one before", async () => {
    const settings = 'ignore: ["dashboard.settings.viewedBy"]\n';
    const { deploy, plan, apply, sandbox, platform } = await open(asIs, { settings });
    await deploy();
    const config = board("A", { settings: { viewedBy: "ada" } });
    await platform.publishWorkbook(1, sandbox.workbook("a")?.id ?? 0, { config });
    const made = await plan(wanted("B"));
    const changes = made.changes.map((change) => ({ ...change, publishConfig: board("Old") }));
    expect(outcomes(await apply({ ...made, changes }))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")).toMatchObject({
      dashboardDraft: { title: "B" },
      dashboardPublished: { title: "Old", settings: { viewedBy: "ada" } },
    });
  });

  it("whose texts come back without the white space around them is told, once, and is no failure", async () => {
    const trim: Hook = ({ body }, forward) => {
      return forward({ ...body, config: { ...(body?.config as object), title: "Ours" } });
    };
    const { deploy, actions } = await open(trim);
    const [first] = (await deploy(wanted(" Ours "))).results;
    expect(first).toMatchObject({ status: "applied" });
    expect(first?.notes).toEqual([
      "a: the platform trimmed in what it published: dashboard.title. No later plan lists that",
    ]);
    expect(await actions(wanted(" Ours "))).toEqual([]);
  });

  it("that waits for a review is not looked at", async () => {
    const refuse: Hook = async () => ({ status: 400, body: { error: "This dashboard requires review" } });
    const { deploy, after } = await open(refuse);
    expect(outcomes(await deploy())).toEqual(["a awaiting-review"]);
    expect(after).toEqual([]);
  });
});

it("what another run published before it ended is gone on with, though its stamp knows not what the platform filled in", async () => {
  let isEnding = false;
  let isOver = false;
  const proxy: Hook = async (asked, forward) => {
    if (isOver) return { status: 403, body: { error: "Killed" } };
    const answer = await forward();
    isOver = isEnding && isPublish(asked);
    return answer;
  };
  const sandbox = { quirks: "fills-publications" };
  const { deploy, plan, apply, actions, cwd } = await openWorld({ workbooks: wanted("A"), proxy, sandbox });
  await deploy();
  const made = await plan(wanted("B"));
  isEnding = true;
  await apply(made, { backups: `${cwd}/backups/other` });
  [isEnding, isOver] = [false, false];
  expect(outcomes(await apply(made))).toEqual(["a applied"]);
  expect(await actions(wanted("B"))).toEqual([]);
});

describe("a first publication whose draft was edited meanwhile", () => {
  it("does not happen, and it says that viewers see nothing", async () => {
    let edits = 0;
    const proxy: Hook = async (asked, forward) => {
      const answer = await forward();
      if (asked.method === "PUT" && ++edits === 2)
        world.sandbox.edit("a", ({ dashboardDraft }) =>
          Object.assign(dashboardDraft ?? {}, { title: "Theirs" }),
        );
      return answer;
    };
    const sandbox = { quirks: "fills-defaults" };
    const world = await openWorld({ workbooks: wanted("A"), proxy, sandbox });
    const [result] = (await world.deploy()).results;
    expect(result).toMatchObject({ status: "failed", error: { code: "edited-meanwhile" } });
    expect(result?.error?.details).toContain("Viewers see nothing of it yet.");
    expect(world.sandbox.workbook("a")?.dashboardPublished).toBeNull();
  });
});
