// A published dashboard that draws one report, with what its viewers see of both.
import { expect } from "vitest";
import { type Hook, openProxy } from "../support/proxy.ts";
import { openPlace, type Place } from "./rollback-place.ts";

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

export interface Shown extends Place {
  hook(hook: Hook): void;
  /** The title that viewers see, and what the report that they see asks for. */
  seen(): [string | undefined, string | undefined];
}

/** Published as `files("Old", "orders.count")`. */
export async function openShown(): Promise<Shown> {
  const place = await openPlace(files("Old", "orders.count"));
  const through: Hook = (_, forward) => forward();
  let hook = through;
  place.env.PLATFORM_API_URL = await openProxy(place.sandbox.url, (asked, forward) => hook(asked, forward));
  const asks = new Map<number, string>();
  const note = async () => {
    const answer = await fetch(`${place.sandbox.url}/api/v1/deployments/1/reports`, {
      headers: { authorization: `Bearer ${place.sandbox.apiKey}` },
    });
    const { items } = (await answer.json()) as { items: { version: number; jsonQuery: string }[] };
    for (const { version, jsonQuery } of items) asks.set(version, jsonQuery);
  };
  const noting =
    <T extends unknown[], R>(run: (...args: T) => Promise<R>) =>
    async (...args: T) => {
      const ran = await run(...args);
      await note();
      return ran;
    };
  const apply = noting(place.apply);
  expect((await apply()).code).toBe(0);
  return {
    ...place,
    apply,
    rollback: noting(place.rollback),
    hook: (next) => {
      hook = next;
    },
    seen() {
      const { dashboardPublished, publishedDashboard } = place.sandbox.workbook("one") ?? {};
      const [snapshot] = (publishedDashboard?.reportSnapshots ?? []) as { versionNumber: number }[];
      const query = asks.get(snapshot?.versionNumber ?? 0);
      return [dashboardPublished?.title as string | undefined, query];
    },
  };
}

/** Lets nothing be published. */
export const refusing: Hook = async ({ method, path }, forward) =>
  method === "POST" && path.endsWith("/publish")
    ? { status: 403, body: { message: "not today" } }
    : forward();
