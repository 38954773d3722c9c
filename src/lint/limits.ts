// Bounds that keep odd files from costing more than they are worth.

/** Levels of nesting that are followed: far above any dashboard, far below the call stack. */
export const DEEPEST = 200;

/** Columns that the overlap sweep looks at; anything beyond is outside any grid and is reported as that. */
export const WIDEST_SWEPT = 1024;

/** Characters of a name that a message shows. */
export const LONGEST_NAME = 60;

/** Texts at one place of a type's config that are no ids of widgets: with more of them, the place does not name widgets. */
export const MOST_STRAY = 20;
