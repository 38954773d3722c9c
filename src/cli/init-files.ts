// What `boardwright init` writes: a project that lints, plans and applies as it is, on the embedded sandbox.
// Pure: the command asks what is there already and never overwrites it.

import { type ActionRelease, workflow } from "./init-workflow.ts";

export const PROJECT_FILE = "boardwright.yaml";
export const EXAMPLE_FILE = "dashboards/example.yaml";

/** The deployment that the project is for. */
export interface InitTarget {
  /** As `new URL` writes it: it needs no quotes in YAML. */
  url: string;
  /** Undefined: only its address is known, and its lines stay a comment. */
  deployment: number | undefined;
}

export interface InitFile {
  /** Relative to the project's folder, with forward slashes. */
  path: string;
  text: string;
}

/**
 * The files of a new project of this name, sorted by path; its workflow runs this release of the Action. The lines of `.gitignore` and
 * `.gitattributes` may be added to one that is there. A project for a deployment has no example, which its next apply would create.
 */
export function initFiles(project: string, action: ActionRelease, target?: InitTarget): InitFile[] {
  return [
    { path: ".github/workflows/boardwright.yml", text: workflow(action) },
    { path: ".gitattributes", text: `${PROJECT_FILE} text eol=lf\ndashboards/** text=auto eol=lf\n` },
    { path: ".gitignore", text: ".boardwright/\n" },
    { path: PROJECT_FILE, text: projectFile(project, target) },
    ...(target?.deployment !== undefined ? [] : [{ path: EXAMPLE_FILE, text: EXAMPLE }]),
  ];
}

/** Letters and digits that nobody takes for each other. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

/**
 * A name unlike others, because it is all that tells one repository's dashboards from another's: the folder's in plain letters, without their
 * accents, or `dashboards` if it has others, and four that are drawn. `draw`: a whole number below the one given.
 */
export function projectName(folder: string, draw: (below: number) => number): string {
  const letters = folder.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = letters.replace(/[^a-z0-9]+/g, "-").slice(0, 40);
  const name = /[^\P{L}a-z]/u.test(letters) ? "" : slug.replace(/^-|-$/g, "");
  const drawn = Array.from({ length: 4 }, () => LETTERS[draw(LETTERS.length)]);
  return `${name || "dashboards"}-${drawn.join("")}`;
}

/** The name as YAML: plain if it cannot be read as anything but itself, else quoted (JSON strings are YAML). */
function scalar(text: string): string {
  const plain = /^[A-Za-z][A-Za-z0-9_-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

function projectFile(project: string, target: InitTarget | undefined): string {
  const { url = "https://your-company.example.com", deployment } = target ?? {};
  const [comment, vars] = deployment === undefined ? ["# ", "#   vars"] : ["", "  # vars"];
  return `# yaml-language-server: $schema=schemas/project.schema.json
version: 1

# Written on every workbook that this project manages: choose once, keep it, and let no other repository have it.
project: ${scalar(project)}

include: ["dashboards/**/*.{yaml,yml,json}"]

defaultTarget: ${deployment === undefined ? "local" : "production"}
targets:
  # The embedded sandbox: nothing to install, no credentials.
  local:
    url: sandbox:.boardwright/sandbox.json
    deployment: 1

  # A real deployment. Its token comes from \`boardwright login\` or the variable PLATFORM_API_KEY, never from this file.
  ${comment}production:
  ${comment}  url: ${url}
  ${comment}  deployment: ${deployment ?? 12} # the platform's number of it
  ${vars}: { currency: EUR } # what \${var.currency} stands for in the dashboards

# apply:
#   limits: { change: 50%, delete: 10% } # one apply that would touch more of the live workbooks stops and asks
`;
}

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
