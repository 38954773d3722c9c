// What a forge makes of markdown: GitHub's flavour, raw html through GitHub's sanitizer, in GitHub's style.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolveVerifier } from "./verifiers.ts";

/** Plugins of unified, and what it makes of a text. */
interface Processor {
  use(plugin: unknown, options?: unknown): Processor;
  process(text: string): Promise<{ toString(): string }>;
}

const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(resolveVerifier(name)).href)) as T;
const plugin = async (name: string) => (await load<{ default: unknown }>(name)).default;

/** The html of a comment. */
async function forgeHtml(markdown: string): Promise<string> {
  const { unified } = await load<{ unified(): Processor }>("unified");
  const made = await unified()
    .use(await plugin("remark-parse"))
    .use(await plugin("remark-gfm"))
    .use(await plugin("remark-rehype"), { allowDangerousHtml: true })
    .use(await plugin("rehype-raw"))
    .use(await plugin("rehype-sanitize"))
    .use(await plugin("rehype-stringify"))
    .process(markdown);
  return made.toString();
}

/** A page that shows it, `open` with all that is folded. */
export async function forgePage(markdown: string, { open }: { open: boolean }): Promise<string> {
  const style = readFileSync(resolveVerifier("github-markdown-css/github-markdown.css"), "utf8");
  const html = await forgeHtml(markdown);
  const shown = open ? html.replaceAll("<details>", "<details open>") : html;
  const page = "body { margin: 16px; } @media (prefers-color-scheme: dark) { body { background: #0d1117; } }";
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}${page}</style>
<body class="markdown-body">${shown}</body>`;
}
