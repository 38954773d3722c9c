// The values of a difference: as it was applied last, in the file, and live, with the lines that declare them.
import { useEffect, useRef } from "preact/hooks";
import type { ComparedField, Difference } from "../../protocol.ts";
import { toneOf } from "../board/marks.ts";
import { baseName } from "../state/words.ts";
import { PlaceLink } from "./place-link.tsx";
import { Yaml } from "./yaml.tsx";

/** Of the difference that is looked at in Compare: over the lower part of the boards, so that nobody has to look for it. */
export function DifferencePanel({
  difference,
  at,
  canOpen,
}: {
  difference: Difference;
  at: number;
  canOpen: boolean;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.parentElement?.querySelector(".tile.selected")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const { text, origin, fields } = difference;
  return (
    <section class="difference-panel" ref={panel} aria-label="The difference, value by value">
      <h2>
        <i class={`pin ${toneOf(origin)}`}>{at + 1}</i> {text}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard. */}
      <div class="panel-body" tabIndex={0}>
        <Sides difference={difference} canOpen={canOpen} />
        <SourceLines fields={fields} />
      </div>
    </section>
  );
}

export function Sides({ difference, canOpen }: { difference: Difference; canOpen: boolean }) {
  const { fields, origin } = difference;
  return (
    <div class={`values ${toneOf(origin)}`}>
      {fields.map(({ path, source, ...sides }) => {
        const { applied, declared, live } = fromFirstChange(sides);
        return (
          <div key={path}>
            <div class="value-head">
              <code>{path}</code>
              {source && (
                <PlaceLink file={source.file} line={source.line} canOpen={canOpen}>
                  {baseName(source.file)}:{source.line}
                </PlaceLink>
              )}
            </div>
            <dl>
              {applied !== undefined && (
                <div>
                  <dt>Last applied</dt>
                  <Value text={applied} />
                </div>
              )}
              <div>
                <dt>File</dt>
                <Value text={declared} other={applied} />
              </div>
              <div>
                <dt>Live</dt>
                <Value text={live} other={applied ?? declared} />
              </div>
            </dl>
          </div>
        );
      })}
    </div>
  );
}

type Texts = Pick<ComparedField, "applied" | "declared" | "live">;

/** Long texts begin with the last words before the first line that differs. */
function fromFirstChange(texts: Texts): Texts {
  const [first = [], ...others] = Object.values(texts).flatMap((text) =>
    text === null ? [] : [text.split("\n")],
  );
  const differs = first.findIndex((line, at) => others.some((lines) => lines[at] !== line));
  const before = first.slice(0, differs).findLastIndex((line) => line.trim() !== "");
  if (differs === -1 || before < 2) return texts;
  const cut = (text: string | null) => text && `…\n${text.split("\n").slice(before).join("\n")}`;
  const { applied, declared, live } = texts;
  return {
    declared: cut(declared),
    live: cut(live),
    ...(applied !== undefined && { applied: cut(applied) }),
  };
}

/** The lines of the file that declare them, each once. */
function SourceLines({ fields }: { fields: readonly ComparedField[] }) {
  const places = new Map(
    fields.flatMap(({ source }) => (source ? [[`${source.file}:${source.line}`, source]] : [])),
  );
  return (
    <>
      {[...places].map(([place, { lines, line }]) => (
        <Yaml
          key={place}
          lines={lines.map((text, at) => ({ number: line + at, text, kind: "" }))}
          label={`The lines that declare it, ${place}`}
        />
      ))}
    </>
  );
}

/** What is not as in `other` is marked. */
function Value({ text, other }: { text: string | null; other?: string | null | undefined }) {
  if (text === null) return <dd class="none">not there</dd>;
  if (typeof other !== "string") return <dd>{text}</dd>;
  const [start, end] = changedPart(text, other);
  return (
    <dd>
      {text.slice(0, start)}
      {start < end && <mark>{text.slice(start, end)}</mark>}
      {text.slice(end)}
    </dd>
  );
}

/** From where to where a text is not as the other: whole words. */
function changedPart(text: string, other: string): [start: number, end: number] {
  const own = text.split(/(?<=\s)|(?=\s)|\b/);
  const others = other.split(/(?<=\s)|(?=\s)|\b/);
  const most = Math.min(own.length, others.length);
  let start = 0;
  while (start < most && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < most - start && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  const length = (parts: readonly string[]) => parts.join("").length;
  return [length(own.slice(0, start)), text.length - length(end === 0 ? [] : own.slice(-end))];
}
