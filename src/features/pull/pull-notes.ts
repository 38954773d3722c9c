// What a pull says besides what it took: what it left alone, why, and what to do.

import type { FileEdits } from "../../edit/index.ts";
import { isPlainSlug, nameSome, type PullNote } from "../../model/index.ts";
import { DOUBLE_ADVICE, describeDouble, describeUnreadable, unreadableAdvice } from "../../plan/index.ts";
import type { Survey } from "./survey.ts";

/** Of a declaration whose file could not be made to say what is live. */
export function editFailed({ kind, key, reason }: FileEdits["failed"][number]): PullNote {
  return {
    code: "cannot-edit",
    key,
    message: `${kind === "report" ? "report " : ""}${key} is left as it is: ${reason}`,
    help: "Edit its file by hand: `boardwright plan` shows what differs. What the file then says is not pulled again.",
  };
}

/** Of what the survey found and nobody asked to take, or what nothing can name. `flag`: the end of the commands that are shown. */
export function surveyNotes(survey: Survey, flag: string): PullNote[] {
  const { absent, doubles, foreign, moved, removed, unnamed, unread } = survey;
  return [
    ...doubles.map(
      ({ slug, ids, was }): PullNote => ({
        code: "double-slug",
        key: slug,
        message: `${slug} is not pulled: ${was === undefined ? describeDouble(ids) : `it \`was: ${was}\`, and both are live, as the workbooks ${nameSome(ids.map(String))}`}`,
        help: DOUBLE_ADVICE,
      }),
    ),
    ...unread.map(
      (one): PullNote => ({
        code: "unreadable",
        key: one.slug,
        message: `not pulled: ${describeUnreadable(one)}`,
        help: unreadableAdvice(one),
      }),
    ),
    ...moved.map(({ slug: key, ...said }): PullNote => ({ code: "renamed", key, ...said })),
    ...absent.map(({ slug: key, file, reason, unclear }): PullNote => {
      if (unclear) return { code: "renamed", key, ...unclear };
      if (reason?.code === "renamed" || reason?.code === "alike") {
        const message = `${key} is ${reason.code === "alike" ? "not live, and " : ""}${reason.message}`;
        return { code: reason.code, key, message, help: reason.help };
      }
      const unwanted = reason
        ? `If it was deleted on purpose, remove it from ${file}, with the reports that only it draws.`
        : `If it is not wanted, like the example of \`boardwright init\`, remove it from ${file}.`;
      // When it was live last is told by a plan.
      const how = reason?.code === "deleted" ? "was deleted on the platform" : `was ${reason?.message}`;
      return {
        code: reason?.code ?? "not-live",
        key,
        message: `${key} ${reason ? how : "is declared and not live"}, so there is nothing to pull`,
        help: `\`boardwright apply${flag}\` creates it${reason ? " again" : ""}. ${unwanted}`,
      };
    }),
    ...foreign.map(
      ({ slug, project }): PullNote => ({
        code: "other-project",
        key: slug,
        message: `${slug} is not pulled: it is managed by ${project.startsWith("the preview") ? project : `another project, ${JSON.stringify(project)}`}`,
        help: `To take it over anyway, name it${isPlainSlug(slug) ? `: \`boardwright pull ${slug}${flag}\`` : " after `boardwright pull`"}.`,
      }),
    ),
    ...removed.map(
      (key): PullNote => ({
        code: "removed",
        key,
        message: `${key} was removed from the files since it was applied, and is still live: a pull of all takes it back`,
        help: `If it was removed on purpose, remove it again: \`boardwright plan${flag}\` says how to delete what is live.`,
      }),
    ),
    ...unnamed.map(
      ({ id, name }): PullNote => ({
        code: "no-slug",
        message: `workbook ${id}, ${JSON.stringify(name)}, is not pulled: it has no slug that a file could name`,
        help: `Give it one on the platform, or with PUT …/workbooks/${id} and { "slug": "…" }, and pull again.`,
      }),
    ),
  ];
}
