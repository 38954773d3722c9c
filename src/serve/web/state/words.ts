// How the page names things.
import type { BoardView, Box, WidgetView } from "../../protocol.ts";

export const nameOf = ({ label }: WidgetView): string => label;

export const widgetOf = (board: BoardView | null, id: string | null): WidgetView | undefined =>
  id === null ? undefined : board?.widgets.find((widget) => widget.id === id);

export const boxText = ({ x, y, w, h }: Box) => `${x}, ${y} · ${w} × ${h}`;

export const boxWords = ({ x, y, w, h }: Box) => `column ${x}, row ${y}, ${w} by ${h}`;

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

export const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

export const shortFile = (file: string) => (file.includes("/") ? `…/${baseName(file)}` : file);

export const timeText = (at: number) =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "Undo: Trend moved, 0, 0 → 2, 0": what the button does. */
export const stepName = (name: string, step: string | null) => (step === null ? name : `${name}: ${step}`);

const KINDS: Record<string, string> = {
  CHART: "Chart",
  TEXT: "Text",
  FILTER: "Filter",
  AI: "AI answer",
  TIME_GRAIN: "Time grain",
  FIELD: "Field switch",
  PARENT: "Switch of controls",
  SPACER: "Spacer",
  DIVIDER: "Divider",
  CONTAINER: "Container",
};

export const kindOf = ({ type }: WidgetView) => (type ? (KINDS[type] ?? type) : "Widget without a type");

/** `leads.count_of_leads` → `count_of_leads`: what tells members of one view apart. */
export const shortMember = (member: string) => member.slice(member.lastIndexOf(".") + 1);
