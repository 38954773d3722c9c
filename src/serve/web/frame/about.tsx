// The dashboard itself, while no widget is selected: what the files say of it, what was found, how it differs from live, what to run.
import { useState } from "preact/hooks";
import type { About, AboutEdit, BoardView, LiveBoard } from "../../protocol.ts";
import { toneOf, WHO } from "../board/marks.ts";
import { isPhone } from "../board/use-size.ts";
import { Ticked } from "../parts/ticked.tsx";
import { perform } from "../state/edit.ts";
import { select } from "../state/open.ts";
import { canEdit, type Studio, update } from "../state/store.ts";
import { badgesOf } from "../state/tree-rows.ts";
import { count, nameOf, widgetOf } from "../state/words.ts";
import { BADGES } from "./badge.tsx";
import { Command } from "./command.tsx";
import { SourceHead } from "./place-link.tsx";

export function AboutDashboard({ studio, board }: { studio: Studio; board: BoardView }) {
  const { live, project } = studio;
  const { about } = board;
  const entry = project?.dashboards.find(({ slug }) => slug === board.slug);
  const canOpen = project?.isReadOnly === false;
  const owners = about?.owners.join(", ");
  return (
    <details class="about" open={!isPhone()}>
      <summary>
        <h2>{board.title}</h2>
      </summary>
      <section class="what">
        <h2>{board.title}</h2>
        {entry && (
          <p>
            {badgesOf(entry)
              .map((kind) => BADGES[kind].name)
              .join(" · ") || "As it is live"}
          </p>
        )}
        {about && <Values key={board.slug} about={about} isOpen={canEdit(studio)} />}
      </section>
      <section class="source">
        <SourceHead file={board.file} line={board.line} canOpen={canOpen} />
      </section>
      <section>
        <dl class="origins">
          <Row name="slug" text={board.slug} isCode />
          {owners && <Row name="owner" text={owners} />}
          {live?.live && <Row name="published" text={live.published ? "yes" : "never"} />}
        </dl>
      </section>
      {board.findings.length > 0 && <Findings board={board} />}
      {live && <AgainstLive live={live} />}
      {about && about.commands.length > 0 && (
        <section>
          <h3>In a terminal</h3>
          {about.commands.map((text) => (
            <Command key={text} text={text} />
          ))}
        </section>
      )}
    </details>
  );
}

function Row({ name, text, isCode = false }: { name: string; text: string; isCode?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{text}</code> : text}</dd>
    </div>
  );
}

function Values({ about, isOpen }: { about: About; isOpen: boolean }) {
  const set = (edit: AboutEdit, mine: string) => perform([edit], { mine });
  const fields = [
    ["name", "Name", about.name ?? ""],
    ["title", "Title", about.title ?? ""],
    ["folder", "Folder", about.folder],
  ] as const;
  return (
    <div class="about-values">
      {fields.map(
        ([field, label, value]) =>
          value !== null && (
            <TextValue
              key={field}
              {...{ label, value, isOpen }}
              set={(text) => set({ kind: "about", field, text }, `${label}: ${text}`)}
            />
          ),
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={about.publish}
          disabled={!isOpen}
          onChange={(event) =>
            set({ kind: "publish", publish: event.currentTarget.checked }, "Whether it is published")
          }
        />
        An apply publishes it
      </label>
    </div>
  );
}

/** Written when it is left, or with Enter; Esc takes the typing back. */
function TextValue({
  label,
  value,
  isOpen,
  set,
}: {
  label: string;
  value: string;
  isOpen: boolean;
  set(text: string): void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label>
      <span>{label}</span>
      <input
        value={typed ?? value}
        readOnly={!isOpen}
        autoComplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => {
          const text = event.currentTarget.value.trim();
          setTyped(null);
          if (text !== value.trim()) set(text);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.value = value;
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
      />
    </label>
  );
}

function Findings({ board }: { board: BoardView }) {
  return (
    <section class="findings">
      <h3>{count(board.findings.length, "finding")}</h3>
      {board.findings.map(({ rule, line, message, help, severity, widget: id }) => {
        const widget = widgetOf(board, id);
        return (
          <p key={`${rule} ${line} ${message}`} class={severity}>
            {widget && (
              <button type="button" class="link" onClick={() => select(widget.id)}>
                {nameOf(widget)}:
              </button>
            )}{" "}
            <Ticked text={`${message} ${help ?? ""}`} /> <code>{rule}</code>
          </p>
        );
      })}
    </section>
  );
}

function AgainstLive({ live }: { live: LiveBoard }) {
  const { differences, notes } = live;
  return (
    <section class="against">
      <h3>Against live</h3>
      {notes.map((note) => (
        <p key={note}>
          <Ticked text={note} />
        </p>
      ))}
      {differences.length === 0 && <p>{live.live ? "No difference." : "It is not live."}</p>}
      <ol>
        {differences.map(({ text, origin }, at) => (
          <li key={`${at + 1} ${text}`}>
            <button type="button" class="link" onClick={() => update({ view: "compare", difference: at })}>
              {text}
            </button>{" "}
            <em class={`tag ${toneOf(origin)}`}>{WHO[origin]}</em>
          </li>
        ))}
      </ol>
    </section>
  );
}
