// Somebody published in the UI what is not the draft: there is nothing to pull, and the ways out that are shown work.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { connect } from "../../src/platform/index.ts";
import { boardOf, openWorld } from "../support/world.ts";

it.each(["plan", "drift"])(
  "%s says how a publication made in the UI is discarded or kept",
  async (command) => {
    const { run, ok, sandbox } = await openWorld({
      workbooks: {
        stock: Object.assign(boardOf("Stock", "Items"), { publish: true }),
      },
      applied: true,
    });
    const platform = connect({ url: sandbox.url, token: sandbox.apiKey, scheme: "bearer" });
    const config = boardOf("Stock", "Theirs").dashboard as unknown as JsonObject;
    await platform.publishWorkbook(1, sandbox.workbook("stock")?.id ?? 0, { config });
    platform.close();
    const told = (await run(command)).stdout.replaceAll(/\s+/g, " ");
    expect(told).toContain("published outside Git");
    expect(told).not.toContain("keep the edit");
    expect(told).toContain(
      "keep what is published: restore it as the draft in the UI, then `boardwright pull stock`",
    );
    expect(told).toContain("publish what Git says: `boardwright apply --allow drift`");

    sandbox.edit("stock", (workbook) => {
      workbook.dashboardDraft = structuredClone(config);
    });
    expect((await run("pull", "stock")).stdout).toContain("Pulled the edits of 1 workbook");
    await ok("apply", "--yes");
  },
);
