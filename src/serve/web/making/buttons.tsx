// The buttons that begin something new.
import { NewIcon } from "../parts/icons.tsx";
import { update } from "../state/store.ts";

export const NewDashboardButton = ({ kind }: { kind: "main" | "quiet" }) => (
  <button
    type="button"
    class={`${kind} make`}
    aria-haspopup="dialog"
    onClick={() => update({ making: "dashboard" })}
  >
    {kind === "quiet" && <NewIcon />} New dashboard
  </button>
);

export const AddWidgetButton = ({ kind }: { kind: "main" | "tool" }) => (
  <button
    type="button"
    class={`${kind} make`}
    aria-haspopup="dialog"
    aria-label="Add a widget"
    title="Add a widget (A)"
    onClick={() => update({ making: "widget" })}
  >
    {kind === "tool" && <NewIcon />} <span>Add a widget</span>
  </button>
);
