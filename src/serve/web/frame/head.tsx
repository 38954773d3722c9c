// The top of the page: whose project, which dashboard, which view, which target.

import { HelpIcon, LogoIcon, MenuIcon, MoonIcon } from "../parts/icons.tsx";
import { type Studio, update } from "../state/store.ts";
import { cycleTheme } from "../state/theme.ts";
import { count } from "../state/words.ts";

export function Head({ studio }: { studio: Studio }) {
  const { project, slug, board, view, theme } = studio;
  const entry = project?.dashboards.find((one) => one.slug === slug);
  const live = project?.live;
  const canCompare = live?.status === "read";
  return (
    <header class="head">
      {project && (
        <button
          type="button"
          class="icon-button menu-button"
          aria-label="Dashboards"
          aria-expanded={studio.isTreeOpen}
          onClick={() => update({ isTreeOpen: !studio.isTreeOpen })}
        >
          <MenuIcon />
        </button>
      )}
      <span class="brand">
        <LogoIcon />
        <b>Boardwright</b>
        {project && <span>{project.name}</span>}
      </span>
      {entry && (
        <h1>
          {entry.folder.map((name) => (
            <span key={name}>
              {name} <i>/</i>{" "}
            </span>
          ))}
          <b>{entry.title}</b>
          {board && <small>{board.kind === "APP" ? "app" : count(board.widgets.length, "widget")}</small>}
        </h1>
      )}
      <div class="head-end">
        {project?.isReadOnly && <span class="chip">Read-only</span>}
        {entry && !entry.isBroken && (
          <div class="switch" role="group" aria-label="View">
            <button type="button" aria-pressed={view === "board"} onClick={() => update({ view: "board" })}>
              Board
            </button>
            <button
              type="button"
              aria-pressed={view === "compare"}
              disabled={!canCompare}
              title={canCompare ? "C" : "Nothing is known of what is live"}
              onClick={() => update({ view: "compare", difference: 0 })}
            >
              Compare
            </button>
          </div>
        )}
        {project?.target && (
          <span class={`chip target ${live?.status ?? "off"}`}>
            <i /> {project.target}
          </span>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={`Colours: ${theme === "auto" ? "as the system" : theme}`}
          title="Light or dark"
          onClick={cycleTheme}
        >
          <MoonIcon />
        </button>
        <button
          type="button"
          class="icon-button help-button"
          aria-label="Keys"
          title="Keys (?)"
          onClick={() => update({ isHelpOpen: true })}
        >
          <HelpIcon />
        </button>
      </div>
    </header>
  );
}
