// The options that every command takes.

export interface GlobalFlags {
  config?: string;
  target?: string[];
  deployment?: number;
  context?: string;
  json?: boolean;
  color?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}
