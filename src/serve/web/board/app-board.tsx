// A dashboard that is an app: its sources, each in a frame that runs nothing and is of no origin.
import { useState } from "preact/hooks";
import type { BoardView } from "../../protocol.ts";
import { EmptyState } from "../frame/empty.tsx";

export function AppBoard({ board: { slug, title, version, app = [] } }: { board: BoardView }) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, app.length - 1);
  if (app.length === 0)
    return <EmptyState title="This dashboard is an app." text="It has no widgets, and no sources yet." />;
  return (
    <div class="app">
      <p>
        This dashboard is an app: it has no widgets, and its code does not run here. These are its sources.
      </p>
      <div class="chips" role="group" aria-label="Sources">
        {app.map((name, index) => (
          <button key={name} type="button" aria-pressed={index === at} onClick={() => setChosen(index)}>
            {name}
          </button>
        ))}
      </div>
      <iframe
        key={`${version} ${at}`}
        title={`${app[at]}, a source of ${title}`}
        sandbox=""
        src={`app?slug=${encodeURIComponent(slug)}&source=${at}`}
      />
    </div>
  );
}
