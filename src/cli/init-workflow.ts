// The workflow that `boardwright init` writes: the Action, with a key that reads in pull requests and a key that writes on main.

export interface ActionRelease {
  /** As `uses:` names it: the repository and the full commit. */
  reference: string;
  /** The version that this commit is. */
  version: string;
}

// Actions are pinned to commits: a tag can be moved.
const CHECKOUT = `      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - name: Keep what was made of files that have not changed
        uses: actions/cache@0057852bfaa89a56745cba8c7296529d2fc39830 # v4.3.0
        with:
          path: .boardwright/cache
          key: boardwright-\${{ github.job }}-\${{ github.run_id }}
          restore-keys: boardwright-`;

const UNRELEASED = `#
# The Boardwright that wrote this file is no release: put the commit of a release of the Action where the zeros are.
`;

/** The text of `.github/workflows/boardwright.yml`. */
export function workflow({ reference, version }: ActionRelease): string {
  const uses = `uses: ${reference} # v${version}`;
  const linted = `${CHECKOUT}
      - name: Lint
        ${uses}
        with:
          command: lint`;
  return `# Pull requests: lint, and a comment with the plan. A merge to main: apply the plan that was reviewed, and no other.
#
# Until the repository has the variables BOARDWRIGHT_TARGET (such as production) and PLATFORM_API_URL (its address), only lint runs.
# No job of a pull request has the key that may write:
# - PLATFORM_READ_KEY, a secret of the repository: a key that can only see the dashboards.
# - BOARDWRIGHT_REVIEW_KEY, a secret of the repository: any long random text (openssl rand -hex 32). It seals the comment with the plan.
# - PLATFORM_API_KEY, a secret of the environment "production": a key that may edit them. Let only main deploy there.
# Require the check "Lint and plan" and a review, and give .github and boardwright.yaml owners: docs/security.md of Boardwright says why.
${/@0{40}$/.test(reference) ? UNRELEASED : ""}name: Dashboards

on:
  # edited: who retargets a pull request changes what its merge does. No plan is applied that was made for another branch.
  pull_request:
    types: [opened, synchronize, reopened, edited]
    branches: [main]
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
    name: Lint and plan
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      pull-requests: write # for the comment
    steps:
${linted}
      - name: Plan
        # Pull requests from forks get no secrets: their files are linted only.
        if: >-
          vars.BOARDWRIGHT_TARGET != '' && vars.PLATFORM_API_URL != '' &&
          github.event.pull_request.head.repo.full_name == github.repository
        ${uses}
        with:
          command: plan
          target: \${{ vars.BOARDWRIGHT_TARGET }}
          api-url: \${{ vars.PLATFORM_API_URL }}
          api-key: \${{ secrets.PLATFORM_READ_KEY }}
          review-key: \${{ secrets.BOARDWRIGHT_REVIEW_KEY }}

  apply:
    name: Apply
    if: github.event_name == 'push' && vars.BOARDWRIGHT_TARGET != '' && vars.PLATFORM_API_URL != ''
    runs-on: ubuntu-latest
    timeout-minutes: 60
    environment: production
    permissions:
      contents: read
      pull-requests: write # to read the comment with the reviewed plan, and to report the result there
    steps:
${linted}
      - name: Apply
        ${uses}
        with:
          command: apply
          target: \${{ vars.BOARDWRIGHT_TARGET }}
          api-url: \${{ vars.PLATFORM_API_URL }}
          api-key: \${{ secrets.PLATFORM_API_KEY }}
          review-key: \${{ secrets.BOARDWRIGHT_REVIEW_KEY }}
          # No push without a comment that was sealed for the merged commit.
          review: required
      - name: Keep what was there before, for boardwright rollback
        # It holds whole dashboards: who may read the artifact may read them.
        if: always()
        uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: boardwright-backups
          path: .boardwright/backups
          include-hidden-files: true
          if-no-files-found: ignore
`;
}
