// The breakpoints of the board, and what is done to a layout as a whole.
import type { BoardView } from "../../protocol.ts";
import { STACKED, type Tab, tabsOf } from "../grid/tabs.ts";
import { AddWidgetButton } from "../making/buttons.tsx";
import { canAdd } from "../making/make.ts";
import { RedoIcon, UndoIcon } from "../parts/icons.tsx";
import { Menu } from "../parts/menu.tsx";
import { Switch } from "../parts/switch.tsx";
import { copyLayout, stackLayout, TIDY, tidy } from "../state/actions.ts";
import { stepBack } from "../state/edit.ts";
import { openTab } from "../state/open.ts";
import { canEdit, type Studio, update } from "../state/store.ts";
import { stepName } from "../state/words.ts";
import { setZoom, ZOOMS } from "../state/zoom.ts";
import { isPhone } from "./use-size.ts";

export function TabBar({ studio, board }: { studio: Studio; board: BoardView }) {
  const tabs = tabsOf(board);
  const tab = tabs.find(({ key }) => key === studio.tab);
  const all =
    tabs.length > 1
      ? [
          ...tabs.map(({ key, label, columns }) => ({ key, label, columns })),
          { key: "all", label: "All", columns: null },
        ]
      : tabs;
  const stacked = isPhone() && studio.view === "board" ? [{ ...STACKED, columns: null }] : [];
  return (
    <div class="tab-bar">
      <div class="tabs" role="group" aria-label="Breakpoints">
        {(board.kind === "CLASSIC" ? [...stacked, ...all] : []).map(({ key, label, columns }) => (
          <button key={key} type="button" aria-pressed={key === studio.tab} onClick={() => openTab(key)}>
            {label} {columns !== null && <span>{columns}</span>}
          </button>
        ))}
      </div>
      {tab && studio.view === "board" && board.kind === "CLASSIC" && (
        <div class="switch small zoom" role="group" aria-label="Zoom">
          {ZOOMS.map((zoom) => (
            <button
              key={zoom}
              type="button"
              aria-pressed={zoom === studio.zoom}
              onClick={() => setZoom(zoom)}
            >
              {zoom === "fit" ? "Fit" : `${zoom * 100} %`}
            </button>
          ))}
        </div>
      )}
      {studio.view === "compare" && board.kind === "CLASSIC" && !isPhone() && (
        <Switch
          label="Boards"
          names={["Side by side", "Overlay"]}
          isSecond={studio.isOverlay}
          choose={(isOverlay) => update({ isOverlay })}
        />
      )}
      {canEdit(studio) && studio.view === "board" && (
        <div class="tools">
          {canAdd(studio) && <AddWidgetButton kind="tool" />}
          {tab && board.kind === "CLASSIC" && <LayoutMenu tabs={tabs} tab={tab} />}
          <button
            type="button"
            class="icon-button"
            aria-label={stepName("Undo", board.undo)}
            title={`${stepName("Undo", board.undo)} (Ctrl Z)`}
            disabled={board.undo === null}
            onClick={() => stepBack("undo")}
          >
            <UndoIcon />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={stepName("Redo", board.redo)}
            title={`${stepName("Redo", board.redo)} (Shift Ctrl Z)`}
            disabled={board.redo === null}
            onClick={() => stepBack("redo")}
          >
            <RedoIcon />
          </button>
        </div>
      )}
    </div>
  );
}

function LayoutMenu({ tabs, tab }: { tabs: readonly Tab[]; tab: Tab }) {
  const tidying = (Object.keys(TIDY) as (keyof typeof TIDY)[]).map((way) => ({
    label: TIDY[way].label,
    run: () => tidy(way),
    isOff: tab.placed === 0,
  }));
  const copying = tabs
    .filter(({ key, placed }) => key !== tab.key && placed > 0)
    .map((from) => ({
      label: `Copy the layout of ${from.label}`,
      run: () => copyLayout(from),
      isOff: false,
    }));
  const stacking = { label: "Stack in one column", run: stackLayout, isOff: false };
  return <Menu name="Tidy up" groups={[[...tidying, stacking], copying]} />;
}
