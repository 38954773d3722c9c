// The embedded platform: the documented rules of the platform, on a loopback address, in memory or in a file, with faults on
// request. Written from the platform's document only, independently of the client, so that a shared mistake cannot hide. Its
// operations and its known differences: docs/sandbox.md.

export { SANDBOX_KEY } from "../model/index.ts";
export type { Heal } from "./api/heal.ts";
export type { MergeDepth } from "./api/merge.ts";
export { QUIRKS, type Quirk } from "./api/quirks.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
export { type FaultKind, type FaultRule, type Faults, parseFaults } from "./server/faults.ts";
export { describePlatform } from "./server/router.ts";
export type { RecordedRequest } from "./server/server.ts";
export { bigInteger } from "./store/big-integers.ts";
export type {
  Seed,
  SeedApiKey,
  SeedBranch,
  SeedDeployment,
  SeedFolder,
  SeedReport,
  SeedUser,
  SeedVersion,
  SeedWorkbook,
} from "./store/seed.ts";
