// What --help shows beside the options: the groups of the overview, and examples that work when pasted.

/** Command → heading in `boardwright --help`. */
export const GROUPS: Readonly<Record<string, string>> = {
  init: "Author:",
  lint: "Author:",
  fmt: "Author:",
  plan: "Change:",
  apply: "Change:",
  demo: "Try:",
  sandbox: "Try:",
};

export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  init: ["mkdir acme-dashboards && cd acme-dashboards && boardwright init"],
  lint: [
    "boardwright lint                          # the whole project",
    "boardwright lint dashboards                # one folder, or one file",
    "boardwright lint --format sarif > boardwright.sarif",
    "boardwright lint --fix --max-warnings 0",
  ],
  fmt: [
    "boardwright fmt                           # write",
    "boardwright fmt --check                   # in CI: exit 2 when something would change",
  ],
  plan: [
    "boardwright plan",
    "boardwright plan --target local --detailed-exitcode   # exit 2 when changes are pending",
    "boardwright plan --only 'revenue-*' --format markdown",
  ],
  apply: [
    "boardwright apply                         # shows the plan and asks",
    "boardwright apply --target local --yes    # in CI, after the plan was reviewed",
    "boardwright apply --only 'revenue-*' --allow drift,conflict",
  ],
  demo: ["boardwright demo                          # nothing is installed, nothing is kept"],
  sandbox: [
    "boardwright sandbox --port 4400 --data .boardwright/sandbox.json",
    "boardwright sandbox --faults 503:0.1,conflict:0.05   # a platform on a bad day",
  ],
};
