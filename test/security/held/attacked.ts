// One text in every place of a plan, of findings and of an apply's results that is not ours, through every format.
import {
  type ApplyReport,
  type Diagnostic,
  type Plan,
  type Pulled,
  type PullResult,
  type Result,
  UserError,
} from "../../../src/model/index.ts";
import { lintCodequality, lintJson, lintJunit } from "../../../src/report/findings/lint-formats.ts";
import { lintGithub } from "../../../src/report/findings/lint-github.ts";
import { lintSarif } from "../../../src/report/findings/lint-sarif.ts";
import {
  formatComment,
  lintPretty,
  makeSection,
  printTerminal,
  pullDocument,
  renderApplyJson,
  renderApplySummary,
  renderComment,
  renderError,
  renderPlanJson,
  renderPlanMarkdown,
  renderPlanPretty,
  renderPlansHtml,
  renderPlansJson,
  renderPullJson,
  renderSummary,
  withoutWords,
} from "../../../src/report/index.ts";
import { changed, draftOf, hazard, makeChange, makePlan } from "../../report/plan-samples.ts";

export function attackedPlan(text: string): Plan {
  const box = { x: 1, y: 0, w: 1, h: 1 };
  const id = JSON.stringify(text);
  const change = makeChange(text, {
    title: text,
    folder: [text, text],
    source: { file: text, line: 1 },
    hazards: [hazard("drift", text), hazard("adopt", text)],
    request: draftOf([
      { id: text, type: text, position: box, config: { title: text }, responsiveLayouts: { [text]: box } },
      { id: `new ${text}`, type: text, position: box, config: { title: text } },
    ]),
    fields: [
      changed(`dashboard.widgets[${id}].position.x`, 0, 1),
      changed(`dashboard.widgets[${id}].responsiveLayouts[${id}].x`, 0, 1),
      changed(`dashboard.widgets[${id}].config.markdown`, "x", `${text}\n${text}\nmore`),
      {
        path: `dashboard.widgets[${JSON.stringify(`new ${text}`)}]`,
        change: "added",
        after: { id: `new ${text}`, type: text, position: box, config: { title: text } },
        origin: "both",
      },
      { ...changed(`dashboard.app.files[${id}]`, `a\n${text}`, `b\n${text}`), origin: "live" },
      changed(`meta[${id}]`, { [text]: text }, [text, text]),
      changed("name", "x", text),
      changed("folder", [text], [`${text}/x`]),
      {
        path: "dashboard.widgets",
        change: "reordered",
        before: [text, "a"],
        after: ["a", text],
        origin: "git",
      },
    ],
  });
  const created = makeChange(`c ${text}`, {
    action: "create",
    title: text,
    folder: [text],
    request: { name: text, ...change.request },
  });
  const published = makeChange(`p ${text}`, {
    action: "publish",
    title: text,
    publish: true,
    visible: true,
    renews: { changing: [], changed: [text] },
    shown: [
      { ...changed(`dashboard.widgets[${id}].config.title`, text, `${text}!`), label: text },
      { ...changed(`dashboard.widgets[${id}].config.reportId`, text, 2), label: text },
      { ...changed(`dashboard.widgets[${JSON.stringify(`t ${text}`)}].type`, "x", text), label: text },
    ],
  });
  const stamp = makeChange(`s ${text}`, { action: "stamp" });
  const folder = makeChange("f", { kind: "folder", action: "create", key: text, title: text });
  const plan = makePlan([change, created, published, stamp, folder]);
  plan.project = text;
  plan.target = { name: text, url: text, deploymentId: 1 };
  plan.diagnostics.push(attackedFinding(text));
  return plan;
}

/** A file system and our own rules keep their names short. */
export function attackedFinding(text: string): Diagnostic {
  const name = text.slice(0, 300);
  return {
    rule: name,
    severity: "error",
    message: text,
    help: text,
    file: name,
    slug: name,
    line: 1,
    column: 1,
  };
}

export function attackedApply(text: string): ApplyReport {
  const result = (action: Result["action"], status: Result["status"], key: string): Result => ({
    kind: "workbook",
    key,
    action,
    status,
    attempts: 1,
    id: 1,
    ...(status !== "applied" && {
      error: { code: text, message: text, requestId: text, details: [text, `PUT ${text}`] },
    }),
  });
  return {
    summary: {
      created: 1,
      updated: 0,
      published: 0,
      stamped: 0,
      deleted: 0,
      unchanged: 2,
      failed: 1,
      skipped: 1,
    },
    results: [
      result("create", "applied", text),
      result("create", "applied", `b${text}`),
      result("update", "failed", text),
      result("update", "stale", text),
      result("update", "skipped", text),
      result("publish", "awaiting-review", text),
    ],
    elapsedMs: 10,
    links: new Map([
      [text, text],
      [`b${text}`, `https://acme.example.com/${text}`],
    ]),
    backups: text.slice(0, 300),
    run: text.slice(0, 300),
    interrupted: true,
  };
}

