// Durations as people write and read them.

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** `10s`, `1.5s`, `500ms`, `2m` in milliseconds; undefined for anything else, and for none at all. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text.trim()) ?? [];
  const ms = amount === undefined || unit === undefined ? 0 : Number(amount) * UNITS[unit]!;
  return ms > 0 ? ms : undefined;
}

/** `340 ms`, `1.2 s`, `75 s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** `10s`, `1500ms`: as parseDuration reads it. */
export function writeDuration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
