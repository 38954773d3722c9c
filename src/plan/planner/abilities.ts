// What a deployment lets be done, as far as a plan depends on it.

export interface Abilities {
  /** Making folders. */
  folders: boolean;
  /** Listing and writing reports. */
  reports: boolean;
  publish: boolean;
  delete: { workbooks: boolean; reports: boolean };
}
