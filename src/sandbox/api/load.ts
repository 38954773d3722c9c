// POST rest.url + /v1/load and /v1/sql: the data API's rows, on made-up data (field notes, A.10).

import { isObject, type JsonObject } from "../../model/index.ts";
import { openModel } from "../data/model.ts";
import { findProblem } from "../data/problem.ts";
import { type DataQuery, type ModelOfQuery, readQuery } from "../data/query.ts";
import { annotate, rowsOf } from "../data/rows.ts";
import { compileSql } from "../data/sql.ts";
import { modelOf } from "./compile-model.ts";
import type { OpenContext } from "./context.ts";
import { enterDataApi } from "./metadata.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** The same rows for the same query; of a sandbox that was given no model, for whatever is asked. */
export async function loadRows(context: OpenContext): Promise<Reply> {
  const { asked, query, model } = await readAsked(context);
  if (context.mustWait()) return json({ error: "Continue wait" });
  const data = context.hasNoRows ? [] : rowsOf(query, model, context.now());
  return json({ query: asked, data, annotation: annotate(query, model) });
}

export async function explainQuery(context: OpenContext): Promise<Reply> {
  const { query, model } = await readAsked(context);
  return json({ sql: { status: "ok", sql: compileSql(query, model) } });
}

async function readAsked(
  context: OpenContext,
): Promise<{ asked: JsonObject; query: DataQuery; model: ModelOfQuery }> {
  const { branch, scope } = await enterDataApi(context);
  if (scope !== "data") throw new Refusal(403, "A metadata token cannot query data");
  const { query: asked } = await context.body();
  if (!isObject(asked)) throw new Refusal(400, "The body has no `query`");
  const query = readQuery(asked);
  const { cubes } = modelOf(context.store, branch);
  const model = openModel(cubes, cubes.length === 0);
  const problem = findProblem(query, model);
  if (problem !== undefined) throw new Refusal(400, problem);
  return { asked, query, model };
}
