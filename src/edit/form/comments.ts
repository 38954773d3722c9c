// Where the comments of a YAML text are.
import { Lexer } from "yaml";

export interface Comment {
  offset: number;
  /** From the `#` on. */
  text: string;
}

/** What the package's lexer puts between the tokens: they stand for no character. */
const MARKS = new Set(["\u0002", "\u0018", "\u001f"]);
const SCALAR_NEXT = "\u001f";

/** All comments, in their order. */
export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = [];
  let offset = 0;
  let before = "";
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith("#") && before !== SCALAR_NEXT) comments.push({ offset, text: token.trimEnd() });
    if (!MARKS.has(token)) offset += token.length;
    before = token;
  }
  return comments;
}
