// Taking what was made in the UI into the file: first the lines that it would write, then just those or nothing.
import type { ForRows } from "../../protocol.ts";
import { currentEpoch, versionFor } from "./board-now.ts";
import { client } from "./client.ts";
import { askFor } from "./edit.ts";
import { fail } from "./failing.ts";
import { loadLive } from "./inspect.ts";
import { canEdit, read, type Taking, update } from "./store.ts";
import { baseName, count } from "./words.ts";

/** Who asked gets the focus back. */
let asker: Element | null = null;

export async function askForLines(widget: Taking["widget"], name: string, rows?: ForRows): Promise<void> {
  const { slug } = read();
  if (slug === null || !canEdit(read())) return;
  if (rows === undefined) asker = document.activeElement;
  const since = currentEpoch();
  const taking: Taking = { slug, widget, name, since, preview: null, ...(rows && { rows }) };
  const end = (message: string, help: string | null = null) =>
    update({ taking: null, problem: { kind: "refused", message, help }, said: message });
  const isOurs = () => read().taking === taking;
  update({ taking, problem: null, said: "Reading what is live" });
  try {
    const answer = await client.showTake({ ...requestOf(taking, versionFor(slug, since)), preview: true });
    if (!isOurs()) return;
    if (answer.status === "preview") {
      const lines = count(
        answer.files.reduce((sum, { changed }) => sum + changed, 0),
        "line",
      );
      const where = answer.files.map(({ file }) => baseName(file)).join(", ");
      update({ taking: { ...taking, preview: answer }, said: `${lines} to change in ${where}` });
    } else if (answer.status === "rows") {
      const retry = (rows: ForRows) => void askForLines(widget, name, rows);
      const { message } = answer;
      update({ taking: null, problem: { kind: "rows", message, question: answer, retry }, said: message });
    } else if (answer.status === "refused") end(answer.message, answer.help);
    else if ("message" in answer) end(answer.message);
    else {
      update({ taking: null, said: "Nothing to take, the file says what is live" });
      await loadLive(slug);
    }
  } catch (error) {
    fail(error, (message, help) => isOurs() && end(message, help));
    if (isOurs()) update({ taking: null });
  }
}

export function takeLines({ slug, name, since, preview, ...part }: Taking): void {
  if (!preview || !canEdit(read())) return;
  update({ taking: null, problem: null });
  askFor({
    slug,
    mine: `${name}, from live`,
    since,
    send: (version) => client.take({ ...requestOf({ slug, ...part }, version), shown: preview.shown }),
  });
}

export function leaveLines(): void {
  update({ taking: null, said: "Nothing was written" });
  if (asker instanceof HTMLElement) asker.focus();
}

const requestOf = ({ slug, widget, rows }: Pick<Taking, "slug" | "widget" | "rows">, version: string) => ({
  slug,
  version,
  ...(widget !== undefined && { widget }),
  ...(rows && { rows }),
});
