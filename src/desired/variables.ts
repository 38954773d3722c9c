// `${var.x}`, `${env.X}`, `${param.x}`, `${row.x}` and the escape `$${` inside strings (contract 2 and 15). Every other `${…}` is plain text.
import {
  didYouMean,
  holdsSecret,
  type Json,
  listKnown,
  type Project,
  revisionText,
  secretsOf,
  suggestFrom,
  type Target,
} from "../model/index.ts";

export interface Variables {
  project: Project;
  target?: Target | undefined;
  env: Record<string, string | undefined>;
  /** The values that a text has by its place in the files. Without it they stay as written. */
  local?: ((name: LocalName) => LocalValue) | undefined;
}

/** What `${param.x}` or `${row.x}` names. */
export interface LocalName {
  kind: "param" | "row";
  name: string;
}

/** Undefined: not known, so it stays as written. */
export type LocalValue = { value: Json } | Omit<VariableProblem, "written"> | undefined;

export interface VariableProblem {
  rule:
    | "missing-parameter"
    | "wrong-type"
    | "unknown-variable"
    | "undeclared-environment-variable"
    | "unset-environment-variable"
    | "secret-environment-variable"
    | "include-invalid";
  message: string;
  help?: string;
  /** The variable as written. */
  written: string;
}

const SPECIAL = /\$\$\{|\$\{(var|env|param|row)\.([^{}]*)\}/g;
const WHOLE = /^\$\{(param|row)\.([^{}]*)\}$/;

/** UTF-16 units that the variables of one text bring in at most: a tenth of what all files may, and of what one string can hold. */
const MOST_TEXT = 50_000_000;

/** Names of `env` in a help line, and those that a guess is made from. */
const MOST_LISTED = 12;
const MOST_GUESSED = 200;

/** The text with its variables filled in; what cannot be filled in stays as written, and so does all of it if that would be too much. */
export function expandText(text: string, variables: Variables, problems: VariableProblem[]): string {
  let added = 0;
  const expanded = text.replace(SPECIAL, (written: string, kind: string | undefined, name: string) => {
    if (kind === undefined) return "${";
    if (added > MOST_TEXT) return written;
    const found =
      kind === "var"
        ? lookUpVar(name, variables)
        : kind === "env"
          ? lookUpEnv(name, variables)
          : textOf(variables.local?.({ kind: kind as LocalName["kind"], name }), written);
    if (typeof found !== "string") {
      if (found !== undefined) problems.push({ ...found, written });
      return written;
    }
    added += found.length;
    if (added <= MOST_TEXT) return found;
    problems.push({ ...TOO_MUCH, written });
    return written;
  });
  return added > MOST_TEXT ? text : expanded;
}

/** Whether a text may hold what is declared for each of some rows. */
export function mayHoldRows(text: string): boolean {
  return text.includes("${row.");
}

/** What a text names that is nothing else, and that takes the type of its value; undefined for any other text. */
export function wholeName(text: string): LocalName | undefined {
  const [, kind, name] = WHOLE.exec(text) ?? [];
  return kind === undefined || name === undefined ? undefined : { kind: kind as LocalName["kind"], name };
}

/** The values of a row that a text names, each once. */
export function namesOfRow(text: string): string[] {
  const names = new Set<string>();
  for (const [, kind, name] of text.matchAll(SPECIAL)) if (kind === "row" && name) names.add(name);
  return [...names];
}

/** Whether anything in a text is a variable, or the escape of one. */
export function holdsVariables(text: string): boolean {
  return text.search(SPECIAL) !== -1;
}

/** Whether the result depends on the target. */
export function usesTarget(text: string): boolean {
  return /(?<!\$)\$\{var\./.test(text);
}

type Missing = Omit<VariableProblem, "written">;

/** A value as a part of a text. */
function textOf(found: LocalValue, written: string): string | Missing | undefined {
  if (found === undefined || !("value" in found)) return found;
  const { value } = found;
  if (value !== null && typeof value === "object") {
    const message = `\`${written}\` is a ${Array.isArray(value) ? "list" : "map"}, which cannot be a part of a text.`;
    return { rule: "wrong-type", message, help: "Let it be the whole value." };
  }
  return String(value);
}

const TOO_MUCH: Missing = {
  rule: "include-invalid",
  message: "The variables of this text repeat too much: over 50 MB.",
  help: "A long value multiplies with each place that it is used in. Look at how often this text names it.",
};

/** Undefined without a target, if any target declares the name: its value is not known. */
function lookUpVar(name: string, { project, target }: Variables): string | Missing | undefined {
  const declares = (one: Target) => Object.hasOwn(one.vars, name);
  if (target ? declares(target) : Object.values(project.targets).some(declares)) return target?.vars[name];
  const { known, meant } = namesOf(target ?? project);
  const where = target ? `The target \`${target.name}\`` : "No target";
  const message = `${where} declares ${target ? "no" : "a"} variable \`${name}\`.${meant(name)}`;
  const declared = known === "" ? "" : `Declared: ${known}. `;
  const help = `${declared}Declare it under targets.<name>.vars in boardwright.yaml, or write $\${var. for plain text.`;
  return { rule: "unknown-variable", message, help };
}

interface Names {
  /** For a help line; "" if there are none. */
  known: string;
  /** A guess at the name that was meant. */
  meant: (written: string) => string;
}

/** A text may hold thousands of names that are none: what is said of them is put together once. */
const NAMES = new WeakMap<Target | Project, Names>();

function namesOf(of: Target | Project): Names {
  const found = NAMES.get(of);
  if (found) return found;
  const targets = "vars" in of ? [of] : Object.values(of.targets);
  const names = [...new Set(targets.flatMap((one) => Object.keys(one.vars)))];
  const made = { known: listKnown(names), meant: suggestFrom(names) };
  NAMES.set(of, made);
  return made;
}

function lookUpEnv(name: string, { project, env }: Variables): string | Missing {
  if (!project.env.includes(name)) {
    const message = `The project may not read the environment variable \`${name}\`.${didYouMean(name, project.env.slice(0, MOST_GUESSED))}`;
    const names = project.env.length > MOST_LISTED ? ["…", name] : [...project.env, name];
    const list = `\`env\` in boardwright.yaml: env: [${names.join(", ")}]`;
    const { policy } = project;
    const help = policy
      ? `The policy of ${revisionText(policy)} counts, not that of this branch. Merge this first: ${list}.`
      : `Add it to ${list}.`;
    return { rule: "undeclared-environment-variable", message, help };
  }
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value !== undefined)
    return holdsSecret(value) || secretsOf(env).some((secret) => value.includes(secret))
      ? secretIn(name)
      : value;
  const message = `The environment variable \`${name}\` is not set.`;
  return { rule: "unset-environment-variable", message, help: `Set it where Boardwright runs: ${name}=… .` };
}

function secretIn(name: string): Missing {
  const message = `The environment variable \`${name}\` holds a credential, which no dashboard may hold.`;
  const help = "Another variable, named like a token, a key, a secret or a password, has the same value.";
  return { rule: "secret-environment-variable", message, help };
}
