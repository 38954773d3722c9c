// What `boardwright init` writes: a project that lints, plans and applies as it is, on the embedded sandbox.
// Pure: the command asks what is there already and never overwrites it.

export const PROJECT_FILE = "boardwright.yaml";
export const EXAMPLE_FILE = "dashboards/example.yaml";

export interface InitFile {
  /** Relative to the project's folder, with forward slashes. */
  path: string;
  text: string;
}

/**
 * The files of a new project of this name, sorted by path; its workflow runs this version. The lines of `.gitignore` may be added to
 * one that is there.
 */
export function initFiles(project: string, version: string): InitFile[] {
  return [
    { path: ".github/workflows/boardwright.yml", text: workflow(`boardwright@${version}`) },
    { path: ".gitignore", text: ".boardwright/\n" },
    { path: PROJECT_FILE, text: projectFile(project) },
    { path: EXAMPLE_FILE, text: EXAMPLE },
  ];
}

/** The name as YAML: plain if it cannot be read as anything but itself, else quoted (JSON strings are YAML). */
function scalar(text: string): string {
  const plain = /^[A-Za-z][A-Za-z0-9_-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

const projectFile = (project: string): string => `# yaml-language-server: $schema=schemas/project.schema.json
version: 1

# Written on every workbook that this project manages: choose once, keep it.
project: ${scalar(project)}

include: ["dashboards/**/*.{yaml,yml,json}"]

defaultTarget: local
targets:
  # The embedded sandbox: nothing to install, no credentials.
  local:
    url: sandbox:.boardwright/sandbox.json
    deployment: 1

  # A real deployment. Its token comes from \`boardwright login\` or the variable PLATFORM_API_KEY, never from this file.
  # production:
  #   url: https://your-company.example.com
  #   deployment: 12 # the platform's number of it
  #   vars: { currency: EUR } # what \${var.currency} stands for in the dashboards

# apply:
#   limits: { change: 50%, delete: 10% } # one apply that would touch more of the live workbooks stops and asks
`;

const EXAMPLE = `# yaml-language-server: $schema=../schemas/workbooks.schema.json
# One workbook. Try: boardwright lint, boardwright plan, boardwright apply.
workbooks:
  example: # the slug: the workbook's identity, whatever its name
    name: Example
    # folder: Getting started # a path; left out, a workbook stays where it is
    # publish: true # show it to viewers after it is applied
    dashboard:
      kind: CLASSIC
      title: Example
      layout: { cols: { lg: 12, sm: 6 }, rowHeight: 40 }
      theme:
        primaryColor: "#1f6feb"
        widgets: { backgroundColor: "#ffffff", border: { radius: 8px } }
      widgets:
        - id: welcome
          type: TEXT
          position: [0, 0, 12, 3] # column, row, width, height
          responsiveLayouts: { sm: [0, 0, 6, 4] }
          config:
            markdown: |
              # Hello from Git
              Change this text, then run \`boardwright plan\` to see what would change.
        - id: date
          type: FILTER
          position: [0, 3, 6, 2]
          responsiveLayouts: { sm: [0, 4, 6, 2] }
          config: { title: Order date, member: orders.created_at, defaultValue: last 3 months }
        - id: grain
          type: TIME_GRAIN
          position: [6, 3, 6, 2]
          responsiveLayouts: { sm: [0, 6, 6, 2] }
          config: { title: By, member: orders.created_at }
        - id: next-steps
          type: TEXT
          position: [0, 5, 12, 3]
          responsiveLayouts: { sm: [0, 8, 6, 5] }
          config:
            markdown: |
              ## What next
              - Longer texts fit in files of their own: \`markdown: { $file: ./welcome.md }\`
              - What dashboards share is written once: \`theme: { $include: ../shared/theme.yaml }\`
`;

// Actions are pinned to commits: a tag can be moved.
const SETUP = `      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 24`;

const workflow = (tool: string): string => `# Pull requests: lint and plan. Pushes to main: apply.
# Until the repository variable BOARDWRIGHT_TARGET names a target (such as production), only lint runs.
# The token of that target is the repository secret PLATFORM_API_KEY.
name: Dashboards

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read

# Applies wait for each other and are never cut short; a newer push to a pull request replaces the older run.
concurrency:
  group: boardwright-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  check:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
${SETUP}
      - name: Lint
        run: npx --yes ${tool} lint --format github
      - name: Plan
        # Pull requests from forks get no secrets.
        if: vars.BOARDWRIGHT_TARGET != '' && github.event.pull_request.head.repo.full_name == github.repository
        env:
          BOARDWRIGHT_TARGET: \${{ vars.BOARDWRIGHT_TARGET }}
          PLATFORM_API_KEY: \${{ secrets.PLATFORM_API_KEY }}
        shell: bash # with pipefail: a plan that fails fails the step
        run: npx --yes ${tool} plan --format markdown | tee -a "$GITHUB_STEP_SUMMARY"

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
${SETUP}
      - name: Lint
        run: npx --yes ${tool} lint --format github
      - name: Apply
        if: vars.BOARDWRIGHT_TARGET != ''
        env:
          BOARDWRIGHT_TARGET: \${{ vars.BOARDWRIGHT_TARGET }}
          PLATFORM_API_KEY: \${{ secrets.PLATFORM_API_KEY }}
        run: npx --yes ${tool} apply --yes
      - name: Keep what was there before, for boardwright rollback
        # It holds whole dashboards: who may read the artifact may read them.
        if: always() && vars.BOARDWRIGHT_TARGET != ''
        uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: boardwright-backups
          path: .boardwright/backups
          include-hidden-files: true
          if-no-files-found: ignore
`;
