// The options that every command takes.

export interface GlobalFlags {
  config?: string;
  /** The revision that the policy is read from. */
  policy?: string;
  target?: string[];
  deployment?: number;
  context?: string;
  json?: boolean;
  color?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}
