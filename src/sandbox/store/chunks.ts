/** Joins the texts into chunks of at least `size` characters. */
export function* inChunks(texts: Iterable<string>, size: number): Generator<string> {
  let chunk = "";
  for (const text of texts) {
    chunk += text;
    if (chunk.length < size) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
