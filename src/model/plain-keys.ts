// Keys of a config whose texts are what they say: no member, no widget, no report is named there.

/** Keys whose texts are compared with a member or chosen for it: `[{ member, operator, values }]`. */
export const VALUES: ReadonlySet<string> = new Set([
  "value",
  "values",
  "defaultValue",
  "defaultValues",
  "operator",
]);

/** Keys whose texts are for people, or addresses. */
export const PROSE: ReadonlySet<string> = new Set([
  "title",
  "subtitle",
  "label",
  "description",
  "note",
  "markdown",
  "text",
  "html",
  "prompt",
  "placeholder",
  "tooltip",
  "url",
  "href",
  "src",
]);

/** Whether a text under this key is for people, or a value that something is compared with. */
export function isPlainKey(key: string): boolean {
  return PROSE.has(key) || VALUES.has(key);
}
