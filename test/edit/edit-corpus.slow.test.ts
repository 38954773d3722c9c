// Real dashboards: an edit in each of them stays an edit of a few lines.
import { describe, expect, it } from "vitest";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { edit } from "./editing.ts";

describe.skipIf(!hasCorpus)("the corpus", () => {
  it("takes an edit of every dashboard, line by line", async () => {
    const { workbooks } = readCorpus();
    const files = asFiles(workbooks);
    const changes: Parameters<typeof edit>[1] = {};
    for (const { slug } of workbooks) {
      changes[String(slug)] = (entry) => {
        const { widgets } = entry.dashboard;
        entry.name = `${entry.name} 2`;
        if (widgets.length === 0) return;
        widgets[0].position.h += 1;
        widgets[0].config = { ...widgets[0].config, pulled: { deep: ["one", 2] } };
        widgets.push({ ...structuredClone(widgets[0]), id: "copied" });
        if (widgets.length > 3) widgets.splice(1, 1);
      };
    }
    const { edits, after } = await edit(files, changes);
    expect(edits.failed).toEqual([]);
    expect(edits.files.size).toBe(workbooks.length);
    for (const [name, text] of Object.entries(files)) {
      const before = text.split("\n");
      const lines = new Set(after[name]!.split("\n"));
      expect(before.filter((line) => lines.has(line)).length / before.length, name).toBeGreaterThan(0.5);
    }
  });
});
