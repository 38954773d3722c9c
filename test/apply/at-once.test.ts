// Two applies of one project at the same moment, one of which is in the middle of a workbook: the other one goes on with that, and waits for what
// looks like an edit until it is known whose it is.
import { describe, expect, it } from "vitest";
import { isObject, type Plan } from "../../src/model/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type World } from "../support/world.ts";
import { gate } from "./gate.ts";

const FILES = { a: { publish: true, dashboard: board("A") } };
const isPut = ({ method, path }: Asked) => method === "PUT" && path.includes("/workbooks/by-");
const isPost = ({ method }: Asked) => method === "POST";
const stampOf = ({ body }: Asked) => {
  const meta = isObject(body?.meta) ? body.meta : {};
  return isObject(meta.boardwright) ? meta.boardwright : {};
};
/** The stamp that knows what a publication made. */
const isLearned = (asked: Asked) => isPut(asked) && stampOf(asked).shown !== undefined;
const isDraft = ({ body }: Asked) => isObject(body?.meta) && isObject(body.meta.dashboardDraft);

/** Holds the first request that `is` names until `act` is over, or, if the workbook is read `reads` times meanwhile, until then. */
function holding(
  is: (asked: Asked) => boolean,
  act: () => Promise<unknown>,
  reads = Number.POSITIVE_INFINITY,
) {
  let isHeld = false;
  let count = 0;
  let release = (): void => {};
  const hook: Hook = async (asked, forward) => {
    if (isHeld && asked.method === "GET" && /\/workbooks\/\d+$/.test(asked.path) && ++count === reads) {
      release();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (isHeld || !is(asked)) return forward();
    isHeld = true;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const acted = act();
    acted.catch(() => {});
    await Promise.race([acted, released]);
    return forward();
  };
  return hook;
}

describe.each(["fills-publications"])(
  "another run of the project that has just published, on a platform that %s",
  (quirks) => {
    it.each(["before the other run began", "while the other run was about to publish"])(
      "is waited for until it knows what was filled in, by a run that planned %s",
      async (moment) => {
        const isEarly = moment.startsWith("before");
        let world: World;
        let [planned, second]: [Plan | undefined, Promise<unknown> | undefined] = [undefined, undefined];
        const learning = holding(
          isLearned,
          async () => {
            second = world.apply(planned as Plan).then(outcomes);
            await second;
          },
          isEarly ? 1 : 2,
        );
        const proxy: Hook = async (asked, forward) => {
          if (isPost(asked)) planned ??= await world.plan();
          return learning(asked, forward);
        };
        world = await openWorld({ workbooks: FILES, sandbox: { quirks }, proxy });
        const first = await world.plan();
        if (isEarly) planned = await world.plan();
        expect(outcomes(await world.apply(first))).toEqual(["a applied"]);
        expect(await second).toEqual(["a applied"]);
        expect(await world.actions()).toEqual([]);
        expect(world.sandbox.workbook("a")?.publishedDashboard?.versionNumber).toBe(1);
      },
    );

    it("has its publication learned again by a run that wrote over its stamp", async () => {
      let world: World;
      let first: Promise<string[]> | undefined;
      const [published, opened, learned] = [gate(), gate(), gate()];
      const proxy: Hook = async (asked, forward) => {
        if (isPut(asked) && isDraft(asked) && !first) {
          // This run has looked, and sends its draft only now that the other one is about to publish.
          first = world.apply(planned).then(outcomes);
          await published.passed;
          const answer = await forward();
          opened.pass();
          return answer;
        }
        if (isPost(asked)) {
          published.pass();
          await opened.passed;
        }
        if (isPut(asked) && !isDraft(asked) && !isLearned(asked) && published.isOpen()) await learned.passed;
        const answer = await forward();
        if (isLearned(asked)) learned.pass();
        return answer;
      };
      world = await openWorld({ workbooks: FILES, sandbox: { quirks }, proxy });
      const [planned, late] = [await world.plan(), await world.plan()];
      expect(outcomes(await world.apply(late))).toEqual(["a applied"]);
      expect(await first).toEqual(["a applied"]);
      expect(await world.actions()).toEqual([]);
    });
  },
);

describe("another run of the project", () => {
  it("that ended in the middle of a workbook since the plan is gone on with", async () => {
    let isCut = false;
    const proxy: Hook = async (asked, forward) => {
      if (!isCut || asked.method === "GET") return forward();
      return isPut(asked) && isDraft(asked) ? forward() : "drop";
    };
    const { plan, apply, deploy, actions } = await openWorld({ workbooks: FILES, proxy });
    await deploy();
    const files = { a: { publish: true, dashboard: board("B") } };
    const [first, second] = [await plan(files), await plan(files)];
    isCut = true;
    expect((await apply(first)).summary.failed).toBe(1);
    isCut = false;
    expect(outcomes(await apply(second))).toEqual(["a applied"]);
    expect(await actions(files)).toEqual([]);
  });

  it("that applied another commit since the plan is not written over, and not taken for somebody else", async () => {
    const { plan, apply, sandbox } = await openWorld({ workbooks: FILES });
    const planned = await plan();
    await apply(await plan({ a: { dashboard: board("Other") } }));
    const { results } = await apply(planned);
    expect(results.map(({ status, error }) => [status, error?.message])).toEqual([
      [
        "stale",
        expect.stringMatching(
          /^a is live already, as \d+, .* and was applied from other files of this project; /,
        ),
      ],
    ]);
    expect(sandbox.workbook("a")?.dashboardDraft?.title).toBe("Other");
  });
});
