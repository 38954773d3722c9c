// Where the values of a widget are written, and who else takes them from there.
import type { Inspection, Origin } from "../../protocol.ts";
import { baseName, count } from "../state/words.ts";
import { PlaceLink } from "./place-link.tsx";

const FROM: Record<Origin["from"], string> = {
  file: "this file",
  layouts: "layouts",
  override: "an override",
  include: "an include",
  "text-file": "a text file",
  variable: "a variable",
};

export function Origins({ at, canOpen }: { at: Inspection; canOpen: boolean }) {
  const rows: [string, Origin][] = [
    ...Object.entries(at.positions).map(([name, origin]): [string, Origin] => [
      name === "default" ? "position" : name,
      origin,
    ]),
    ...(at.title ? [["title", at.title] as [string, Origin]] : []),
    ...(at.text ? [["text", at.text] as [string, Origin]] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>Where the values come from</h3>
      <dl class="origins">
        {rows.map(([name, origin]) => {
          const isHere = origin.from === "file" && origin.file === at.source.file;
          const where = isHere ? `line ${origin.line}` : `${baseName(origin.file)}:${origin.line}`;
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {FROM[origin.from]},{" "}
                <PlaceLink {...origin} canOpen={canOpen}>
                  {where}
                </PlaceLink>
                {origin.sharedWith.length > 0 && (
                  <small title={origin.sharedWith.join(", ")}>
                    Shared: {count(origin.sharedWith.length, "other dashboard")}{" "}
                    {origin.sharedWith.length === 1 ? "takes" : "take"} it from there.
                  </small>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
