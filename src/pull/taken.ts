// Questions about the fields that a pull takes.

/** Whether anything at `path` or in it is taken. */
export function touches(taken: ReadonlySet<string>, path: string): boolean {
  return [...taken].some(
    (field) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`),
  );
}
