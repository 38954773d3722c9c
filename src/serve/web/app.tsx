// The page: frame, middle, right side, bottom, and the one voice.
import { useMemo } from "preact/hooks";
import { Stage } from "./board/stage.tsx";
import { TabBar } from "./board/tab-bar.tsx";
import { Broken, ChangedSince } from "./frame/broken.tsx";
import { Compare, Differences } from "./frame/compare.tsx";
import { Head } from "./frame/head.tsx";
import { Help } from "./frame/help.tsx";
import { Inspector } from "./frame/inspector.tsx";
import { ProblemBar } from "./frame/problem.tsx";
import { RowLine } from "./frame/row-line.tsx";
import { Status } from "./frame/status.tsx";
import { Rail, Tree } from "./frame/tree.tsx";
import { AddWidget } from "./making/add-widget.tsx";
import { NewDashboardButton } from "./making/buttons.tsx";
import { canMake } from "./making/make.ts";
import { NewDashboard } from "./making/new-dashboard.tsx";
import { EmptyState } from "./parts/empty.tsx";
import { putBack } from "./state/edit.ts";
import { closeDashboard } from "./state/open.ts";
import { type Studio, update, useStudio } from "./state/store.ts";

export function App() {
  const studio = useStudio();
  const { project, board, live, view, phase } = studio;
  const isComparing = view === "compare" && board !== null && live !== null;
  const stale = phase === "stale";
  // A thousand rows are not compared again for each press of an arrow key.
  const tree = useMemo(
    () => project && <Tree studio={studio} project={project} />,
    [
      project,
      studio.slug,
      studio.selected,
      studio.query,
      studio.hits,
      studio.filter,
      studio.folded,
      studio.unfolded,
    ],
  );
  const broken = brokenFile(studio);
  const changed = broken && broken.changes.length > 0 ? broken : undefined;
  const hasSide = !stale && (broken ? changed !== undefined : board !== null);
  const classes = [
    "studio",
    isComparing && "comparing",
    !hasSide && "no-side",
    (stale || !project) && "no-tree",
    studio.isTreeOpen && "tree-open",
  ];
  return (
    <div class={classes.filter(Boolean).join(" ")}>
      <Head studio={studio} />
      {!stale && tree}
      {isComparing && <Rail />}
      {studio.isTreeOpen && (
        <button
          type="button"
          class="shade"
          aria-label="Close the list"
          onClick={() => update({ isTreeOpen: false })}
        />
      )}
      <main class="middle">
        {studio.problem && <ProblemBar problem={studio.problem} isGone={studio.board === null} />}
        <Middle studio={studio} isComparing={isComparing} />
      </main>
      {hasSide && changed && <ChangedSince file={changed} />}
      {hasSide &&
        !changed &&
        board !== null &&
        (isComparing ? (
          <Differences studio={studio} live={live} />
        ) : (
          <Inspector studio={studio} board={board} />
        ))}
      <Status studio={studio} />
      <p class="unseen" role="status" aria-live="polite">
        {studio.said}
      </p>
      {studio.isHelpOpen && <Help />}
      {studio.making === "widget" && board && <AddWidget studio={studio} board={board} />}
      {studio.making === "dashboard" && project && <NewDashboard studio={studio} project={project} />}
    </div>
  );
}

const brokenFile = ({ project, slug, isLastShown }: Studio) => {
  const entry = project?.dashboards.find((one) => one.slug === slug);
  if (isLastShown) return undefined;
  return entry?.isBroken
    ? (project?.broken.find(({ file }) => file === entry.file) ?? project?.broken[0])
    : undefined;
};

function Middle({ studio, isComparing }: { studio: Studio; isComparing: boolean }) {
  const { phase, project, board, slug, live } = studio;
  if (phase === "stale") return <EmptyState {...studio.stale} />;
  if (studio.noProject !== null)
    return (
      <EmptyState
        title={studio.noProject}
        text={
          <>
            Make one with <code>boardwright init</code>, then reload.
          </>
        }
      />
    );
  if (!project)
    return phase === "lost" ? (
      <EmptyState
        title="The studio's server does not answer."
        text={
          <>
            Start <code>boardwright serve</code> again, and open the address that it shows.
          </>
        }
      />
    ) : null;
  const broken = brokenFile(studio);
  if (broken) return <Broken studio={studio} project={project} file={broken} />;
  const gone = project.gone.find(({ slugs }) => slug !== null && slugs.includes(slug));
  if (gone && slug !== null && !project.dashboards.some((one) => one.slug === slug))
    return (
      <EmptyState title={`${gone.file} is gone.`} text="It can be made again as it was when it last loaded.">
        <button type="button" class="main" onClick={() => putBack(slug, gone.file)}>
          Put it back
        </button>
        <button type="button" onClick={() => void closeDashboard()}>
          Close
        </button>
      </EmptyState>
    );
  if (project.dashboards.length === 0) return <NoDashboards studio={studio} />;
  if (studio.boardFailure !== null || (slug !== null && !project.dashboards.some((one) => one.slug === slug)))
    return (
      <EmptyState title={studio.boardFailure ?? `${slug} is gone.`} text="Open another one on the left." />
    );
  if (!board) return null;
  return (
    <>
      <TabBar studio={studio} board={board} />
      <RowLine board={board} canOpen={studio.project?.isReadOnly === false} />
      {studio.isLastShown && (
        <p class="notice">
          This is the last board that loaded. The file does not load now.
          <button type="button" onClick={() => update({ isLastShown: false })}>
            Show the error
          </button>
        </p>
      )}
      {isComparing && live ? (
        <Compare studio={studio} board={board} live={live} />
      ) : (
        <Stage key={board.slug} studio={studio} board={board} />
      )}
    </>
  );
}

function NoDashboards({ studio }: { studio: Studio }) {
  const first = studio.project?.broken[0];
  if (first && studio.project) return <Broken studio={studio} project={studio.project} file={first} />;
  return (
    <EmptyState
      title="No file declares a dashboard yet."
      text={
        <>
          They are looked for in <code>{"dashboards/**/*.yaml"}</code>.
        </>
      }
    >
      {canMake(studio) && <NewDashboardButton kind="main" />}
    </EmptyState>
  );
}
