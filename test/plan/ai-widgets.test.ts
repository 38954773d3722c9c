// The runtime fields of AI widgets in a draft that is sent: those that are live, whatever the files say, and nothing else of them.
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { sentDraft } from "./support.ts";

const ai = (config?: Json): JsonObject => ({ id: "ai", type: "AI", ...(config !== undefined && { config }) });

it.each<[string, JsonObject, JsonObject[], JsonObject]>([
  ["an empty config stays where there is nothing to exchange", ai({}), [ai({})], ai({})],
  [
    "what is the same stays",
    ai({ threadId: "t", checksum: "c" }),
    [ai({ threadId: "t", checksum: "c" })],
    ai({ threadId: "t", checksum: "c" }),
  ],
  [
    "one of the two is enough to exchange both",
    ai({ p: 1, threadId: "t", checksum: "c" }),
    [ai({ threadId: "t", checksum: "d" })],
    ai({ p: 1, threadId: "t", checksum: "d" }),
  ],
  [
    "a null is none",
    ai({ p: 1, checksum: "c" }),
    [ai({ threadId: "t", checksum: null })],
    ai({ p: 1, threadId: "t" }),
  ],
  ["no config is left of one that held nothing else", ai({ threadId: "old" }), [ai()], ai()],
  ["a config comes where there was none", ai(), [ai({ threadId: "t" })], ai({ threadId: "t" })],
  [
    "a config comes in the place of something else",
    ai("text"),
    [ai({ threadId: "t" })],
    ai({ threadId: "t" }),
  ],
  ["something else is none", ai({ p: 1, threadId: "old" }), [ai("text")], ai({ p: 1 })],
  [
    "a widget that is not live has none",
    ai({ p: 1, threadId: "old" }),
    [{ ...ai({ threadId: "t" }), id: "other" }],
    ai({ p: 1 }),
  ],
  [
    "a widget of another type has none",
    ai({ p: 1, threadId: "old" }),
    [{ ...ai({ threadId: "t" }), type: "TEXT" }],
    ai({ p: 1 }),
  ],
])("%s", (_, files, live, sent) => {
  const chart = { id: "c", type: "CHART", config: { threadId: "own" } };
  expect(sentDraft({ widgets: [chart, files] }, { widgets: live }, [])).toStrictEqual({
    widgets: [chart, sent],
  });
});

it("go out as nothing where no dashboard is live", () => {
  expect(sentDraft({ widgets: [ai({ p: 1, threadId: "old" })] }, undefined, [])).toStrictEqual({
    widgets: [ai({ p: 1 })],
  });
  expect(sentDraft({ widgets: [ai({ p: 1, threadId: "old" })] }, { widgets: {} }, [])).toStrictEqual({
    widgets: [ai({ p: 1 })],
  });
});
