// What is read about a board beside the board: where a widget's values are written, and what is live.
import { client } from "./client.ts";
import { fail } from "./failing.ts";
import { read, update } from "./store.ts";

/** `before`: the lines as they were before an edit, to show what became of them. */
export async function inspect(widget: string, before: string[] | null = null): Promise<void> {
  const { slug } = read();
  if (slug === null) return;
  try {
    const at = await client.inspect(slug, widget);
    const now = read();
    if (now.slug !== slug || now.selected !== widget) return;
    update({ inspection: { widget, at, before } });
  } catch (error) {
    // Only the inspector lacks it; a board that does not load says so itself.
    fail(error, () => update({ inspection: null }));
  }
}

export async function loadLive(slug: string): Promise<void> {
  if (read().project?.live.status !== "read") return update({ live: null });
  try {
    const live = await client.live(slug);
    if (read().slug === slug) update({ live });
  } catch (error) {
    fail(error, () => read().slug === slug && update({ live: null }));
  }
}
