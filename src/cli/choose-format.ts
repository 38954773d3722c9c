// The format that `--format` names.

import { orList, UsageError } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";

/** Its renderer; `--json` wins. Throws a UsageError for an unknown name, even with `--json`. */
export function chooseFormat<Format>(
  formats: Readonly<Record<string, Format>>,
  { format: asked = "pretty", json }: GlobalFlags & { format?: string },
): Format {
  const format = Object.hasOwn(formats, asked) ? formats[json ? "json" : asked] : undefined;
  if (format !== undefined) return format;
  throw new UsageError(`--format takes ${orList(Object.keys(formats))}, not ${JSON.stringify(asked)}`);
}
