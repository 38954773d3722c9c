// Where the data of a deployment is asked for, and with which token: of its production environment or of a branch's. A token is for one
// environment, and is kept here alone.

import { explainMissing, findEnvironment } from "../../live/index.ts";
import { type JsonObject, UserError } from "../../model/index.ts";
import type { CallOptions, Environment, Platform } from "../../platform/index.ts";

export interface DataAccess {
  /**
   * The environment, looked up once for each connection. Rejects with a UserError that says what to do if none serves the branch, or the
   * production model if `branch` is absent.
   */
  findPlace(platform: Platform, deployment: number, branch?: string): Promise<Environment>;
  /** A token for it, issued once until its end is near; who asks at once gets the same one. Rejects with a UserError. */
  issueToken(
    platform: Platform,
    deployment: number,
    environment: Environment,
    call?: CallOptions,
  ): Promise<string>;
  /** One of them was refused. */
  forgetTokens(): void;
}

export interface DataAccessOptions {
  /** Embedded in each token: which rows it shows. */
  securityContext: JsonObject;
  /** The life of a token, in seconds: 3600 at most (field notes, A.6). */
  seconds: number;
  now(): number;
}

/** A token is renewed this long before its end, in milliseconds. */
const SPARE_MS = 120_000;

export function openDataAccess({ securityContext, seconds, now }: DataAccessOptions): DataAccess {
  const places = new WeakMap<Platform, Map<string, Promise<Environment>>>();
  const tokens = new Map<string, { token: string; until: number }>();
  const issuing = new Map<string, Promise<string>>();

  async function look(platform: Platform, deployment: number, branch: string | undefined) {
    const environment = await findEnvironment(platform, deployment, branch);
    if (environment) return environment;
    throw await explainMissing(platform, deployment, branch);
  }

  return {
    findPlace(platform, deployment, branch) {
      const known = places.get(platform) ?? new Map<string, Promise<Environment>>();
      places.set(platform, known);
      const name = JSON.stringify([deployment, branch]);
      const found = known.get(name) ?? look(platform, deployment, branch);
      known.set(name, found);
      return found;
    },
    async issueToken(platform, deployment, { id }, call) {
      const name = `${deployment}/${id}`;
      const held = tokens.get(name);
      if (held && held.until > now()) return held.token;
      const pending =
        issuing.get(name) ??
        platform
          .issueDataToken(deployment, id, { securityContext, expiresIn: seconds }, call)
          .then(({ token, expiresAt, securityContext: kept }) => {
            requireKept(securityContext, kept);
            tokens.set(name, { token, until: Date.parse(expiresAt) - SPARE_MS });
            return token;
          })
          .finally(() => issuing.delete(name));
      issuing.set(name, pending);
      return pending;
    },
    forgetTokens: () => tokens.clear(),
  };
}

/** The platform drops the whole context of a caller that may not edit the deployment (field notes, A.6), and says so nowhere else. */
function requireKept(sent: JsonObject, kept: JsonObject | undefined): void {
  const dropped = kept === undefined ? [] : Object.keys(sent).filter((key) => !Object.hasOwn(kept, key));
  if (dropped.length === 0) return;
  throw new UserError(`the platform dropped the security context of the token: ${dropped.join(", ")}`, {
    details: [
      "Without it, queries see other rows than viewers do, so nothing was asked.",
      "It is kept only for a credential that may edit the deployment: give this one the permission `DeploymentUpdate`, or take `test.securityContext` out of boardwright.yaml.",
    ],
  });
}
