// A dashboard that is an app: its sources as text, which runs nothing.
import { useState } from "preact/hooks";
import type { BoardView } from "../../protocol.ts";
import { EmptyState } from "../parts/empty.tsx";

export function AppBoard({ board: { title, app = [] } }: { board: BoardView }) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, app.length - 1);
  const source = app[at];
  if (!source)
    return <EmptyState title="This dashboard is an app." text="It has no widgets, and no sources yet." />;
  return (
    <div class="app">
      <p>
        This dashboard is an app: it has no widgets, and its code does not run here. These are its sources.
      </p>
      <div class="chips" role="group" aria-label="Sources">
        {app.map(({ name }, index) => (
          <button key={name} type="button" aria-pressed={index === at} onClick={() => setChosen(index)}>
            {name}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard. */}
      <pre role="region" aria-label={`${source.name}, a source of ${title}`} tabIndex={0}>
        {source.text}
      </pre>
    </div>
  );
}
