// A real sandbox for the commands of the platform's own operations, and the command run against it as a user runs it.
import { createSandbox, type Sandbox, type Seed } from "../../../src/sandbox/index.ts";
import { boardwright, type Ran } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";

/** Keys: `key-of-beta` reaches deployment 2 only, `viewer` holds no permission and may see and no more. */
const SEED: Seed = {
  deployments: [
    { id: 1, name: "acme" },
    { id: 2, name: "beta" },
  ],
  folders: [
    { id: 31, name: "Finance", deploymentId: 1 } as never,
    { id: 32, name: "Revenue", parentId: 31, deploymentId: 1 } as never,
  ],
  workbooks: [
    { id: 101, deploymentId: 1, slug: "revenue", name: "Revenue \u001b[31m", folderId: 32 },
    { id: 102, deploymentId: 1, slug: "orders", name: "Orders" },
    { id: 103, deploymentId: 1, slug: "2024", name: "The year" },
  ],
  reports: [{ id: 5001, deploymentId: 1, publicId: "c4GYoIbttls4", name: "By month", workbookId: 101 }],
  modelErrors: { "new-metrics": [{ message: "orders.count is not defined", fileName: "cubes/orders.yml" }] },
  users: [{ id: 7, email: "ada@example.com", username: "ada" }],
  apiKeys: [
    { key: "key-of-beta", deployments: [2] },
    { key: "viewer", role: "AI BI Viewer" },
    { key: "limited", role: "AI BI User", access: { workbooks: { orders: "view" } } },
  ],
};

export interface Place {
  sandbox: Sandbox;
  run(args: readonly string[], options?: { key?: string; input?: string; cwd?: string }): Promise<Ran>;
}

export async function openPlace(seed: Seed = SEED, url?: string): Promise<Place> {
  const sandbox = await createSandbox({ seed });
  return {
    sandbox,
    run(args, { key = sandbox.apiKey, input, cwd = tempFolder() } = {}) {
      const env = { PLATFORM_API_URL: url ?? sandbox.url, PLATFORM_API_KEY: key, XDG_CONFIG_HOME: cwd };
      return boardwright(args, { cwd, env, ...(input === undefined ? {} : { input }) });
    },
  };
}
