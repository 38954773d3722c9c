// The results as a Markdown table, and the machine that they are of.

import { cpus, loadavg, totalmem } from "node:os";

/** Whether anything that was wanted is missed. */
export function isMissed(row) {
  return ratioOf(row) > row.wanted || row.ms > row.wantedMs || row.megabytes > row.wantedMegabytes;
}

export function writeTable(rows) {
  const cells = rows.map((row) => [
    row.name,
    time(row.ms),
    row.against ? `${row.against.name}: ${time(row.against.ms)}` : "",
    row.against ? `${ratioOf(row).toFixed(2)} ×` : "",
    row.wanted ? `≤ ${row.wanted} ×` : row.wantedMs ? `≤ ${time(row.wantedMs)}` : "",
    row.megabytes ? `${Math.round(row.megabytes)} MB` : "",
    row.wantedMegabytes ? `≤ ${row.wantedMegabytes} MB` : "",
    row.wanted || row.wantedMs || row.wantedMegabytes ? (isMissed(row) ? "missed" : "yes") : "",
  ]);
  return [HEAD, HEAD.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

const HEAD = ["What", "Time", "Against", "Ratio", "Wanted", "Peak memory", "Wanted", "Holds"];

/** The machine in one line; its load is that of the last minute. */
export function describeMachine() {
  const [cpu] = cpus();
  return [
    `${cpu.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB`,
    `node ${process.version}`,
    `load average ${loadavg()[0].toFixed(1)}`,
  ].join(" · ");
}

function ratioOf({ ms, against }) {
  return against ? ms / against.ms : Number.NaN;
}

function time(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
