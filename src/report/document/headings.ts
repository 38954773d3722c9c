// The headings of a plan: every medium says them with these words.

export const DECIDE = "Needs a decision";
export const SEEN = "Viewers see";
export const DRAFTS = "In draft only, until somebody publishes";
export const RENAMED = "Renamed, and nothing else";
/** The same within a line. */
export const SEEN_SHORT = "viewers see";
export const DRAFTS_SHORT = "in draft only";
export const RENAMED_SHORT = "a new slug only";
export const LEFT = "Left as it is";

export const UNDECIDED = "Nothing is applied until these are decided.";
