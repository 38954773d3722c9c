// What a rename changed, as `rename --json` prints it.

import type { Place, Renamed } from "../../model/index.ts";
import { jsonText, pick } from "./json-text.ts";

/** JSON text with a line end. Lines and columns are 1-based, in the files as they were. */
export function renderRenamedJson({ renaming, texts, places, left }: Renamed): string {
  const shown = (all: readonly Place[]) => all.map((place) => pick(place, ["file", "line", "column"]));
  return jsonText({ ...renaming, files: [...texts.keys()].sort(), places: shown(places), left: shown(left) });
}
