// One row of the table of routes: a method and a path, who has access, the handler, and the text for the served description.

import { authenticate, reaches } from "../../api/auth.ts";
import type { Context, DeploymentContext, Handler, OpenContext } from "../../api/context.ts";
import { idInPath } from "../../api/paging.ts";
import { Refusal, type Reply } from "../../api/reply.ts";
import type { OperationText } from "../../description/operation.ts";

export const DEPLOYMENT = "/api/v1/deployments/{deploymentId}";
export const BUILD = "/build/api/v1/deployments/{deploymentId}";
/** A deployment's own host. */
export const HOST = "/hosts/{deploymentId}";

export interface Route {
  method: string;
  /** Like an OpenAPI path: `{name}` stands for one segment. */
  path: string;
  handler: Handler<OpenContext>;
  text: RouteText;
}

interface RouteText extends OperationText {
  /** A create-or-update by an identity that the client chooses: the fault `conflict` hits these. */
  upsert?: true;
  /** A query for rows: the faults of queries hit these. */
  rows?: true;
  /** How a refusal is written; as the platform's other errors without it. */
  errors?: (refusal: Refusal) => Reply;
}

/** Open to everybody; the handler may require a credential of its own. `shape` is the method and the path. */
export function open(shape: string, handler: Handler<OpenContext>, text: RouteText): Route {
  const [method = "", path = ""] = shape.split(" ");
  return { method, path, handler, text };
}

/** Requires a key or a login. */
export function withKey(shape: string, handler: Handler<Context>, text: RouteText): Route {
  const authenticated = async (context: OpenContext): Promise<Reply> => {
    const { authorization, store, now } = context;
    return handler({ ...context, key: await authenticate(authorization, store, now) });
  };
  return open(shape, authenticated, text);
}

/** 403 for a key scoped to other deployments comes before 404: such a key must not learn which deployments exist. */
export function inDeployment(shape: string, handler: Handler<DeploymentContext>, text: RouteText): Route {
  const refuses = {
    403: "The API key is scoped to other deployments, or it may read this but not change it",
    404: "The deployment, or something in it that the path or body names, does not exist",
    ...text.refuses,
  };
  const authorized = (context: Context): Reply | Promise<Reply> => {
    const { deploymentId } = context.params;
    const id = idInPath(deploymentId);
    if (!reaches(context.key, id)) throw new Refusal(403, "The API key is scoped to other deployments");
    const deployment = context.store.deployments.get(id);
    if (!deployment) throw new Refusal(404, `Deployment ${deploymentId} does not exist`);
    return handler({ ...context, deployment });
  };
  return withKey(shape, authorized, { ...text, refuses });
}
