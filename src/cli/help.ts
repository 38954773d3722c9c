// What --help shows beside the options: the groups of the overview, and examples that work when pasted.

/** Command → heading in `boardwright --help`, both in the order in which it shows them. */
export const GROUPS: Readonly<Record<string, string>> = {
  init: "Author:",
  lint: "Author:",
  fmt: "Author:",
  plan: "Change:",
  apply: "Change:",
  drift: "Change:",
  pull: "Change:",
  rollback: "Change:",
  preview: "Change:",
  demo: "Try:",
  sandbox: "Try:",
  login: "Platform:",
  logout: "Platform:",
  whoami: "Platform:",
  context: "Platform:",
  deployments: "Platform:",
  environments: "Platform:",
  "data-model": "Platform:",
  validate: "Platform:",
  users: "Platform:",
  "audit-logs": "Platform:",
  scim: "Platform:",
  workbooks: "Platform:",
  folders: "Platform:",
  reports: "Platform:",
  spec: "Platform:",
  api: "Platform:",
  call: "Platform:",
  completion: "More:",
  update: "More:",
};

/** The headings under which commands stand by name alone: with a line each they would not fit one screen. */
export const NAMED_ONLY: ReadonlySet<string> = new Set(["Platform:", "More:"]);

export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  init: ["mkdir acme-dashboards && cd acme-dashboards && boardwright init"],
  lint: [
    "boardwright lint                          # the whole project",
    "boardwright lint dashboards                # one folder, or one file",
    "boardwright lint --format sarif > boardwright.sarif",
    "boardwright lint --fix --max-warnings 0",
    "boardwright lint --online --branch feature-x   # which dashboards would this model branch break",
  ],
  fmt: [
    "boardwright fmt                           # write",
    "boardwright fmt --check                   # in CI: exit 2 when something would change",
  ],
  plan: [
    "boardwright plan",
    "boardwright plan --target local --detailed-exitcode   # exit 2 when changes are pending",
    "boardwright plan --only 'revenue-*' --format markdown",
    "boardwright plan --target local --target production   # side by side",
    "boardwright plan --shard 2/8 --out plan-2.json   # one part of eight, saved",
    "boardwright plan --format html > plan.html   # layouts before and after, at every breakpoint",
  ],
  apply: [
    "boardwright apply                         # shows the plan and asks",
    "boardwright apply --target local --yes    # in CI, after the plan was reviewed",
    "boardwright apply --only 'revenue-*' --allow drift,conflict",
    "boardwright apply plan.json --yes         # exactly what was reviewed; refused where live has moved",
  ],
  drift: [
    "boardwright drift --target production     # on a schedule: exit 2 when somebody edited in the UI",
    "boardwright drift --only 'revenue-*' --format markdown",
  ],
  rollback: [
    "boardwright rollback                      # lists the runs, newest first",
    "boardwright rollback 2026-11-20T08-10-04Z   # shows what would be put back, and asks",
    "boardwright rollback 2026-11-20T08-10 --yes --allow delete",
  ],
  pull: [
    "boardwright pull                          # edits made in the UI, into the files",
    "boardwright pull revenue-overview --theirs",
    "boardwright pull --all --into dashboards/adopted   # adopt a whole deployment",
  ],
  preview: [
    "boardwright preview up --branch feature-x --name pr-123   # copies of what the pull request changes",
    "boardwright preview down --name pr-123    # again is fine",
    "boardwright preview list --stale          # those whose branch is gone",
  ],
  demo: ["boardwright demo                          # nothing is installed, nothing is kept"],
  sandbox: [
    "boardwright sandbox --port 4400 --data .boardwright/sandbox.json",
    "boardwright sandbox --faults 503:0.1,conflict:0.05   # a platform on a bad day",
  ],
  login: [
    "boardwright login --url https://acme.example.com   # in a browser",
    "boardwright login --url https://acme.example.com --name ci --api-key -   # the key from standard input",
  ],
  logout: ["boardwright logout", "boardwright logout --name staging"],
  whoami: ["boardwright whoami", "boardwright whoami --target production --json"],
  context: [
    "boardwright context list",
    "boardwright context use staging            # what is used where none is named",
    "boardwright context remove staging",
  ],
  deployments: [
    "boardwright deployments list",
    "boardwright deployments get 12 --json",
    "boardwright deployments versions          # of the target's deployment; or name it first",
    "boardwright deployments update 12 --release-channel latest",
    "boardwright deployments token --environment 3 --security-context '{}' --expires-in 600",
  ],
  environments: ["boardwright environments list", "boardwright environments list 12 --type staging --json"],
  "data-model": [
    "boardwright data-model branches",
    "boardwright data-model enable-branch feature-x",
    "boardwright data-model disable-branch 12 --branch-id 7",
  ],
  validate: ["boardwright validate", "boardwright validate 12 --branch feature-x --json"],
  users: [
    "boardwright users create --email ada@example.com --username ada",
    "boardwright users create -d @user.json",
  ],
  "audit-logs": [
    "boardwright audit-logs export --start 2026-11-01 --output audit.csv",
    "boardwright audit-logs export --event-name 'Logged in'",
  ],
  scim: [
    "boardwright scim users                     # all of them",
    "boardwright scim users --count 10 --start-index 11",
  ],
  workbooks: ["boardwright workbooks list --limit 10", "boardwright workbooks get revenue --json"],
  folders: ["boardwright folders list"],
  reports: ["boardwright reports list 12", "boardwright reports get 5001 --json"],
  spec: ["boardwright spec", "boardwright spec workbooks --json > workbooks.json"],
  api: [
    "boardwright api GET /api/v1/deployments -q limit=5",
    'boardwright api PUT /api/v1/deployments/12/workbooks/by-slug/revenue -d \'{"name":"Revenue"}\'',
  ],
  call: [
    "boardwright call getWorkbooks --param deploymentId=12",
    "boardwright call upsertWorkbookBySlug --param deploymentId=12 --param slug=revenue -d @workbook.json",
  ],
  completion: [
    "boardwright completion bash > ~/.local/share/bash-completion/completions/boardwright",
    "boardwright completion zsh > ~/.zfunc/_boardwright",
    "boardwright completion fish > ~/.config/fish/completions/boardwright.fish",
  ],
  update: [
    "boardwright update --check",
    "boardwright update                        # prints the command to run",
  ],
};
