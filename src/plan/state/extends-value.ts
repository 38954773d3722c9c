// What a platform that fills in defaults makes of a value.

import { isObject, type Json } from "../../model/index.ts";
import { isSame } from "./canonical.ts";

/** Whether `returned` is `asked` with keys added and nothing else changed. */
export function extendsValue(asked: Json, returned: Json): boolean {
  if (Array.isArray(asked) && Array.isArray(returned)) {
    return (
      asked.length === returned.length &&
      asked.every((item, index) => extendsValue(item, returned[index] as Json))
    );
  }
  if (isObject(asked) && isObject(returned)) {
    return Object.entries(asked).every(
      ([key, item]) => Object.hasOwn(returned, key) && extendsValue(item, returned[key] as Json),
    );
  }
  return isSame(asked, returned);
}
