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

function fromText({ from, row }: Origin) {
  if (!row) return FROM[from];
  if (row.of === "override") return "the row’s override";
  if (row.of === "row")
    return (
      <>
        the row’s <code>{row.filled[0]?.name}</code>
      </>
    );
  // Which variable is said below.
  const isPlain = from === "file" || (from === "variable" && row.filled.length > 0);
  return isPlain ? "the template" : `the template, ${FROM[from]}`;
}

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
          const isHere = origin.from === "file" && origin.file === at.source.file && !origin.row;
          const where = isHere ? `line ${origin.line}` : `${baseName(origin.file)}:${origin.line}`;
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {fromText(origin)},{" "}
                <PlaceLink file={origin.file} line={origin.line} canOpen={canOpen}>
                  {where}
                </PlaceLink>
                {origin.row?.of === "template" && (
                  <small>
                    Of all rows
                    {origin.row.filled.map(({ name, file, line }, at) => (
                      <span key={name}>
                        {at === 0 ? ", with the row’s " : " and "}
                        <code>{name}</code> (
                        <PlaceLink file={file} line={line} canOpen={canOpen}>
                          {baseName(file)}:{line}
                        </PlaceLink>
                        )
                      </span>
                    ))}
                    .
                  </small>
                )}
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
