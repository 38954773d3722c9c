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

/** `drift`, or `drift:order-*`: accepted for the workbooks with these slugs alone. */
export type Allowing = HazardCode | `${HazardCode}:${string}`;

/** The hazard and the glob of slugs, if there is one. Undefined for what names no hazard, or whose glob is empty. */
export function parseAllowing(text: string): { code: HazardCode; slugs?: string } | undefined {
  const [code = "", slugs] = text.split(/:(.*)/s);
  if (!isHazardCode(code) || slugs === "") return undefined;
  return slugs === undefined ? { code } : { code, slugs };
}
