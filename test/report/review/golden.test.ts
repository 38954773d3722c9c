// A whole review, as it was read by a person: review.golden.md. BOARDWRIGHT_UPDATE=1 writes it anew: read the difference as a reviewer would.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { renderComment } from "../../../src/report/index.ts";
import { changed, makeChange, makePlan, sketchPlan } from "../plan-samples.ts";

const GOLDEN = fileURLToPath(new URL("review.golden.md", import.meta.url));

it("says what it said", () => {
  const { changes } = sketchPlan();
  const report = makeChange("revenue-by-month", {
    kind: "report",
    title: "Revenue by month",
    visible: true,
    drawnBy: [
      {
        key: "revenue-overview",
        title: "Revenue overview",
        id: 7,
        source: { file: "dashboards/revenue.yaml", line: 3 },
      },
    ],
    fields: [
      changed("query.dimensions", ["orders.country"], ["orders.country", "orders.city"]),
      changed(
        "query.filters",
        [{ member: "orders.date", operator: "afterDate", values: ["2022-03-31"] }],
        [{ member: "orders.date", operator: "afterDate", values: ["2026-09-30"] }],
      ),
      changed("query.limit", 500, 20),
    ],
  });
  const left = makeChange("transactions", { action: "orphaned", title: "Transactions" });
  const comment = renderComment(
    {
      command: "plan",
      target: "production",
      commit: "0123456789abcdef0123456789abcdef01234567",
      plan: makePlan([...changes, report, left]),
      links: {
        live: (id, slug) => `https://acme.example.com/d/${id}/${slug}`,
        file: (file, line) => `https://github.com/acme/d/blob/0123456/${file}#L${line}`,
      },
    },
    { fullReport: "https://github.com/acme/d/actions/runs/77" },
  );
  // What is packed into the hidden line differs from one zlib to the next.
  const text = comment.replace(/^<!--.*-->\n+/, "");
  if (process.env.BOARDWRIGHT_UPDATE) writeFileSync(GOLDEN, text);
  expect(text).toBe(readFileSync(GOLDEN, "utf8"));
});
