// Where the comments of a YAML text are.
import { Lexer } from "yaml";

export interface Comment {
  offset: number;
  /** From the `#` on. */
  text: string;
}

/** What the package's lexer puts between the tokens, before documents and scalars: they stand for no character. */
const MARKS = new Set(["\u0002", "\u001f"]);

/** All comments of a text without errors, in their order. */
export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith("#")) comments.push({ offset, text: token.trimEnd() });
    if (!MARKS.has(token)) offset += token.length;
  }
  return comments;
}
