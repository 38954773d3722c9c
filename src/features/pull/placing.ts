// Where new files can go. The caller that writes them answers from the disk: this file reads none.

import type { Json } from "../../model/index.ts";

export interface Placing {
  /** The folder, relative to the project's; "" for that itself. */
  into: string;
  /** Whether the user named that folder; else reports of a declared workbook go next to it. */
  isNamed: boolean;
  /** Whether new files go into folders in it that are named like the platform's. */
  mirrorsFolders: boolean;
  /** Whether blocks that several new files repeat are written once. */
  shares: boolean;
  /** Whether nothing is written this time. */
  isDry: boolean;
  /** The file that holds just this value, named so (`layout.yaml`, `layout-2.yaml`); undefined if there is none. */
  findFragment(name: string, value: Json): string | undefined;
  /** Whether a file or folder of this name is there already. */
  isThere(name: string): boolean;
  /** Whether a folder of this name can hold files: it is a folder, not a link to one, or is not there. */
  canHold(name: string): boolean;
  /** Whether the project reads a file of this name as a workbook file. */
  isIncluded(name: string): boolean;
  /** The globs, for the message to the user who has to change them. */
  include: readonly string[];
  /** The path of the schema of workbook files, relative to the project's folder, or its URL. */
  schema: string;
}
