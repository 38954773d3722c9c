// What the place of a value in a workbook file says about its form.
import { isScalar, type YAMLMap } from "yaml";
import type { Path } from "../../model/index.ts";

/** The outline of a file: these maps and lists always have lines of their own, so that a change of one entry is a change of its lines. */
export function isOutline(path: Path): boolean {
  const [section, , part, name] = path;
  const { length } = path;
  if (section === "layouts") return length <= 3;
  if (section === "reports") return length <= 2;
  if (section !== "workbooks") return length === 1 && String(section).startsWith("x-");
  if (part === "overrides") return length <= 4;
  return length <= 2 || (part === "dashboard" && (length === 3 || (length === 4 && name === "widgets")));
}

/** Whether a map is a whole position, `{ x, y, w, h }`, at a place where `[x, y, w, h]` means the same (contract 2). */
export function isPositionAt(path: Path, map: YAMLMap): boolean {
  if (map.items.length !== 4 || !isPositionPath(path)) return false;
  const given = new Map(map.items.map(({ key, value }) => [isScalar(key) ? key.value : undefined, value]));
  return ["x", "y", "w", "h"].every((corner) => {
    const value = given.get(corner);
    return isScalar(value) && Number.isInteger(value.value) && value.anchor === undefined;
  });
}

/** The same for a path alone: `position` and `responsiveLayouts.*` of a widget, and what `layouts` gives a widget. */
export function isPositionPath(path: Path): boolean {
  if (path[0] === "layouts") return path.length === 4;
  if (path[0] !== "workbooks") return false;
  const below = path[2] === "overrides" ? path.slice(4) : path.slice(2);
  if (below[0] !== "dashboard" || below[1] !== "widgets") return false;
  return below[3] === "position"
    ? below.length === 4
    : below[3] === "responsiveLayouts" && below.length === 5;
}
