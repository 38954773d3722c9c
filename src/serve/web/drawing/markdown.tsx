// A text as its readers see it. What it says in HTML is cleaned by DOMPurify down to what shapes a text: nothing of it runs, loads,
// links or looks like a part of the page.
import DOMPurify from "dompurify";
import { Marked } from "marked";
import { useLayoutEffect, useRef } from "preact/hooks";

const marked = new Marked({ gfm: true, breaks: false, async: false });

const ALLOWED_TAGS =
  "h1 h2 h3 h4 h5 h6 p br hr ul ol li b strong i em u s del sub sup small mark code pre blockquote a span div font table thead tbody tr th td".split(
    " ",
  );

export function Markdown({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const html = marked.parse(text) as string;
    const clean = DOMPurify.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR: [], RETURN_DOM_FRAGMENT: true });
    box.current?.replaceChildren(clean);
  }, [text]);
  return <div class="markdown" ref={box} />;
}
