// Many files that no earlier run knows are shared with helpers, which load some of them at the same time on other cores. What they hand
// back has the form of what the cache keeps, and is checked and put together like that, in the order of the files.

/** What a helper made of a file: what a later run would find in the cache. */
export interface Piece {
  /** A digest of the file's name and bytes. */
  key: string;
  head: string;
  body: Buffer;
}

/** The files to be loaded, in the order in which they are taken. */
export interface Work {
  files: readonly string[];
  /** The files that hold nothing but layouts, which workbooks of any file may need. */
  layouts: readonly string[];
  /** All files that `include` matches. */
  included: readonly string[];
}

export interface Help {
  begin(work: Work): void;
  /**
   * Who loads the file of this number: undefined for the caller, who must do so; else a helper, and what it makes of the file, undefined
   * if that is nothing that could be handed over. To be asked once, in order. Never rejects.
   */
  take(number: number): Promise<Piece | undefined> | undefined;
  end(): void;
}

/** Undefined if there is no help. */
export type FindHelp = () => Help | undefined;

/** Fewer files are loaded before a helper is ready. */
const ENOUGH = 200;
/** UTF-16 units of a file that a helper, whose memory is bounded, can be asked to load. */
const MOST = 1_000_000;
const WORKBOOKS = /["']?workbooks["']?\s*:/;

export interface Sharing {
  /** A file that must be loaded. */
  add(file: string, about: { text: string; chosen: boolean; hasLayouts: boolean }): void;
  /** All files are added. */
  begin(included: readonly string[]): void;
  /** What a helper makes of the file; undefined if it must be loaded here. */
  take(file: string): Promise<Piece | undefined> | undefined;
  end(): void;
}

export function openSharing(findHelp: FindHelp | undefined): Sharing {
  const numbers = new Map<string, number>();
  const layouts: string[] = [];
  let help: Help | undefined;
  return {
    add(file, { text, chosen, hasLayouts }) {
      if (!findHelp) return;
      if (hasLayouts && !WORKBOOKS.test(text)) layouts.push(file);
      else if (chosen && text.length <= MOST) numbers.set(file, numbers.size);
      // Helpers get ready while the other files are looked at.
      if (numbers.size === ENOUGH) help ??= findHelp();
    },
    begin(included) {
      help?.begin({ files: [...numbers.keys()], layouts, included });
    },
    take(file) {
      const number = help && numbers.get(file);
      return number === undefined ? undefined : help?.take(number);
    },
    end() {
      help?.end();
    },
  };
}
