/** The texts, joined until they have at least `size` characters: what is written together. */
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
