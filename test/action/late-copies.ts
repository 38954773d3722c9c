// What servers answer that read from copies: a list that does not hold yet what was just written.
import type { Comment, FakeIssue } from "./github-server.ts";

export interface Lag {
  /** How many reads after each write are answered as it was before. */
  reads: number;
  /** Whether a single comment is read from the copy as well. */
  isOfAll: boolean;
}

export function openCopies(lagOf: () => Lag) {
  const earlier: { issue: FakeIssue; comments: Comment[]; left: number }[] = [];
  return {
    /** Is told before each write. */
    writes(issue: FakeIssue): void {
      const { reads } = lagOf();
      if (reads > 0) earlier.push({ issue, comments: structuredClone(issue.comments), left: reads });
    },
    /** What a read is answered. */
    read(issue: FakeIssue, isList: boolean): Comment[] {
      if (!isList && !lagOf().isOfAll) return issue.comments;
      const known = earlier.filter((one) => one.issue === issue && one.left > 0);
      for (const one of known) one.left -= 1;
      return known[0]?.comments ?? issue.comments;
    },
  };
}
