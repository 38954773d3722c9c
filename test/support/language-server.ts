// yaml-language-server, driven as an editor drives it: a process, and JSON-RPC over its streams. It has no network and no settings
// but what an editor sends by default, so what it knows of a file is what the file says.
import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { resolveVerifier } from "./verifiers.ts";

export interface Position {
  /** Both from 0. */
  line: number;
  character: number;
}

export interface Completion {
  label: string;
  /** What is put in, as a snippet: `title: $1`. */
  insertText: string;
  documentation: string;
}

export interface EditorDiagnostic {
  message: string;
  range: { start: Position; end: Position };
}

export interface LanguageServer {
  /** Opens a file as `text`, whatever is on disk, and resolves to its diagnostics. Each file once. */
  open(file: string, text: string): Promise<EditorDiagnostic[]>;
  complete(file: string, position: Position): Promise<Completion[]>;
  /** The text that appears, as Markdown. */
  hover(file: string, position: Position): Promise<string>;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: { section: string }[]; uri?: string; diagnostics?: EditorDiagnostic[] };
  result?: unknown;
}

const SETTINGS: Readonly<Record<string, unknown>> = {
  yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false } },
};
const CAPABILITIES = {
  workspace: { configuration: true, workspaceFolders: true },
  textDocument: {
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
    hover: { contentFormat: ["markdown"] },
  },
};

/** Starts the server for one project. */
export async function startLanguageServer(folder: string): Promise<LanguageServer> {
  const server = spawn(
    process.execPath,
    [resolveVerifier("yaml-language-server/bin/yaml-language-server"), "--stdio"],
    { cwd: folder, stdio: ["pipe", "pipe", "inherit"] },
  );
  const { request, notify, diagnosed } = connect(server);
  const rootUri = pathToFileURL(folder).href;
  const workspaceFolders = [{ uri: rootUri, name: "project" }];
  await request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders,
    capabilities: CAPABILITIES,
  });
  notify("initialized", {});
  const uriOf = (file: string): string => `${rootUri}/${file}`;
  const at = (file: string, position: Position) => ({ textDocument: { uri: uriOf(file) }, position });
  return {
    open(file, text) {
      const found = diagnosed(uriOf(file));
      notify("textDocument/didOpen", {
        textDocument: { uri: uriOf(file), languageId: "yaml", version: 1, text },
      });
      return found;
    },
    async complete(file, position) {
      const answer = (await request("textDocument/completion", at(file, position))) as {
        items: { label: string; insertText?: string; documentation?: string | { value: string } }[];
      };
      return answer.items.map(({ label, insertText = "", documentation = "" }) => ({
        label,
        insertText,
        documentation: typeof documentation === "string" ? documentation : documentation.value,
      }));
    },
    async hover(file, position) {
      const answer = await request("textDocument/hover", at(file, position));
      return (answer as { contents?: { value: string } } | null)?.contents?.value ?? "";
    },
    async close() {
      await request("shutdown", null);
      notify("exit", null);
    },
  };
}

function connect(server: ChildProcess) {
  const waiting = new Map<number, (result: unknown) => void>();
  const documents = new Map<string, (found: EditorDiagnostic[]) => void>();
  let last = 0;
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const receive = ({ id, method, params = {}, result }: Message): void => {
    if (method === "workspace/configuration") {
      send({ id, result: params.items?.map(({ section }) => SETTINGS[section] ?? null) ?? [] });
    } else if (method === "textDocument/publishDiagnostics") {
      documents.get(params.uri ?? "")?.(params.diagnostics ?? []);
    } else if (method !== undefined && id !== undefined) send({ id, result: null });
    else if (id !== undefined) waiting.get(id)?.(result);
  };
  let rest = Buffer.alloc(0);
  server.stdout?.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(rest.subarray(0, Math.max(0, end)).toString())?.[1]);
      if (end < 0 || rest.length < end + 4 + length) return;
      const body = rest.subarray(end + 4, end + 4 + length).toString();
      rest = rest.subarray(end + 4 + length);
      receive(JSON.parse(body) as Message);
    }
  });
  return {
    request: (method: string, params: unknown) =>
      new Promise<unknown>((done) => {
        last += 1;
        waiting.set(last, done);
        send({ id: last, method, params });
      }),
    notify: (method: string, params: unknown) => send({ method, params }),
    diagnosed: (uri: string) => new Promise<EditorDiagnostic[]>((done) => documents.set(uri, done)),
  };
}
