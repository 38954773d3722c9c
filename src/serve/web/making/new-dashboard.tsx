// A new dashboard: its title gives the slug, the slug the file, and each of them can be written otherwise before anything is made.
import { useRef, useState } from "preact/hooks";
import type { Choices, ProjectView } from "../../protocol.ts";
import { Ticked } from "../parts/ticked.tsx";
import type { Studio } from "../state/store.ts";
import { Dialog } from "./dialog.tsx";
import { createDashboard } from "./make.ts";
import { freeName, slugOf } from "./names.ts";

export function NewDashboard({ studio, project }: { studio: Studio; project: ProjectView }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, setTitle] = useState("");
  /** What a person wrote instead of what is proposed. */
  const [ownSlug, setSlug] = useState<string | null>(null);
  const [ownFile, setFile] = useState<string | null>(null);
  const [ownFolder, setFolder] = useState<string | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; help: string | null } | null>(null);

  const slugs = new Set(project.dashboards.map((one) => one.slug));
  const proposed = slugOf(title);
  const slug = ownSlug ?? (proposed && freeName(proposed, (name) => slugs.has(name)));
  const place = placeFor(studio, from);
  const file = ownFile ?? (place && slugOf(slug) ? fileFor(slugOf(slug), project, place) : "");
  const beside = project.dashboards.find((one) => one.slug === (from ?? studio.slug));
  const folder = ownFolder ?? beside?.folder.join("/") ?? "";

  const submit = async () => {
    setBusy(true);
    const why = await createDashboard({
      ...{ file: file.trim(), slug: slug.trim(), title: title.trim(), from },
      folder: from !== null ? ownFolder : folder,
    });
    setBusy(false);
    setProblem(why);
    if (why) return;
    dialog.current?.close();
    focusMade();
  };
  return (
    <Dialog
      dialog={dialog}
      title="New dashboard"
      goes={
        file && (
          <>
            creates <code>{file}</code>
          </>
        )
      }
      action="Create"
      isOff={isBusy || [title, slug, file].some((text) => text.trim() === "")}
      submit={() => void submit()}
    >
      <Field name="Title" value={title} set={setTitle} />
      <Field
        name="Slug"
        value={slug}
        set={setSlug}
        about="Its identity, here and on the platform. The title may change later."
        isCode
      />
      <Field
        name="Folder"
        value={folder}
        set={setFolder}
        about="On the platform: names with / between them, none for the root."
        list={[...new Set(project.dashboards.map((one) => one.folder.join("/")))]}
      />
      <Field name="File" value={file} set={setFile} isCode />
      <label class="field">
        <span>Start from</span>
        <select value={from ?? ""} onChange={(event) => setFrom(event.currentTarget.value || null)}>
          <option value="">an empty dashboard</option>
          <optgroup label="a copy of">
            {project.dashboards
              .filter((one) => !one.isBroken)
              .map((one) => (
                <option key={one.slug} value={one.slug}>
                  {one.title}
                </option>
              ))}
          </optgroup>
        </select>
      </label>
      {problem && (
        <p class="making-problem" role="alert">
          <Ticked text={`${problem.message} ${problem.help ?? ""}`} />
        </p>
      )}
    </Dialog>
  );
}

/** Frames that a board is waited for. */
const MOST_FRAMES = 30;

/** What comes next on an empty board is its first widget; the tree of a phone is shut, and its button with it. */
function focusMade(frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    const found = find(".stage .main") ?? (find(".stage .board") && find(".stage"));
    if (found) found.focus();
    else if (frames > 0) focusMade(frames - 1);
  });
}

/** A copy goes beside its original: what that takes in is written relative to its folder. Undefined until the server has said where. */
function placeFor({ project, choices }: Studio, from: string | null): Choices["newFile"] | undefined {
  const original = project?.dashboards.find(({ slug }) => slug === from);
  if (!original || !choices) return choices?.newFile;
  const at = original.file.lastIndexOf("/");
  return { folder: at === -1 ? "" : original.file.slice(0, at), ending: choices.newFile.ending };
}

function fileFor(name: string, { dashboards }: ProjectView, { folder, ending }: Choices["newFile"]): string {
  const taken = new Set(dashboards.map(({ file }) => file));
  const full = (stem: string) => `${folder === "" ? "" : `${folder}/`}${stem}${ending}`;
  return full(freeName(name, (stem) => taken.has(full(stem))));
}

function Field({
  name,
  value,
  set,
  about,
  isCode = false,
  list = [],
}: {
  name: string;
  value: string;
  set(value: string): void;
  about?: string;
  isCode?: boolean;
  /** What can be chosen. */
  list?: readonly string[];
}) {
  const id = `making-${name.toLowerCase()}`;
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <input
        id={id}
        value={value}
        class={isCode ? "code" : ""}
        autoComplete="off"
        spellcheck={!isCode}
        aria-describedby={about && `${id}-about`}
        list={list.length > 0 ? `${id}-list` : undefined}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {list.length > 0 && (
        <datalist id={`${id}-list`}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {about && <small id={`${id}-about`}>{about}</small>}
    </div>
  );
}
