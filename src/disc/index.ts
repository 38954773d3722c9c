// Writing to the disc: a file is the old one or the new one, whole.

export { withLock } from "./lock.ts";
export { PartlyWritten, writeTogether } from "./write-together.ts";
export { writeWhole } from "./write-whole.ts";
