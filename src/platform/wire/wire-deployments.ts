// Wire types of deployments and what is scoped to them: environments, versions, branches, the data model.

import type { Json, JsonObject } from "../../model/index.ts";

/** Version entry. */
export interface WireVersion {
  /** `<image>:v<version>`. */
  releaseChannelVersion: string;
  /** Dotted number. */
  version: string;
  /** For example `latest`. */
  releaseChannel: string;
  isLatestInChannel: boolean;
  isCurrent: boolean;
}

export type WireEnvironmentType = "production" | "staging" | "development";

/** `api_credentials` as the platform document has it. */
export interface WireApiCredentials {
  rest?: { url?: string | null } | null;
  sql?: { host?: string | null; port?: number | null } | null;
}

/** One of a list of credentials, as live deployments describe it (field notes, A.6). */
export interface WireApiCredential {
  type: "rest" | "sql";
  version?: number;
  url?: string | null;
  host?: string | null;
  port?: number | null;
  database?: string | null;
}

/** Environment (list item). */
export interface WireEnvironment {
  id: string | number;
  name?: string | null;
  type: WireEnvironmentType;
  branch?: string | null;
  api_credentials?: WireApiCredentials | WireApiCredential[] | null;
}

/** Body of POST …/tokens-for-meta-sync and …/tokens. */
export interface WireMetadataTokenInput {
  security_context: JsonObject;
  /** Seconds; 86400 if absent. */
  expires_in?: number;
}

/** Metadata token, answered under `data`. */
export interface WireMetadataToken {
  /** A JWT. */
  token: string;
  created_at: string;
  expires_at: string;
  /** Not in the document, but in the field notes (A.6). */
  security_context?: JsonObject;
}

export interface WireBranch {
  id: number;
  name: string;
  parentBranch?: string | null;
  lastHash?: string | null;
  isStagingEnvironmentEnabled?: boolean | null;
}

/** Body of POST …/data-model/upload/finish. */
export interface WireUploadFinish {
  /** As the start of the upload answered it. */
  transaction: Json;
  /** All files that are to be there, uploaded or there already: path → SHA-1. */
  files: Record<string, { hash: string }>;
  /** Whether all others are removed. */
  autoRemoveFiles: boolean;
  branchName?: string;
}

/** Answer of GET …/data-model/validate (field notes, A.7). A broken model is 200 with `valid: false`. */
export interface WireModelValidation {
  deploymentId?: number;
  branchName?: string | null;
  mode?: "production" | "dev_mode";
  valid: boolean;
  errors: { message: string; fileName?: string | null }[];
  cubesCount?: number | null;
}

/** Answer of the model's `/meta` (field notes, A.10). Private members are hidden. */
export interface WireModelMetadata {
  cubes: WireCube[];
}

export interface WireCube {
  name: string;
  type?: "cube" | "view" | null;
  title?: string | null;
  meta?: JsonObject | null;
  measures?: WireMember[] | null;
  dimensions?: WireMember[] | null;
  segments?: WireMember[] | null;
  [field: string]: unknown;
}

/** Answer of the data API's `/load` (field notes, A.10). */
export interface WireRows {
  data: JsonObject[];
  /** Title, type and format of each member, by kind: `measures`, `dimensions`, `timeDimensions`. */
  annotation?: JsonObject | null;
  [field: string]: unknown;
}

/** Of the answer of the data API's `/sql` (field notes, A.10). */
export interface WireSql {
  /** The text, then its parameters. */
  sql: Json[];
  /** Which of the deployment's databases it is for; null if the platform does not say. */
  dataSource: Json;
}

/** A measure, dimension or segment: `<cube>.<member>` is its name. */
export interface WireMember {
  name: string;
  title?: string | null;
  type?: string | null;
  [field: string]: unknown;
}
