// Colours for terminals, or none: decided by whoever calls, never by looking at the process.

import { Chalk } from "chalk";

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export function paintWith(color: boolean): Paint {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return {
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    red: (text) => chalk.red(text),
    green: (text) => chalk.green(text),
    yellow: (text) => chalk.yellow(text),
    cyan: (text) => chalk.cyan(text),
  };
}
