// Real dashboards, edited in the UI, taken into files in which each line has a comment: what a file says is read without any code of
// Boardwright, and no line changes but those of what was edited.
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import type { BoardEdit, TakeAnswer, TakePreview } from "../../src/serve/studio/protocol.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { runBuilt } from "../support/process.ts";
import { commentedFile, FORMS, linesOf, saidAfter, sayingOf, taggedLines } from "./commented.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";

type Draft = { widgets: (JsonObject & { id: string })[] };
/** Of a project, and how many of them somebody edits. */
const [BOARDS, EDITED] = [10, 3];

describe.skipIf(!hasCorpus)("real dashboards that were edited in the UI", () => {
  it.each(FORMS.map((form, at) => [form, at] as const))(
    "are taken into files of the form %s",
    async (form, at) => {
      const all = readCorpus().workbooks as unknown as JsonObject[];
      const workbooks = all.slice(at * BOARDS, (at + 1) * BOARDS);
      const sandbox = await createSandbox({});
      onTestFinished(() => sandbox.close());
      const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
      const texts = new Map(workbooks.map((one) => [String(one.slug), commentedFile(one, form)]));
      const fileOf = (slug: string) => `dashboards/${slug}.yaml`;
      const files = Object.fromEntries([...texts].map(([slug, text]) => [fileOf(slug), text]));
      const env = { PLATFORM_API_KEY: sandbox.apiKey };
      const server = await startStudio({ "boardwright.yaml": `${PROJECT}${target}`, ...files }, { env });
      const run = (args: string[]) => runBuilt(args, { cwd: server.folder, env });
      expect(await run(["apply", "--yes"])).toMatchObject({ code: 0 });

      const edited = workbooks.filter((one) => widgetsOf(one) > 2).slice(0, EDITED);
      const edits = new Map<string, BoardEdit[]>();
      for (const one of edited) {
        const slug = String(one.slug);
        const { widgets } = one.dashboardDraft as unknown as Draft;
        const [first, second, third] = widgets.map(({ id }) => id) as [string, string, string];
        edits.set(slug, [
          { kind: "place", widget: first, breakpoint: "default", box: { x: 1, y: 90, w: 3, h: 2 } },
          { kind: "title", widget: second, title: "By hand: # 1" },
          { kind: "delete", widget: third },
        ]);
        sandbox.edit(slug, ({ dashboardDraft }) => {
          const draft = dashboardDraft as unknown as Draft;
          draft.widgets = saidAfter(draft as never, edits.get(slug)!).widgets as never;
        });
      }
      await server.post("/api/live", {});
      await until(
        server.project,
        ({ live, dashboards }) =>
          live.status === "read" && dashboards.filter(({ state }) => state === "drift").length === EDITED,
      );
      const take = async (slug: string, more: object) => {
        const { version } = await server.board(slug);
        return server.post<TakeAnswer>("/api/take", { slug, version, ...more });
      };
      for (const [index, [slug, own]] of [...edits].entries()) {
        const before = texts.get(slug)!;
        // Half of them widget by widget, in any order, the others at once.
        const parts: object[] = index % 2 === 1 ? [{}] : [...own].reverse().map(({ widget }) => ({ widget }));
        for (const part of parts) {
          const preview = (await take(slug, { ...part, preview: true })) as TakePreview;
          expect(await take(slug, { ...part, shown: preview.shown })).toMatchObject({ status: "saved" });
        }
        const after = server.text(fileOf(slug));
        expect(sayingOf(after)).toEqual(saidAfter(sayingOf(before), own));
        const free = new Set(own.flatMap((edit) => [...linesOf(before, edit)]));
        const kept = before.split("\n").filter((_line, line) => !free.has(line));
        const now = taggedLines(after.split("\n"));
        for (const [tag, line] of taggedLines(kept)) expect(now.get(tag)).toBe(line);
        for (const _part of parts) await server.post("/api/undo", { slug });
        expect(server.text(fileOf(slug))).toBe(before);
        for (const _part of parts) await server.post("/api/redo", { slug });
        expect(server.text(fileOf(slug))).toBe(after);
      }
      expect((await server.project()).dashboards.filter(({ state }) => state !== "same")).toEqual([]);
      expect((await run(["plan"])).stdout).toContain(`${EDITED} to stamp`);
    },
  );
});

const widgetsOf = ({ dashboardDraft }: JsonObject) => (dashboardDraft as unknown as Draft).widgets.length;
