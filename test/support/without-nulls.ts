// Null and absent are the same at every depth outside lists (contract 2): the tests' own reading of it.
import { isObject, type Json } from "../../src/model/index.ts";

export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  // JSON knows no -0.
  if (!isObject(value)) return value === 0 ? 0 : value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
