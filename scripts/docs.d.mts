/** The documents that are made from the code, by their paths from the root. */
export declare function makeDocs(): Record<string, string>;
