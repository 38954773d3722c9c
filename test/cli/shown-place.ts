// A published dashboard that draws one report, with what its viewers see of both.
import { alterItems, type Hook } from "../support/proxy.ts";
import { openWorld, type World } from "../support/world.ts";

/** `publish`: whether viewers are to be given it. */
export const files = (title: string, measure: string, publish = true) => ({
  workbooks: {
    one: {
      publish,
      dashboard: {
        title,
        widgets: [
          { id: "c", type: "CHART", position: [0, 0, 4, 4], config: { reportId: { $report: "revenue" } } },
        ],
      },
    },
  },
  reports: { revenue: { name: "Revenue", workbook: "one", query: { measures: [measure] } } },
});

export interface Shown extends World {
  hook(hook: Hook): void;
  /** The title that viewers see, and what the report that they see asks for. */
  seen(): [string | undefined, string | undefined];
}

/** Published as `files("Old", "orders.count")`. */
export async function openShown(): Promise<Shown> {
  let hook: Hook = (_, forward) => forward();
  const asks = new Map<unknown, string>();
  const proxy: Hook = (asked, forward) =>
    hook(asked, async (body) => {
      const answer = await forward(body);
      alterItems(answer, (item) => {
        if (typeof item.jsonQuery === "string") asks.set(item.version, item.jsonQuery);
        return item;
      });
      return answer;
    });
  const world = await openWorld({ ...files("Old", "orders.count"), proxy, applied: true });
  return {
    ...world,
    hook: (next) => {
      hook = next;
    },
    seen() {
      const { dashboardPublished, publishedDashboard } = world.sandbox.workbook("one") ?? {};
      const [snapshot] = (publishedDashboard?.reportSnapshots ?? []) as { versionNumber: number }[];
      return [dashboardPublished?.title as string | undefined, asks.get(snapshot?.versionNumber)];
    },
  };
}

/** Lets nothing be published. */
export const refusing: Hook = async ({ method, path }, forward) =>
  method === "POST" && path.endsWith("/publish")
    ? { status: 403, body: { message: "not today" } }
    : forward();
