// The sources of an app in Compare: of each that differs its lines, those of the file lit and those of the platform struck.
import type { ComponentChildren } from "preact";
import type { BoardView } from "../../protocol.ts";
import { EmptyState } from "../parts/empty.tsx";
import { changedLines, Yaml } from "./yaml.tsx";

/** Lines around what differs. */
const AROUND = 3;

export function AppSides({
  board,
  other,
  choice,
}: {
  board: BoardView;
  other: BoardView | null;
  choice: ComponentChildren;
}) {
  const textsOf = (side: BoardView | null) => new Map(side?.app?.map(({ name, text }) => [name, text]));
  const here = textsOf(board);
  const there = textsOf(other);
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => here.get(name) !== there.get(name),
  );
  return (
    <div class="app-sides">
      {choice}
      {differing.length === 0 ? (
        <EmptyState title="The sources of this app are the same." />
      ) : (
        <p>This dashboard is an app. Lit is what its file says, struck is what the platform has.</p>
      )}
      {differing.map((name) => (
        <section key={name}>
          <h2>
            <code>{name}</code> {!there.has(name) && "only in the file"}
            {!here.has(name) && "only on the platform"}
          </h2>
          <Yaml lines={linesOf(here.get(name), there.get(name))} label={`What differs in ${name}`} />
        </section>
      ))}
    </div>
  );
}

function linesOf(here: string | undefined, there: string | undefined) {
  const split = (text: string | undefined) => text?.replace(/\n$/, "").split("\n") ?? [];
  const lines = changedLines(split(here), 1, split(there));
  const isChanged = ({ kind }: (typeof lines)[number]) => kind !== "";
  return lines.slice(
    Math.max(0, lines.findIndex(isChanged) - AROUND),
    lines.findLastIndex(isChanged) + 1 + AROUND,
  );
}
