// boardwright apply at several targets, in waves: shows, asks and reports for each wave.

import {
  cutWaves,
  type ExitCode,
  type FleetReport,
  type Plan,
  type Project,
  type WaveSize,
} from "../../model/index.ts";
import {
  renderApplySummary,
  renderFleet,
  renderFleetJson,
  renderProgress,
  renderSideBySide,
} from "../../report/index.ts";
import type { Destination } from "../../target/index.ts";
import { shareFiles } from "../../tasks/cached/share-files.ts";
import { exitCodeOfFleet } from "../../tasks/exit-codes.ts";
import { applyWaves, type WaveOptions } from "../../tasks/fleet/apply-waves.ts";
import type { GlobalFlags } from "../flags.ts";
import { failureOf } from "../report-failure.ts";
import { saySurroundings } from "../say-command.ts";
import type { Terminal } from "../terminal.ts";
import { watchRequests } from "../watch-requests.ts";
import { withConnection } from "../with-target.ts";

interface FleetRequest {
  project: Project;
  targets: readonly Destination[];
  sizes: readonly WaveSize[];
  chosen: WaveOptions["chosen"];
  allow: readonly string[];
  concurrency: number | "auto" | undefined;
  /** Whether nobody is asked. */
  isSure: boolean;
}

/** Throws what is wrong before anything begins: files with errors, waves that do not hold all targets. */
export async function applyFleet(
  terminal: Terminal,
  flags: GlobalFlags,
  { project, targets, sizes, isSure, ...request }: FleetRequest,
): Promise<ExitCode> {
  const waves = cutWaves(targets, sizes);
  const show = flags.json ? terminal.err : terminal.show;
  const style = { color: terminal.color.out, width: terminal.width };
  const watch = watchRequests(terminal, flags);
  const shared = shareFiles();
  let at = "";
  const ended = await applyWaves({
    ...request,
    waves,
    stop: terminal.interrupted,
    failureOf,
    open: (target, signal, use) =>
      withConnection(
        terminal,
        flags,
        { project, target, signal, concurrency: request.concurrency, watch },
        (context) => use({ ...context, ...shared }),
      ),
    on: {
      planning: ({ name }) => terminal.progress(`planning ${name}`),
      planned(wave, plans, stopped) {
        terminal.progress("");
        const failed = stopped.flatMap(({ target, state, error }) =>
          state === "failed" && error ? [{ target, error }] : [],
        );
        const heading = waves.length > 1 ? `Wave ${wave} of ${waves.length}:\n\n` : "";
        if (!flags.quiet) show(`${heading}${renderSideBySide(plans, failed, style)}`);
        for (const { target, error } of stopped)
          if (error)
            terminal.err(
              `${target}: ${error.message}\n${error.details.map((line) => `  ${line}\n`).join("")}`,
            );
      },
      async confirm(wave, plans: readonly Plan[]) {
        if (isSure) return true;
        const many = plans.length === 1 ? `${plans[0]?.target.name}` : `these ${plans.length} targets`;
        const which = waves.length > 1 ? `wave ${wave} of ${waves.length}, ${many}` : many;
        return /^y(es)?$/i.test((await terminal.ask(`Apply this to ${which}? [y/N] `)).trim());
      },
      begun({ name }) {
        at = name;
      },
      onProgress: (state) =>
        terminal.progress(
          renderProgress(
            { ...state, retried: 0, current: `${at} ${state.current ?? ""}` },
            terminal.progressWidth,
          ),
        ),
      onRetry: watch.onRetry,
      ended({ target, report, error, state }) {
        terminal.progress("");
        if (state === "applied" || state === "unchanged") return;
        if (report) {
          const surroundings = saySurroundings(flags);
          terminal.err(
            `${target}:\n${renderApplySummary(report, { color: terminal.color.err, surroundings })}`,
          );
        } else if (error) terminal.err(`${target}: ${error.message}`);
      },
    },
  });
  const report: FleetReport = {
    project: project.name,
    targets: ended,
    waves: waves.length,
    interrupted: terminal.interrupted.aborted,
  };
  if (flags.json) terminal.out(renderFleetJson(report));
  else terminal.show(renderFleet(report, style));
  return exitCodeOfFleet(report);
}
