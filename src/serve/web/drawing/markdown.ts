// A text as its readers see it. What it says in HTML is cleaned down to what shapes a text: nothing of it runs, loads, links or looks like a
// part of the page.
import DOMPurify from "dompurify";
import { Marked } from "marked";

const ALLOWED_TAGS =
  "h1 h2 h3 h4 h5 h6 p br hr ul ol li b strong i em u s del sub sup small mark code pre blockquote a span div font table thead tbody tr th td".split(
    " ",
  );
const ALLOWED = new Set(ALLOWED_TAGS);

/**
 * DOMPurify is what makes a text safe. But the browser reports each style and each handler that it only parses as a break of the page's
 * policy, and a broken policy must mean something: so tags lose what they carry before that.
 */
const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => bareTags(text),
    link({ tokens }) {
      return `<a>${this.parser.parseInline(tokens)}</a>`;
    },
    image: ({ text }) => plain(text),
  },
});

function bareTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(script|style|iframe|svg|object)\b[\s\S]*?<\/\1\s*>/gi, "")
    .split(/(<\/?[a-z][^<>]*>)/i)
    .map((part, at) => {
      if (at % 2 === 0) return part.replaceAll("<", "&lt;");
      const [, end = "", name = ""] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(part) ?? [];
      return ALLOWED.has(name.toLowerCase()) ? `<${end}${name}>` : "";
    })
    .join("");
}

const plain = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Characters. Parsing what was written against the parser takes the square of its length: this much takes half a second at worst. */
const MOST = 5000;

/** References to characters that turn the direction of what follows: they stand as they are written. */
const DIRECTION =
  /&((?:#0*(?:1564|820[67]|823[4-8]|829[4-7])|#x0*(?:61c|200[ef]|202[a-e]|206[6-9])|lrm|rlm)(?!\w);?)/gi;

/** A text that is longer than that, or nested deeper than can be followed, is shown as it is written. */
export function htmlOf(text: string): string {
  if (text.length > MOST)
    return `<p><em>This text is too long to be drawn here, so it stands as it is written.</em></p><p>${plain(text.slice(0, 20 * MOST))}</p>`;
  try {
    return marked.parse(text.replace(DIRECTION, "&amp;$1")) as string;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `<p>${plain(text)}</p>`;
  }
}

/** What may stand on the page. */
export const cleanOf = (text: string) =>
  DOMPurify.sanitize(htmlOf(text), { ALLOWED_TAGS, ALLOWED_ATTR: [], RETURN_DOM_FRAGMENT: true });
