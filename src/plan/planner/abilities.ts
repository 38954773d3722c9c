// The abilities of a deployment on which a plan depends.

export interface Abilities {
  /** Making folders. */
  folders: boolean;
  /** Listing and writing reports. */
  reports: boolean;
  publish: boolean;
  /** Giving a workbook another slug. */
  rename: boolean;
  delete: {
    workbooks: boolean;
    reports: boolean;
    /** Why nobody knows: the description could not be read. */
    unknown?: string | undefined;
  };
}
