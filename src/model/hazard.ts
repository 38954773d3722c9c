// A hazard is a named reason to stop before anything is written (contract 6). Each has a page in docs/hazards/.

export const HAZARD_CODES = [
  "drift",
  "conflict",
  "adopt",
  "takeover",
  "renamed",
  "delete",
  "mass-change",
] as const;
export type HazardCode = (typeof HAZARD_CODES)[number];

export interface Hazard {
  code: HazardCode;
  message: string;
}

export function isHazardCode(text: string): text is HazardCode {
  return (HAZARD_CODES as readonly string[]).includes(text);
}
