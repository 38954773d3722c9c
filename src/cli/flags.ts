// The options that every command takes (contract 3).

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
