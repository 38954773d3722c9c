// The project's dashboards: search, filters, the tree and its legend.
import { useRef, useState } from "preact/hooks";
import type { Hit, ProjectView } from "../../protocol.ts";
import { NewDashboardButton } from "../making/buttons.tsx";
import { ChevronIcon, MenuIcon, SearchIcon } from "../parts/icons.tsx";
import { openDashboard, select } from "../state/open.ts";
import { focusSearch, search } from "../state/search.ts";
import { read, type Studio, update } from "../state/store.ts";
import { type Badge as BadgeKind, badgesOf, type Row, treeRows } from "../state/tree-rows.ts";
import { count, shortMember } from "../state/words.ts";
import { BADGES, Badge } from "./badge.tsx";

export function Tree({ studio, project }: { studio: Studio; project: ProjectView }) {
  const rows = treeRows(project.dashboards, studio);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const keys = rows.map(keyOf);
  // One row of the tree is in the order of Tab: the one that was used last, else the open one.
  const stop = [at, `d:${studio.slug}`, keys[0]].find((key) => key != null && keys.includes(key));

  const focus = (index: number) => {
    const key = keys[Math.max(0, Math.min(keys.length - 1, index))];
    if (key === undefined) return;
    setAt(key);
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = keys.indexOf((event.target as HTMLElement).dataset.row ?? "");
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") focus(index + 1);
    else if (event.key === "ArrowUp") focus(index - 1);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(keys.length - 1);
    else if (event.key === "Enter" || event.key === " ") use(row);
    else if ("isFolded" in row && event.key === (row.isFolded ? "ArrowRight" : "ArrowLeft")) use(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const use = (row: Row) => {
    setAt(keyOf(row));
    if (row.kind === "dashboard") return openDashboard(row.entry.slug);
    if (row.kind === "hit") return openHit(row.hit);
    const which = row.kind === "folder" ? "folded" : "unfolded";
    const keys = new Set(studio[which]);
    if (!keys.delete(row.key)) keys.add(row.key);
    update({ [which]: keys });
    return undefined;
  };

  return (
    <nav class="tree" aria-label="Dashboards">
      <label class="search">
        <SearchIcon />
        <input
          id="search"
          type="search"
          placeholder="Dashboard or widget"
          aria-label="Find a dashboard, a widget, a member or a report"
          value={studio.query}
          onInput={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") focus(0);
            else if (event.key === "Enter") {
              const first = rows.find(
                (row) => row.kind === "hit" || (row.kind === "dashboard" && !row.isHolder),
              );
              if (!first) return;
              event.currentTarget.blur();
              void use(first)?.then(focusBoard);
            } else if (event.key === "Escape") {
              search("");
              event.currentTarget.blur();
            } else return;
            event.preventDefault();
          }}
        />
        <kbd>/</kbd>
      </label>
      <Chips studio={studio} project={project} />
      {rows.length === 0 ? (
        <NothingFound studio={studio} project={project} />
      ) : (
        <div class="rows" role="tree" aria-label="Dashboards" ref={list} onKeyDown={onKeyDown}>
          {rows.map((row, index) => (
            <TreeRow
              key={keys[index]}
              row={row}
              studio={studio}
              isStop={keys[index] === stop}
              use={() => use(row)}
            />
          ))}
        </div>
      )}
      {!project.isReadOnly && (
        <div class="tree-end">
          <NewDashboardButton kind="quiet" />
        </div>
      )}
      <Legend project={project} />
    </nav>
  );
}

/** In the place of the tree while two boards need the room. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Dashboards, folded">
      <button
        type="button"
        class="icon-button"
        aria-label="Dashboards"
        onClick={() => update({ isTreeOpen: !read().isTreeOpen })}
      >
        <MenuIcon />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Find a dashboard or widget"
        title="/"
        onClick={focusSearch}
      >
        <SearchIcon />
      </button>
    </nav>
  );
}

const keyOf = (row: Row) => (row.kind === "dashboard" ? `d:${row.entry.slug}` : `${row.kind[0]}:${row.key}`);

/** Once it is drawn: the keys are the board's from then on. */
function focusBoard(): void {
  requestAnimationFrame(() => {
    const stage = document.querySelector<HTMLElement>(".stage");
    (stage?.querySelector<HTMLElement>(".tile.selected") ?? stage)?.focus();
  });
}

/** Opens its dashboard, and selects it there. */
async function openHit({ slug, widget }: Hit): Promise<void> {
  if (slug !== read().slug) await openDashboard(slug);
  if (read().slug === slug) select(widget);
}

function TreeRow({ row, studio, isStop, use }: { row: Row; studio: Studio; isStop: boolean; use(): void }) {
  const shared = {
    "data-row": keyOf(row),
    "aria-level": row.level + 1,
    onClick: use,
  };
  const indent = { paddingLeft: `${(row.kind === "dashboard" ? 8 : 6) + row.level * 13}px` };
  if (row.kind === "hit") {
    const { by } = row.hit;
    return (
      <div
        {...shared}
        role="treeitem"
        tabIndex={isStop ? 0 : -1}
        class="row hit"
        aria-selected={row.hit.slug === studio.slug && row.hit.widget === studio.selected}
        title={by ? `${row.name}, ${by}` : row.name}
        style={indent}
      >
        <span class="name">{row.name}</span>
        {by && <code>{shortMember(by)}</code>}
      </div>
    );
  }
  if (row.kind !== "dashboard") {
    const badges = row.kind === "template" ? row.badges : [];
    return (
      <div
        {...shared}
        role="treeitem"
        tabIndex={isStop ? 0 : -1}
        class={`row ${row.kind} ${row.isFolded ? "folded" : ""}`}
        aria-expanded={!row.isFolded}
        title={row.name}
        style={indent}
      >
        <ChevronIcon />
        <span class="name">{row.name}</span>
        {row.kind === "template" && <span class="unseen">, template, </span>}
        {badges.map((kind) => (
          <Badge key={kind} kind={kind} />
        ))}
        <span class="count">{row.kind === "template" ? count(row.count, "row") : row.count}</span>
        {badges.length > 0 && (
          <span class="unseen">, {badges.map((kind) => BADGES[kind].name).join(", ")}</span>
        )}
      </div>
    );
  }
  const { entry } = row;
  const badges = badgesOf(entry);
  return (
    <div
      {...shared}
      role="treeitem"
      tabIndex={isStop ? 0 : -1}
      class={`row ${badges.length > 0 ? "marked" : ""} ${row.isUnder ? "under" : ""}`}
      aria-selected={entry.slug === studio.slug}
      aria-label={[entry.title, ...badges.map((kind) => BADGES[kind].name)].join(", ")}
      title={entry.row ? `${entry.title}, row ${entry.row.key} of ${entry.row.template}` : entry.title}
      style={indent}
    >
      <span class="name">{row.name}</span>
      {badges.map((kind) => (
        <Badge key={kind} kind={kind} />
      ))}
    </div>
  );
}

const counted = ({ dashboards }: ProjectView) => {
  const counts = new Map<BadgeKind, number>();
  for (const entry of dashboards)
    for (const kind of badgesOf(entry)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return (Object.keys(BADGES) as BadgeKind[]).flatMap((kind) => {
    const number = counts.get(kind);
    return number ? [{ kind, number }] : [];
  });
};

function Chips({ studio, project }: { studio: Studio; project: ProjectView }) {
  return (
    <div class="chips" role="group" aria-label="Show only">
      <button type="button" aria-pressed={studio.filter === "all"} onClick={() => update({ filter: "all" })}>
        All {project.dashboards.length}
      </button>
      {counted(project).map(({ kind, number }) => (
        <button
          key={kind}
          type="button"
          class={kind}
          aria-pressed={studio.filter === kind}
          title={BADGES[kind].name}
          onClick={() => update({ filter: studio.filter === kind ? "all" : kind })}
        >
          <Badge kind={kind} />
          {number}
        </button>
      ))}
    </div>
  );
}

function NothingFound({ studio, project }: { studio: Studio; project: ProjectView }) {
  if (project.dashboards.length === 0) return <div class="nothing" />;
  return (
    <div class="nothing">
      <p>{studio.query ? `Nothing is called “${studio.query}”.` : "No dashboard is in this state."}</p>
      <button
        type="button"
        onClick={() => {
          search("");
          update({ filter: "all" });
        }}
      >
        Show all {project.dashboards.length}
      </button>
    </div>
  );
}

function Legend({ project }: { project: ProjectView }) {
  const kinds = counted(project);
  if (kinds.length === 0) return null;
  return (
    <ul class="legend" aria-hidden="true">
      {kinds.map(({ kind }) => (
        <li key={kind}>
          <Badge kind={kind} /> {BADGES[kind].name}
        </li>
      ))}
    </ul>
  );
}
