// The format that `--format` names, out of those that a thing has.

import { UsageError } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";

/** Its renderer; `--json` goes before. Throws a UsageError for a name that is none, also beside `--json`. */
export function chooseFormat<Format>(
  formats: Readonly<Record<string, Format>>,
  { format: asked = "pretty", json }: GlobalFlags & { format?: string },
): Format {
  const format = Object.hasOwn(formats, asked) ? formats[json ? "json" : asked] : undefined;
  if (format !== undefined) return format;
  throw new UsageError(`--format takes ${Object.keys(formats).join(", ")}, not ${JSON.stringify(asked)}`);
}
