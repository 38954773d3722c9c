// The platform as the rest of the house sees it: one method per operation.

import type { Readable } from "node:stream";
import type { CallOptions } from "./http/transport.ts";
import type { AuditLogFilter } from "./operations/audit-logs.ts";
import type { BranchChoice, ValidationChoice } from "./operations/branches.ts";
import type { Capabilities } from "./operations/capabilities.ts";
import type { Deployment } from "./operations/deployments.ts";
import type {
  Environment,
  EnvironmentFilter,
  MetadataToken,
  MetadataTokenInput,
} from "./operations/environments.ts";
import type { CreateFolderInput } from "./operations/folders.ts";
import type { RawAnswer, RawRequest } from "./operations/raw-request.ts";
import type { ScimRange } from "./operations/scim.ts";
import type { PublishInput, WorkbookFilter } from "./operations/workbooks.ts";
import type {
  WireBranch,
  WireDashboard,
  WireDeploymentUpdate,
  WireDescription,
  WireFolder,
  WireModelMetadata,
  WireModelValidation,
  WireReport,
  WireReportInput,
  WireScimUser,
  WireUser,
  WireUserInput,
  WireVersion,
  WireWorkbook,
  WireWorkbookInput,
} from "./wire/wire.ts";

type Pages<T> = AsyncIterable<T[]>;

/**
 * Every method throws a PlatformError (see there for its codes), and a UsageError, with nothing sent, for an argument that cannot
 * be. "Described only": not shown by the platform document, so called only where the served description has it; elsewhere
 * `no-such-operation`. Lists yield their pages, never an item twice; leaving one early is fine. Sections in quotes are those of the
 * platform document.
 */
export interface Platform {
  /** `{base_url}` without a trailing slash. */
  readonly url: string;
  /** What the served description offers; read once. */
  capabilities(): Promise<Capabilities>;
  /** The served description itself, JSON or YAML ("OpenAPI description"); read once. */
  readDescription(): Promise<WireDescription>;

  /** Those that the credential reaches ("List deployments"). */
  listDeployments(): Promise<Deployment[]>;
  /** Described only. */
  getDeployment(deploymentId: number, call?: CallOptions): Promise<Deployment>;
  /** The head of each channel and older versions that were run ("List versions and switch version"). */
  listVersions(deploymentId: number): Pages<WireVersion>;
  /**
   * Moves it to a version, or to a channel's latest ("List versions and switch version"). One of `releaseChannelVersion`
   * (`<version>`, `v<version>` or `<image>:v<version>`, sent as given) and `releaseChannel` is needed; 400 for a version not listed.
   * Undefined where the answer is no deployment: it is not shown.
   */
  updateDeployment(
    deploymentId: number,
    input: WireDeploymentUpdate,
    call?: CallOptions,
  ): Promise<Deployment | undefined>;

  /** "List environments": `staging` holds only branches whose staging environment is on. */
  listEnvironments(deploymentId: number, filter?: EnvironmentFilter): Pages<Environment>;
  /**
   * A JWT for the metadata of one environment ("Issue a metadata-only token"). `expiresIn` is in whole seconds from 1, 86400 where
   * absent. Never sent twice by itself.
   */
  metadataToken(
    deploymentId: number,
    environmentId: string | number,
    input: MetadataTokenInput,
    call?: CallOptions,
  ): Promise<MetadataToken>;
  /**
   * The model at the environment's `rest.url`, on whatever host that is: asked with `token`, a metadata token, and never with the
   * API key. Waits while the platform answers `Continue wait` ("Errors", 3), two minutes at most, then `continue-wait`. https, or
   * http on a loopback address.
   */
  modelMetadata(
    environment: Pick<Environment, "id" | "credentials">,
    token: string,
    call?: CallOptions,
  ): Promise<WireModelMetadata>;

  /** Described only. */
  listBranches(deploymentId: number): Pages<WireBranch>;
  /**
   * Turns a shared branch's staging environment on or off ("Switch a branch's staging environment"); a personal development branch
   * or the production branch is rejected.
   */
  switchStaging(
    deploymentId: number,
    branch: BranchChoice,
    enabled: boolean,
    call?: CallOptions,
  ): Promise<WireBranch>;
  /** Compiles the data model; one with errors is an answer, `valid: false`. Described only. */
  validateModel(
    deploymentId: number,
    choice?: ValidationChoice,
    call?: CallOptions,
  ): Promise<WireModelValidation>;

  /** "Create user". Required fields are not shown: the platform says what is missing. Never sent twice by itself. */
  createUser(body: WireUserInput, call?: CallOptions): Promise<WireUser>;
  /** Who the credential belongs to. Described only. */
  currentUser(call?: CallOptions): Promise<WireUser>;
  /** "SCIM": users from `startIndex` (1) on, `count` per page. A page is asked for when it is wanted. */
  listScimUsers(range?: ScimRange, call?: CallOptions): Pages<WireScimUser>;
  /**
   * The audit log as CSV ("Export audit log"), streamed at the reader's pace. 403 without AuditLogManage. What fails before the first
   * byte is repeated; a stream that breaks ends in a PlatformError.
   */
  exportAuditLog(filter?: AuditLogFilter, call?: CallOptions): Promise<Readable>;

  listWorkbooks(deploymentId: number, filter?: WorkbookFilter): Pages<WireWorkbook>;
  getWorkbook(deploymentId: number, id: number, call?: CallOptions): Promise<WireWorkbook | undefined>;
  upsertWorkbook(
    deploymentId: number,
    slug: string,
    input: WireWorkbookInput,
    call?: CallOptions,
  ): Promise<WireWorkbook>;
  publishWorkbook(
    deploymentId: number,
    id: number,
    input?: PublishInput,
    call?: CallOptions,
  ): Promise<WireDashboard>;
  deleteWorkbook(deploymentId: number, id: number, call?: CallOptions): Promise<void>;
  listFolders(deploymentId: number): Promise<WireFolder[]>;
  createFolder(deploymentId: number, input: CreateFolderInput, call?: CallOptions): Promise<WireFolder>;
  listReports(deploymentId: number): Pages<WireReport>;
  getReport(deploymentId: number, id: number, call?: CallOptions): Promise<WireReport | undefined>;
  upsertReport(
    deploymentId: number,
    publicId: string,
    input: WireReportInput,
    call?: CallOptions,
  ): Promise<WireReport>;
  deleteReport(deploymentId: number, id: number, call?: CallOptions): Promise<void>;

  /**
   * Any request below `url`, with the credential. `path` begins with one slash and may hold a query. Any status is an answer, also
   * one that is no success; the retry table has been gone through before. Throws where there is no answer, and `no-such-operation`
   * for a web page (200 with HTML) that `accept` does not name. The credential is blanked in headers and text that echo it.
   */
  request(method: string, path: string, request?: RawRequest): Promise<RawAnswer>;
  /** Whether `text` holds a credential that was used here, plain or as URLs, JSON or base64 spell it. */
  holdsCredential(text: string): boolean;
  /** Waits for what is in flight and closes the sockets. Closing twice is fine. */
  close(): Promise<void>;
}
