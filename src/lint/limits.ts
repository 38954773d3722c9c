// Bounds that keep odd files from costing more than they are worth.

/** Levels of nesting that are followed: far above any dashboard, far below the call stack. */
export const DEEPEST = 200;

/** Columns that the overlap sweep looks at; anything beyond is outside any grid and is reported as that. */
export const WIDEST_SWEPT = 1024;

/** Characters of a name that a message shows. */
export const LONGEST_NAME = 60;
