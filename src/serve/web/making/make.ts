// What a person makes: a widget on the open board, a dashboard in a file of its own.
import type { AddEdit, CreateRequest } from "../../protocol.ts";
import { tabsOf } from "../grid/tabs.ts";
import { openTabOf } from "../state/actions.ts";
import { addedView, noteReports } from "../state/added-view.ts";
import { client } from "../state/client.ts";
import { noteSaved, perform } from "../state/edit.ts";
import { fail } from "../state/failing.ts";
import { flushNudge } from "../state/nudge.ts";
import { loadProject, openDashboard, openTab } from "../state/open.ts";
import { canEdit, read, type Studio, update } from "../state/store.ts";
import { freeName, slugOf } from "./names.ts";
import { boxesForNew } from "./places.ts";

export type Wish = Pick<AddEdit, "template" | "title" | "report" | "member">;

export const canMake = ({ project, phase }: Studio) =>
  project !== null && !project.isReadOnly && phase !== "stale";

export const canAdd = (studio: Studio) =>
  canEdit(studio) && studio.view === "board" && studio.board !== null && studio.board.kind !== "APP";

/** What the files offer now. */
export async function loadChoices(): Promise<void> {
  try {
    const choices = await client.choices();
    noteReports(choices.reports);
    update({ choices });
  } catch (error) {
    fail(error, (message, help) => update({ making: null, problem: { kind: "refused", message, help } }));
  }
}

/** Shows it, selects it, and lets its title or text be written. */
export function addWidget(wish: Wish): void {
  flushNudge();
  const { board } = read();
  if (!board || !canAdd(read())) return;
  if (!openTabOf()) openTab(tabsOf(board)[0]?.key ?? "default");
  const stem = slugOf(wish.report ?? wish.member?.slice(wish.member.lastIndexOf(".") + 1) ?? "");
  const widget = freeName(stem || wish.template, (id) => board.widgets.some((one) => one.id === id));
  const edit: AddEdit = { kind: "add", widget, boxes: {}, ...wish };
  edit.boxes = boxesForNew(board, addedView(edit));
  update({ was: null });
  perform([edit], { mine: `A new ${wish.template}` });
  update({ selected: widget, inspection: null, writing: wish.template === "divider" ? null : widget });
  requestAnimationFrame(() => document.querySelector(".selection")?.scrollIntoView({ block: "nearest" }));
}

/** Opens what was made. Resolves to why nothing was. */
export async function createDashboard(
  request: CreateRequest,
): Promise<{ message: string; help: string | null } | null> {
  try {
    const answer = await client.create(request);
    if (answer.status === "refused") return answer;
    if (answer.status !== "saved")
      return { message: "message" in answer ? answer.message : "Nothing was written.", help: null };
    noteSaved(request.slug, answer);
    await loadProject();
    await openDashboard(request.slug, "default");
    return null;
  } catch (error) {
    let why: { message: string; help: string | null } = {
      message: "The studio's server does not answer.",
      help: "Start `boardwright serve` again, and open the address that it shows.",
    };
    fail(error, (message, help) => {
      why = { message, help };
    });
    return why;
  }
}
