// The state of resolving one document or included file, and how a directive in it fails.
import type { Diagnostic, Json, Path } from "../model/index.ts";
import { errorAt } from "./diagnose.ts";
import type { Directive, DirectiveProblem } from "./directives.ts";
import type { Files } from "./files.ts";
import { type Spot, spanOfSpot } from "./spot.ts";
import type { Variables } from "./variables.ts";

export interface Resolver {
  files: Files;
  variables: Variables;
  /** Set when anything depends on the target. */
  dependsOnTarget: boolean;
  included: Map<string, Included>;
  /** Real paths of all files that were included, kept or not. */
  fragments: Set<string>;
  /** Real path of each file or folder that a directive names → the places that name it. */
  named: Map<string, Set<string>>;
}

/** An included file, resolved: shared by all files that include it, so never changed. */
export interface Included {
  value: Json;
  diagnostics: Diagnostic[];
  ok: boolean;
}

export interface Walk {
  resolver: Resolver;
  file: string;
  doc: number;
  path: (string | number)[];
  /** Real paths of the files being included, outermost first. */
  chain: readonly string[];
  diagnostics: Diagnostic[];
  /** The paths that have no value because a directive failed. */
  failed: Path[];
}

/** The value of a directive that cannot be put in place. */
export function refuse(walk: Walk, directive: Directive, message: string): null {
  return fail(walk, directive, { rule: "include-invalid", message });
}

export function fail(walk: Walk, directive: Directive, problem: DirectiveProblem): null {
  const spot: Spot = { file: walk.file, doc: walk.doc, path: [...walk.path, directive] };
  walk.diagnostics.push(errorAt(spanOfSpot(walk.resolver.files, spot), problem));
  walk.failed.push([...walk.path]);
  return null;
}