/** What is live is somebody else's text, and so are the messages of what could not be taken. */
function attackedPull(text: string): PullResult {
  const { target, changes } = attackedPlan(text);
  const name = text.slice(0, 300);
  const item = (action: Pulled["action"]): Pulled => {
    const change = changes.find(({ fields }) => fields.length > 0);
    return {
      kind: "workbook",
      key: text,
      action,
      name: text,
      id: 1,
      file: name,
      line: 1,
      ...(change && { change }),
    };
  };
  return {
    project: text,
    target,
    pulled: (["created", "edited", "conflict", "skipped"] as const).map(item),
    unchanged: 1,
    unedited: 1,
    files: [name],
    unwritten: [
      { file: name, before: undefined, after: text },
      { file: name, before: `a\n${text}`, after: `b\n${text}\n${text}` },
      { file: name, before: text, after: undefined },
    ],
    notes: [{ code: name, message: text, help: text, key: text, file: name, line: 1 }],
  };
}

export function failureOf(text: string) {
  return { message: text, details: [text, text] };
}

/** Each format's name and what it makes of the text. */
export function everyFormat(text: string): {
  terminal: string[];
  json: string[];
  markdown: string[];
  /** The one comment, of a section for each of the commands. */
  comment: string;
  html: string;
  xml: string;
  github: string;
} {
  const plan = attackedPlan(text);
  const apply = attackedApply(text);
  const lint = {
    diagnostics: [attackedFinding(text), { ...attackedFinding(text), severity: "warning" as const }],
    files: 2,
    text: () => text,
  };
  // A commit's hash is shown as one, which is no reference of somebody else's.
  const commit = text.replace(/^[0-9a-f]{7}/, "no $&");
  const who = { target: text, project: text, shard: text, commit };
  const failure = failureOf(text);
  const preview = {
    name: text,
    branch: text,
    workbooks: [
      { slug: text, name: text, link: text },
      { slug: text, name: text, link: `https://a.example/${text}` },
      { slug: text, name: text },
    ],
    diagnostics: [attackedFinding(text)],
    until: text,
    movedFrom: text,
  };
  const blocked = { ...preview, broken: [text] as string[], standing: [text] as string[] };
  const removal = {
    name: text,
    branch: text,
    removed: [text],
    removedReports: [text],
    kept: [text],
    keptReports: [text],
    inUse: [{ key: text, by: [text, text] }],
    staging: "off" as const,
    neededBy: [text],
    failed: [{ key: text, message: text }],
  };
  const inputs = [
    { ...who, command: "plan", plan, lint, notes: [text] },
    { ...who, command: "apply", apply, plan, moved: [{ kind: "report", key: text, how: "live" }] },
    { ...who, command: "drift", plan },
    { ...who, command: text, lint, failure },
    { ...who, command: "preview-up", preview },
    { ...who, command: "preview-up", preview: blocked },
    { ...who, command: "preview-down", removal: { previews: [removal] } },
    { ...who, command: "preview-down", removal: { previews: [removal, removal], stale: true } },
  ] as const;
  const options = { fullReport: text };
  return {
    terminal: [false, true].flatMap((color) => [
      renderPlanPretty(plan, { color, files: 1, liveCount: 1 }),
      lintPretty({ ...lint, color }),
      renderApplySummary(apply, { color }),
      renderError(new UserError(text, { details: [text] }), { color }),
      printTerminal(pullDocument(attackedPull(text), { target: text }), { color }),
    ]),
    json: [
      renderPlanJson(plan),
      renderPlansJson([plan], [{ target: text, error: { code: text, ...failure } }]),
      renderPullJson(attackedPull(text)),
      lintJson(lint),
      lintSarif({ ...lint, version: "1.0.0", prefix: text.slice(0, 300) }),
      lintCodequality({ ...lint, prefix: text.slice(0, 300) }),
      renderApplyJson({ ...apply, diagnostics: plan.diagnostics }),
    ],
    markdown: [
      renderPlanMarkdown(plan),
      ...inputs.flatMap((input) => [
        renderComment(input, options),
        renderSummary(input, { ...options, limit: 3000 }),
      ]),
    ],
    comment: formatComment({
      project: text,
      // Not like a commit, for the same reason.
      head: "no commit",
      sections: [
        ...inputs.map((input) => makeSection(input, { ...options, commit }).section),
        withoutWords(makeSection({ ...inputs[0], target: `2${text}` }, { ...options, commit }).section),
        makeSection({ ...who, command: "lint", lint: { diagnostics: [], files: 1 } }, { commit }).section,
      ],
    }),
    html: renderPlansHtml([plan, plan], { commit: text }),
    xml: lintJunit({ ...lint, names: [text.slice(0, 300), `x${text.slice(0, 300)}`] }),
    github: lintGithub({ ...lint, prefix: text.slice(0, 300) }),
  };
}
