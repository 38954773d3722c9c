// Writing to the disc: a file is the old one or the new one, whole, and one process at a time has it.

export { LockHeld, lockFile } from "./lock.ts";
export { PartlyWritten, writeTogether } from "./write-together.ts";
export { writeWhole } from "./write-whole.ts";
