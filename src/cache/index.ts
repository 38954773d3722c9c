// What was computed from files, kept in a folder of the project for later runs. It can be deleted at any time and is never believed: what
// is damaged, cut short, of another tool or made by somebody else was never there (docs/decisions/cache.md).

export { readCacheKey } from "./cache-key.ts";
export type { Cache, Memory } from "./memory.ts";
export { openCache } from "./open-cache.ts";
