// Colours for terminals, or none: the caller decides, never the state of the process.

import { Chalk } from "chalk";

const STYLES = ["bold", "dim", "red", "green", "yellow", "cyan"] as const;

export type Paint = Record<(typeof STYLES)[number], (text: string) => string>;

export function paintWith(color: boolean): Paint {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return Object.fromEntries(STYLES.map((style) => [style, (text: string) => chalk[style](text)])) as Paint;
}
