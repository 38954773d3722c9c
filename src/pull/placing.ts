// Where new files can go. Whoever writes them answers from the disk: this room reads no file.

export interface Placing {
  /** The folder, relative to the project's; "" for that itself. */
  into: string;
  /** Whether somebody named that folder; else reports of a declared workbook stay beside it. */
  isNamed: boolean;
  /** Whether a file or folder of this name is there already. */
  isThere(name: string): boolean;
  /** Whether files can lie in a folder of this name: it is one, no link to one, or is not there. */
  canHold(name: string): boolean;
  /** Whether the project reads a file of this name as a workbook file. */
  isIncluded(name: string): boolean;
  /** The globs, for who has to mend them. */
  include: readonly string[];
  /** Where the schema of workbook files lies, relative to the project's folder, or its URL. */
  schema: string | undefined;
}
