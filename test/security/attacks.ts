// Every attack of issue 11 by name: the lines that were broken once, and the rows that held. attacks.slow.process.test.ts holds this list to the
// tests, and docs/tests.md to both.

export interface Attack {
  /** The line's number, or `held`. */
  row: string;
  attack: string;
  /** Files of test/security, or `file > what the full names begin with`. */
  tests: readonly string[];
}

export const ATTACKS: readonly Attack[] = [
  { row: "1", attack: "code that runs from a checkout", tests: ["programs.process.test.ts > a checkout"] },
  {
    row: "2",
    attack: "`apply` publishes the key",
    tests: [
      "secrets.test.ts > a credential",
      "secrets.test.ts > what is kept",
      "secrets.test.ts > a platform that gives the credential back",
    ],
  },
  {
    row: "3",
    attack: "the pull request decides where the key goes",
    tests: [
      "policy.process.test.ts > a branch that changes `url`",
      "policy.process.test.ts > a target that only the branch names",
      "policy-action.process.test.ts > a plan of a pull request",
      "policy-action.process.test.ts > what only the branch names",
      "policy-base.process.test.ts",
      "policy-default.process.test.ts",
      "policy-nearer.process.test.ts",
      "policy-place.process.test.ts",
      "policy-way.process.test.ts > a pull request",
      "policy-revision.process.test.ts",
      "policy-folders.process.test.ts",
      "policy-targets.process.test.ts",
    ],
  },
  {
    row: "4",
    attack: "`env` in the hands of the pull request",
    tests: [
      "secrets.test.ts > a project file",
      "secrets.test.ts > a name",
      "policy.process.test.ts > a branch that changes the rest of the policy > reads no variable",
    ],
  },
  {
    row: "5",
    attack: "the review gate fails open, or is forged",
    tests: [
      "review-gate.process.test.ts",
      "review-events.process.test.ts",
      "review-branch.process.test.ts",
      "approved.process.test.ts",
      "replay.process.test.ts",
      "renamed.process.test.ts",
      "policy-way.process.test.ts > a merge",
    ],
  },
  {
    row: "6",
    attack: "changes that hide from the reviewer",
    tests: ["hidden-changes.test.ts", "app-code.test.ts", "alike.test.ts"],
  },
  {
    row: "7",
    attack: "files of the runner become content",
    tests: ["files.test.ts", "project-link.test.ts"],
  },
  { row: "8", attack: "`update` in a foreign checkout", tests: ["programs.process.test.ts > update"] },
  {
    row: "9",
    attack: "parts of the key in cut quotations",
    tests: ["cut-secrets.test.ts", "action-secrets.process.test.ts > the Action"],
  },
  {
    row: "10",
    attack: "a branch waives its own hazards",
    tests: [
      "policy.process.test.ts > a branch that changes the rest of the policy",
      "policy-action.process.test.ts > a plan of a pull request that changes url, deployment, env, allow, ignore > says of a hazard",
      "policy-flood.process.test.ts",
    ],
  },
  { row: "11", attack: "writes outside the project", tests: ["outside.test.ts", "linked-folders.test.ts"] },
  {
    row: "12",
    attack: "what `init` and the examples write",
    tests: ["workflows.process.test.ts", "keys.process.test.ts"],
  },
  { row: "13", attack: "hangs", tests: ["hangs.process.test.ts", "hangs-names.process.test.ts"] },
  { row: "14", attack: "web pages against the sandbox server", tests: ["sandbox.test.ts"] },
  {
    row: "15",
    attack: "tampered plans and backups, slugs and characters that deceive, certificates that nobody checks",
    tests: [
      "saved-plans.test.ts",
      "plan-files.process.test.ts",
      "backups.test.ts",
      "slugs.test.ts",
      "invisible.test.ts",
      "action-secrets.process.test.ts > while Node checks no certificate",
    ],
  },
  {
    row: "review",
    attack: "reviews that are taken back, joined, or of another place",
    tests: ["merge-queue.process.test.ts"],
  },
  {
    row: "policy",
    attack: "each command that connects, on a branch that leads elsewhere",
    tests: ["connections.process.test.ts"],
  },
  {
    row: "cache",
    attack: "a cache that a branch brings along",
    tests: ["cache.test.ts"],
  },
  {
    row: "release",
    attack: "what is released, and of what it is made",
    tests: ["image.process.test.ts", "sbom.process.test.ts", "install-scripts.test.ts"],
  },
  { row: "held", attack: "foreign hosts for `api`", tests: ["held/api-hosts.test.ts > a path of `api`"] },
  { row: "held", attack: "redirects", tests: ["held/api-hosts.test.ts > a redirect"] },
  {
    row: "held",
    attack: "described servers, paths and parameters",
    tests: ["held/api-hosts.test.ts > a served description", "held/api-hosts.test.ts > a parameter"],
  },
  { row: "held", attack: "bad addresses", tests: ["held/addresses.test.ts"] },
  { row: "held", attack: "links out of the project", tests: ["held/links.test.ts"] },
  { row: "held", attack: "hostile texts in `pull`, 31 × 12", tests: ["held/pull-slugs.slow.test.ts"] },
  { row: "held", attack: "YAML and JSON bombs", tests: ["held/bombs.process.test.ts"] },
  {
    row: "held",
    attack: "injection into comment, summary, HTML, log and five lint formats, 43 × 9",
    tests: ["held/injection.slow.process.test.ts", "held/injection-action.process.test.ts"],
  },
  { row: "held", attack: "workflow commands", tests: ["held/workflow-commands.test.ts"] },
  {
    row: "held",
    attack: "the review gate",
    tests: [
      "review-gate.process.test.ts > with `review: required`",
      "review-branch.process.test.ts > a pull request that was retargeted",
    ],
  },
];
