// Lines of a file, with the little colour that helps reading, and what an edit did to them.
import { useEffect, useRef } from "preact/hooks";

export interface YamlLine {
  /** Null for one that is no longer there. */
  number: number | null;
  text: string;
  kind: "" | "gone" | "new" | "bad" | "cut";
}

/** The lines now, with those that an edit replaced before them. */
export function changedLines(
  lines: readonly string[],
  first: number,
  before: readonly string[] | null,
): YamlLine[] {
  const now = lines.map((text, at): YamlLine => ({ number: first + at, text, kind: "" }));
  if (!before) return now;
  let start = 0;
  while (start < lines.length && start < before.length && lines[start] === before[start]) start++;
  let end = 0;
  while (
    end < lines.length - start &&
    end < before.length - start &&
    lines.at(-1 - end) === before.at(-1 - end)
  )
    end++;
  const gone = before
    .slice(start, before.length - end)
    .map((text): YamlLine => ({ number: null, text, kind: "gone" }));
  const added = now.slice(start, now.length - end).map((line): YamlLine => ({ ...line, kind: "new" }));
  return [...now.slice(0, start), ...gone, ...added, ...now.slice(now.length - end)];
}

export function Yaml({ lines, label }: { lines: readonly YamlLine[]; label: string }) {
  const box = useRef<HTMLOListElement>(null);
  const changed = lines.map(({ kind, text }) => (kind === "" ? "" : text)).join("\n");
  useEffect(() => {
    box.current?.querySelector(".new, .bad")?.scrollIntoView({ block: "nearest" });
  }, [changed]);
  const indent = Math.min(
    ...lines
      .filter(({ text, kind }) => kind !== "cut" && text.trim() !== "")
      .map(({ text }) => text.search(/\S/)),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard.
    <ol class="yaml" ref={box} aria-label={label} tabIndex={0}>
      {lines.map(({ number, text, kind }, at) => (
        <li key={`${at} ${kind} ${text}`} class={kind}>
          <span class="line-number">{number ?? (kind === "cut" ? "⋯" : "-")}</span>
          <code>{tokens(text.slice(Number.isFinite(indent) ? indent : 0))}</code>
        </li>
      ))}
    </ol>
  );
}

function tokens(text: string) {
  const [, dash = "", key, rest] = /^(\s*(?:- +)*)([\w$.-]+(?=:(?:\s|$)))?(.*)$/.exec(text) ?? [];
  return (
    <>
      {dash}
      {key && <span class="y-key">{key}</span>}
      {values(rest ?? text)}
    </>
  );
}

function values(text: string) {
  const comment = /(^|\s)#.*$/.exec(text);
  const body = comment ? text.slice(0, comment.index) : text;
  return (
    <>
      {body.split(/("[^"]*"|'[^']*'|-?\b\d+(?:\.\d+)?\b|[[\]{},:]+)/).map((part, at) => {
        const kind =
          at % 2 === 0
            ? part.trim()
              ? "y-text"
              : ""
            : /^["']/.test(part)
              ? "y-text"
              : /\d/.test(part)
                ? "y-number"
                : "";
        return kind ? (
          <span key={at} class={kind}>
            {part}
          </span>
        ) : (
          part
        );
      })}
      {comment && <span class="y-comment">{comment[0]}</span>}
    </>
  );
}
