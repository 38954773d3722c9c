// Where a reader of a review can go, whatever the medium.

/** Each undefined if there is no such place. */
export interface ReviewLinks {
  /** The page of a live workbook. */
  live?(id: number, slug: string): string | undefined;
  /** The page of its copy in the preview of the pull request, where one stands. */
  preview?(slug: string): string | undefined;
  /** A line of a file, as the reviewed commit has it. */
  file?(file: string, line: number): string | undefined;
  /** The page of that commit. */
  commit?: string | undefined;
  /** What the plan was made for. */
  pull?: { number: number; address: string } | undefined;
  /** The run that made it. */
  run?: string | undefined;
}
