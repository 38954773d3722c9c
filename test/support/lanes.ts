/** The folders of test/ whose `*.test.ts` are in the fast lane: they test functions and states, and start no process. */
export const FAST_FOLDERS = [
  "cache",
  "desired",
  "edit",
  "files",
  "lint",
  "model",
  "model-check",
  "plan",
  "report",
  "schemas",
];
