// A new widget, from what the files make possible.
import { useRef, useState } from "preact/hooks";
import type { BoardView, ReportChoice, Template } from "../../protocol.ts";
import { chartName } from "../drawing/chart-kind.ts";
import type { Studio } from "../state/store.ts";
import { count, shortMember } from "../state/words.ts";
import { Dialog } from "./dialog.tsx";
import { addWidget, type Wish } from "./make.ts";

const TEMPLATES: [Template, name: string, about: string][] = [
  ["chart", "Chart", "Draws a report of the files"],
  ["text", "Text", "Markdown, written on the board"],
  ["filter", "Filter", "Viewers choose values"],
  ["divider", "Divider", "A line across the grid"],
];
/** More are found by typing. */
const MOST = 60;

export function AddWidget({ studio, board }: { studio: Studio; board: BoardView }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setTemplate] = useState<Template | null>(null);
  const [report, setReport] = useState<ReportChoice | null>(null);
  const [member, setMember] = useState("");
  const { choices } = studio;
  const template = chosen ?? (choices?.reports.length === 0 ? "text" : "chart");
  const wish = wishOf(template, report, member);
  return (
    <Dialog
      dialog={dialog}
      title="Add a widget"
      goes={
        <>
          adds to <code>{board.file}</code>
        </>
      }
      action="Add"
      isOff={!wish}
      submit={() => {
        // First, because closing gives the focus back to the button, and writing takes it.
        dialog.current?.close();
        if (wish) addWidget(wish);
      }}
    >
      <fieldset class="templates">
        <legend class="unseen">What to add</legend>
        {TEMPLATES.map(([key, name, about]) => (
          <label key={key}>
            <input
              type="radio"
              name="template"
              checked={key === template}
              onChange={() => setTemplate(key)}
            />
            <b>{name}</b> <span>{about}</span>
          </label>
        ))}
      </fieldset>
      {template === "chart" && choices && (
        <Reports reports={choices.reports} studio={studio} chosen={report} choose={setReport} />
      )}
      {template === "filter" && choices && (
        <label class="field">
          <span>Member</span>
          <input
            list="making-members"
            value={member}
            placeholder={choices.members[0] ?? "view.member"}
            autoComplete="off"
            spellcheck={false}
            onInput={(event) => setMember(event.currentTarget.value)}
          />
          <datalist id="making-members">
            {choices.members.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
      )}
    </Dialog>
  );
}

function wishOf(template: Template, report: ReportChoice | null, member: string): Wish | null {
  if (template === "chart") return report && { template, title: report.title, report: report.key };
  if (template === "filter")
    return member.trim() ? { template, title: titleOf(member.trim()), member: member.trim() } : null;
  return { template, title: template === "text" ? "Text" : "" };
}

/** `orders.created_at` → `Created at` */
function titleOf(member: string): string {
  const words = shortMember(member).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Reports({
  reports,
  studio: { slug, project },
  chosen,
  choose,
}: {
  reports: readonly ReportChoice[];
  studio: Studio;
  chosen: ReportChoice | null;
  choose(report: ReportChoice): void;
}) {
  const [query, setQuery] = useState("");
  if (reports.length === 0)
    return (
      <p class="making-hint">
        The files declare no report that a chart could draw. They are written under <code>reports:</code>, or
        brought from the platform with <code>boardwright pull</code>.
      </p>
    );
  const words = query.toLowerCase().split(/\s+/);
  const isOwn = ({ drawnBy }: ReportChoice) => slug !== null && drawnBy.includes(slug);
  const matching = reports.filter(({ key, title }) =>
    words.every((word) => `${title} ${key}`.toLowerCase().includes(word)),
  );
  // What the dashboard draws already comes first.
  const found = [...matching.filter(isOwn), ...matching.filter((one) => !isOwn(one))];
  const titleOf = (slug: string) => project?.dashboards.find((one) => one.slug === slug)?.title ?? slug;
  const users = (one: ReportChoice) => {
    const others = one.drawnBy.filter((user) => user !== slug).map(titleOf);
    const [first, ...more] = isOwn(one) ? ["this dashboard", ...others] : others;
    if (first === undefined) return "nobody draws it yet";
    return `drawn by ${first}${more.length > 0 ? ` and ${count(more.length, "other")}` : ""}`;
  };
  return (
    <>
      <label class="field">
        <span>Report</span>
        <input
          type="search"
          value={query}
          placeholder={`Find one of ${reports.length}`}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      <fieldset class="reports">
        <legend class="unseen">Report</legend>
        {found.slice(0, MOST).map((report) => (
          <label key={report.key}>
            <input
              type="radio"
              name="report"
              checked={report.key === chosen?.key}
              onChange={() => choose(report)}
            />
            <b>{report.title}</b> <span>{chartName(report.chart)}</span> <code>{report.key}</code>{" "}
            <small>{users(report)}</small>
          </label>
        ))}
        {found.length === 0 && <p>Nothing is called “{query}”.</p>}
        {found.length > MOST && <p>{found.length - MOST} more: write more of the name.</p>}
      </fieldset>
    </>
  );
}
