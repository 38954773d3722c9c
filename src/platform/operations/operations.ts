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
const BUILD = "/build/api/v1/deployments/{}";

export const OPERATIONS = {
  listDeployments: { method: "GET", shape: "/api/v1/deployments", shown: true },
  getDeployment: { method: "GET", shape: DEPLOYMENT, shown: false },
  updateDeployment: { method: "PUT", shape: DEPLOYMENT, shown: true },
  listVersions: { method: "GET", shape: `${DEPLOYMENT}/versions`, shown: true },
  listEnvironments: { method: "GET", shape: `${DEPLOYMENT}/environments`, shown: true },
  issueMetadataToken: {
    method: "POST",
    shape: `${DEPLOYMENT}/environments/{}/tokens-for-meta-sync`,
    shown: true,
  },
  listBranches: { method: "GET", shape: `${BUILD}/branches`, shown: false },
  switchStaging: { method: "PUT", shape: `${BUILD}/branches/staging-environment`, shown: true },
  validateModel: { method: "GET", shape: `${BUILD}/data-model/validate`, shown: false },
  createUser: { method: "POST", shape: "/api/v1/users", shown: true },
  currentUser: { method: "GET", shape: "/api/v1/users/me", shown: false },
  exportAuditLog: { method: "GET", shape: "/api/v1/audit-logs/export", shown: true },
  listScimUsers: { method: "GET", shape: "/api/scim/v2/Users", shown: true },
  readDescription: { method: "GET", shape: "/api/v1/spec", shown: true },
  listWorkbooks: { method: "GET", shape: `${DEPLOYMENT}/workbooks`, shown: false },
  getWorkbook: { method: "GET", shape: `${DEPLOYMENT}/workbooks/{}`, shown: false },
  upsertWorkbook: { method: "PUT", shape: `${DEPLOYMENT}/workbooks/by-slug/{}`, shown: true },
  publishWorkbook: { method: "POST", shape: `${DEPLOYMENT}/workbooks/{}/publish`, shown: false },
  deleteWorkbook: { method: "DELETE", shape: `${DEPLOYMENT}/workbooks/{}`, shown: false },
  listFolders: { method: "GET", shape: `${DEPLOYMENT}/folders`, shown: false },
  createFolder: { method: "POST", shape: `${DEPLOYMENT}/folders`, shown: false },
  listReports: { method: "GET", shape: `${DEPLOYMENT}/reports`, shown: false },
  getReport: { method: "GET", shape: `${DEPLOYMENT}/reports/{}`, shown: false },
  deleteReport: { method: "DELETE", shape: `${DEPLOYMENT}/reports/{}`, shown: false },
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
