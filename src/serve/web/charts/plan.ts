// What the chart library draws, in words of ours.

export interface Size {
  width: number;
  height: number;
}

export interface Plan {
  kind: "column" | "bar" | "line" | "area" | "pie";
  labels: string[];
  series: { label: string; values: (number | null)[] }[];
  /** The series are parts of one measure. */
  isSplit: boolean;
  isPercent: boolean;
}

/** The library draws on a canvas, which no style sheet reaches. */
export interface Colours {
  ink: string;
  line: string;
  card: string;
  /** Of the series, one after the other. */
  tones: string[];
}

export interface Drawn {
  resize(size: Size): void;
  end(): void;
}
