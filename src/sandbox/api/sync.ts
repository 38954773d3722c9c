// The sync of a transformation project ("Command-line client", rule 9; paths and answers: the platform's public client). The sandbox has no
// such project: it takes the data model's branches for those of the project, and generates a file without a cube.

import { recordEvent } from "../store/record-event.ts";
import type { ResourceRecord } from "../store/records.ts";
import { requirePermission } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { saveFiles } from "./model-files.ts";
import { idInPath } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

const KIND = "dbt-sync";
const GENERATED = "model/generated.yml";

/** POST /deployments/{deploymentId}/dbt-sync: a new branch, and a job that fills it. */
export async function startSync(context: DeploymentContext): Promise<Reply> {
  const { store, deployment, key, now } = context;
  const { ref, branchName } = await context.body();
  for (const permission of ["SchemaUpdate", "SchemaRead", "SchemaUpdateDevBranches", "DeploymentRead"])
    requirePermission(key, permission);
  const all = store.branches.of(deployment.id);
  const production = all.find(({ kind }) => kind === "production")!;
  const id = Math.max(0, ...store.resources.all().map((each) => each.id)) + 1;
  const project = (ref as string | undefined) ?? production.name;
  const name = (branchName as string | undefined) ?? `${KIND}/${project.replaceAll("/", "-")}-${id}`;
  if (all.some((branch) => branch.name === name)) throw new Refusal(400, `The branch ${name} exists already`);
  store.forkBranch(production, { name, kind: "shared" });
  const fields = { status: "RUNNING", branchName: name, ref: project };
  store.resources.put({ id, deploymentId: deployment.id, kind: KIND, fields });
  recordEvent(context, now(), "Sync started", { id, branchName: name });
  return json({ syncJobId: String(id), branchName: name });
}

/** GET …/dbt-sync/{id}: a job runs until it has been looked at. */
export function getSync(context: DeploymentContext): Reply {
  const job = find(context);
  const { status = null, error = null } = job.fields;
  if (status === "RUNNING") end(context, job);
  return json({ syncJobId: String(job.id), status, error, progress: { stage: status } });
}

/** GET …/dbt-sync/{id}/result. */
export function getSyncResult(context: DeploymentContext): Reply {
  const { id, fields } = find(context);
  if (fields.status !== "COMPLETED")
    throw new Refusal(404, `The sync ${id} has no result: it is ${fields.status}`);
  return json({ cubeCount: 0, generatedFiles: [{ path: GENERATED }], durationMs: 1 });
}

/** DELETE …/dbt-sync/{id}. The branch stays. */
export function cancelSync(context: DeploymentContext): Reply {
  const job = find(context);
  if (job.fields.status !== "RUNNING") throw new Refusal(400, `The sync ${job.id} is ${job.fields.status}`);
  put(context, job, { status: "CANCELLED" });
  return json({});
}

function end(context: DeploymentContext, job: ResourceRecord): void {
  const { ref, branchName } = job.fields;
  const all = context.store.branches.of(context.deployment.id);
  const branch = all.find(({ name }) => name === branchName);
  if (!branch) put(context, job, { status: "FAILED", error: `The branch ${branchName} was deleted` });
  else if (!all.some(({ name }) => name === ref))
    put(context, job, { status: "FAILED", error: `The project has no branch or tag ${ref}` });
  else {
    const files = { ...branch.files, [GENERATED]: `# From ${ref}\ncubes: []\n` };
    saveFiles(context, branch, { files, event: "Sync completed" });
    put(context, job, { status: "COMPLETED" });
  }
}

function put({ store }: DeploymentContext, job: ResourceRecord, fields: ResourceRecord["fields"]): void {
  store.resources.put({ ...job, fields: { ...job.fields, ...fields } });
}

function find({ store, deployment, params }: DeploymentContext): ResourceRecord {
  const found = store.resources.get(idInPath(params.id));
  if (found?.kind === KIND && found.deploymentId === deployment.id) return found;
  throw new Refusal(404, `The sync ${params.id} does not exist`);
}
