// A data model's YAML files → its cubes as metadata has them, and what does not compile: names, titles, types, and views of cubes. The
// rest of the language does nothing here.

import { LineCounter, parseDocument } from "yaml";
import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { BranchRecord, ModelError, ModelFiles } from "../store/build-records.ts";
import type { Store } from "../store/store.ts";

interface CompiledModel {
  cubes: readonly Json[];
  errors: readonly ModelError[];
}

/** The model of a branch: that of its files, or if no file has one that of the seed for the branch, or for all. */
export function modelOf({ models, modelErrors, start }: Store, { name, files }: BranchRecord): CompiledModel {
  const compiled = COMPILED.get(files) ?? compile(files);
  COMPILED.set(files, compiled);
  if (compiled.cubes.length > 0 || compiled.errors.length > 0) return compiled;
  return {
    cubes: Object.hasOwn(models, name) ? models[name]! : start.cubes,
    errors: Object.hasOwn(modelErrors, name) ? modelErrors[name]! : [],
  };
}

/** Files are replaced and never changed. */
const COMPILED = new WeakMap<ModelFiles, CompiledModel>();

const KINDS = ["measures", "dimensions", "segments"] as const;

function compile(files: ModelFiles): CompiledModel {
  const errors: ModelError[] = [];
  const cubes = new Map<string, JsonObject>();
  const views: (() => void)[] = [];
  for (const [fileName, text] of Object.entries(files).sort()) {
    if (!/\.ya?ml$/.test(fileName)) continue;
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, logLevel: "silent" });
    const fail = (message: string, path: (string | number)[]): void => {
      const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
      errors.push({ message: `${message} (line ${lines.linePos(node?.range?.[0] ?? 0).line})`, fileName });
    };
    const add = (cube: JsonObject, path: (string | number)[]): void => {
      if (cubes.has(String(cube.name))) fail(`${cube.name} is declared twice`, path);
      else cubes.set(String(cube.name), cube);
    };
    const [broken] = document.errors;
    if (broken) {
      const [message = ""] = broken.message.split("\n");
      errors.push({ message, fileName });
      continue;
    }
    const root: Json = document.toJS();
    for (const [at, cube] of listOf(root, "cubes").entries()) {
      const path = ["cubes", at];
      if (typeof cube.name !== "string") fail("a cube has no name", path);
      else add({ ...namesOf(cube), type: "cube", ...membersOf(cube) }, path);
    }
    for (const [at, view] of listOf(root, "views").entries()) {
      const path = ["views", at];
      if (typeof view.name !== "string") fail("a view has no name", path);
      // A view may name cubes of later files.
      else
        views.push(() =>
          add({ ...namesOf(view), type: "view", ...includedIn(view, path, { cubes, fail }) }, path),
        );
    }
  }
  for (const addView of views) addView();
  return { cubes: [...cubes.values()], errors };
}

function membersOf(cube: JsonObject): JsonObject {
  const all = KINDS.map((kind) => {
    const members = listOf(cube, kind).filter(
      (member) => member.public !== false && typeof member.name === "string",
    );
    const shown = members.map((member) => ({
      ...namesOf(member, `${cube.name}.`),
      ...(kind === "measures" && { type: "number", aggType: member.type ?? "number" }),
      ...(kind === "dimensions" && { type: member.type ?? "string" }),
    }));
    return [kind, shown];
  });
  return Object.fromEntries(all);
}

/** The members that a view takes from cubes: all of them with "*", or those that it names, perhaps with another name. */
function includedIn(
  view: JsonObject,
  path: (string | number)[],
  {
    cubes,
    fail,
  }: { cubes: ReadonlyMap<string, JsonObject>; fail(message: string, path: (string | number)[]): void },
): JsonObject {
  const included: Record<(typeof KINDS)[number], JsonObject[]> = {
    measures: [],
    dimensions: [],
    segments: [],
  };
  for (const [at, { join_path: joined, includes, prefix }] of listOf(view, "cubes").entries()) {
    const here = [...path, "cubes", at];
    const name = String(joined).split(".").at(-1)!;
    const cube = cubes.get(name);
    if (!cube) {
      fail(`${view.name} joins ${name}, which is no cube`, here);
      continue;
    }
    const all = KINDS.flatMap((kind) => listOf(cube, kind).map((member) => ({ kind, member })));
    const short = ({ member }: { member: JsonObject }) => String(member.name).slice(name.length + 1);
    const wanted = Array.isArray(includes) ? includes : all.map(short);
    for (const [index, one] of wanted.entries()) {
      const { name: source, alias = source } = isObject(one) ? one : { name: one };
      const found = all.find((each) => short(each) === source);
      if (!found)
        fail(`${view.name} includes ${name}.${source}, which is no member`, [...here, "includes", index]);
      else
        included[found.kind].push({
          ...found.member,
          name: `${view.name}.${prefix === true ? `${name}_` : ""}${alias}`,
        });
    }
  }
  return included;
}

function namesOf({ name, title }: JsonObject, above = ""): JsonObject {
  return { name: `${above}${name}`, ...(typeof title === "string" && { title }) };
}

function listOf(value: Json, key: string): JsonObject[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
