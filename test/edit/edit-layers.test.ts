// Values beside an `$include` and in what that names: both give them together, and each is edited where it is written.
import { expect, it } from "vitest";
import { boardOf, edit, swap, WIDGET_ONE, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const A = "dashboards/a.yaml";
const C = "shared/c.yaml";

async function expectConfig(
  [own, included]: [string, string],
  change: (config: E) => unknown,
  [ownAfter, includedAfter]: [string, string],
): Promise<void> {
  const config = (lines: string) =>
    boardOf(`${WIDGET_ONE}          config:
            $include: ../shared/c.yaml
${lines.replace(/^(?=.)/gm, "            ")}
`);
  const { edits, after } = await edit(
    { [A]: config(own), [C]: included },
    { a: (e: E) => void change(widget(e, "one").config) },
  );
  expect(edits.failed).toEqual([]);
  expect(after).toEqual({ [A]: config(ownAfter), [C]: includedAfter });
}

it("a list beside the include wins, so its items are edited", () => {
  const own = "list:\n  - 1 # one\n  - 2 # two";
  const included = "list: [3]\n";
  return expectConfig([own, included], ({ list }) => list.push(4), [`${own}\n  - 4`, included]);
});

it("a key of a map that both have goes beside the include", () => {
  const included = "k: { y: 2 }\n";
  const change = ({ k }: E) => {
    k.z = 3;
  };
  return expectConfig(["k: { x: 1 }", included], change, ["k: { x: 1, z: 3 }", included]);
});

it("a key of a map that only the included file has goes there", () => {
  const included = "# Ours.\nk: { y: 2 }\n";
  const change = ({ k }: E) => {
    k.z = 3;
  };
  return expectConfig(["l: 1", included], change, ["l: 1", swap(included, "y: 2", "y: 2, z: 3")]);
});
