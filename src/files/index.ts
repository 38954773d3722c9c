// Files: written, a file is the old one or the new one, never half of it; one process at a time uses it; and reading
// one never waits for a writer.

export { ensureFolder } from "./ensure-folder.ts";
export { LockHeld, lockFile, noteInLock } from "./lock.ts";
export { readRegular, WITHOUT_WAITING } from "./read-regular.ts";
export { leadsOutside, stayInOpen, stayInside } from "./stay-inside.ts";
export { ChangedMeanwhile, PartlyWritten, writeTogether } from "./write-together.ts";
export { PRIVATE, writeNew, writeWhole } from "./write-whole.ts";
