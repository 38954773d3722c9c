// The operations Boardwright knows, in one table. The served description is searched by method and path shape only: parameter
// names and operation ids differ between deployments.

export interface Operation {
  method: "GET" | "PUT" | "POST" | "DELETE";
  /** The path below `{base_url}`, parameters as `{}`. */
  shape: string;
  /** Shown by the platform document: called without looking it up. All others are only called where described. */
  shown: boolean;
}

const DEPLOYMENT = "/api/v1/deployments/{}";

export const OPERATIONS = {
  listDeployments: { method: "GET", shape: "/api/v1/deployments", shown: true },
  listWorkbooks: { method: "GET", shape: `${DEPLOYMENT}/workbooks`, shown: false },
  getWorkbook: { method: "GET", shape: `${DEPLOYMENT}/workbooks/{}`, shown: false },
  upsertWorkbook: { method: "PUT", shape: `${DEPLOYMENT}/workbooks/by-slug/{}`, shown: true },
  publishWorkbook: { method: "POST", shape: `${DEPLOYMENT}/workbooks/{}/publish`, shown: false },
  deleteWorkbook: { method: "DELETE", shape: `${DEPLOYMENT}/workbooks/{}`, shown: false },
  listFolders: { method: "GET", shape: `${DEPLOYMENT}/folders`, shown: false },
  createFolder: { method: "POST", shape: `${DEPLOYMENT}/folders`, shown: false },
  listReports: { method: "GET", shape: `${DEPLOYMENT}/reports`, shown: false },
  getReport: { method: "GET", shape: `${DEPLOYMENT}/reports/{}`, shown: false },
  upsertReport: { method: "PUT", shape: `${DEPLOYMENT}/reports/by-public-id/{}`, shown: false },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

export function findOperation(name: OperationName): Operation {
  return OPERATIONS[name];
}

/** The operation's path with its parameters filled in, in order, each encoded. */
export function fillPath(name: OperationName, ...values: (string | number)[]): string {
  let next = 0;
  return OPERATIONS[name].shape.replaceAll("{}", () => encodeURIComponent(String(values[next++])));
}
