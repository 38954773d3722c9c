// Writing to the disc: a file is the old one or the new one, whole.

export { writeWhole } from "./write-whole.ts";
