// What was computed from files in an earlier run.

/** What is kept under one key: a text, and bytes beside it. */
export interface Kept {
  head: string;
  body: Buffer;
  /** Whether it is the same with the settings of any other target. Not kept itself. */
  isForAll?: boolean;
}

/** What was kept by runs with the same tool and the same settings. Never throws: what cannot be read was never kept. */
export interface Memory {
  /** What was kept under a key (a digest, 64 characters of hex), whole and unchanged; else undefined. */
  recall(key: string): Kept | undefined;
  /** Keeps it for later runs, once `close` is called. */
  keep(key: string, kept: Kept): void;
  /** Ends the use of it, and has what was kept stay if `stays`. */
  close(stays: boolean): void;
}

/** Where memories are. */
export interface Cache {
  /** The memory of runs with these settings: a text that holds all that results depend on besides the tool and the files. */
  open(settings: string): Memory;
}
