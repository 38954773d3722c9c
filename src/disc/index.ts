// Writing files: a file is the old one or the new one, never half of it, and one process at a time uses it.

export { ensureFolder } from "./ensure-folder.ts";
export { LockHeld, lockFile } from "./lock.ts";
export { PartlyWritten, writeTogether } from "./write-together.ts";
export { writeWhole } from "./write-whole.ts";
