// Files with errors, which stop a command before it does anything.

import { UserError } from "../model/index.ts";
import { type Checked, countErrors } from "./check-files.ts";

export class LintError extends UserError {
  /** The findings, and the texts to show them in. */
  readonly checked: Pick<Checked, "diagnostics" | "files" | "text">;

  /** `spared` says what has not happened: `nothing was sent`. */
  constructor(checked: LintError["checked"], spared: string) {
    const errors = countErrors(checked.diagnostics);
    super(`the files have ${errors === 1 ? "an error" : `${errors} errors`}; ${spared}`);
    this.checked = checked;
  }
}
