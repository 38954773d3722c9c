// Asks the server, with the key that the token of the address was changed for; the page never holds a credential of the platform.
import type {
  BoardView,
  Choices,
  CreateRequest,
  EditAnswer,
  EditRequest,
  Failure,
  FixAnswer,
  FixRequest,
  Hit,
  Inspection,
  LiveBoard,
  OpenRequest,
  ProjectView,
  PutBackRequest,
  RowsAnswer,
  SessionAnswer,
  SessionRequest,
  StepRequest,
  StudioEvent,
  TakeAnswer,
  TakeRequest,
} from "../../protocol.ts";

/** The server answered, and not with what was asked for. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly help: string | null;
  constructor(status: number, { code, message, help }: Failure["error"]) {
    super(message);
    this.status = status;
    this.code = code;
    this.help = help;
  }
}

/** An answer that breaks off is no answer: the server is gone. */
function notJson(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

/** In the storage of this port alone; other tabs of the browser have it, too. */
const STORED = "boardwright-key";

async function ask(path: string, init: RequestInit): Promise<Response> {
  const key = localStorage.getItem(STORED);
  return fetch(path, {
    ...init,
    headers: { ...init.headers, ...(key !== null && { authorization: `Bearer ${key}` }) },
  });
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const response = await ask(path, init);
  if (response.status === 204) return undefined as T;
  const body = (await response.json().catch(notJson)) as (T & Partial<Failure>) | undefined;
  if (response.ok && body !== undefined) return body;
  const nothing = { code: "no-answer", message: `The server answered ${response.status}.`, help: null };
  throw new Refused(response.status, body?.error ?? nothing);
}

const get = <T>(path: string, query: Record<string, string> = {}, init: RequestInit = {}) =>
  call<T>(`/api/${path}?${new URLSearchParams(query)}`.replace(/\?$/, ""), init);

const post = <T>(path: string, body: object) =>
  call<T>(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Tells of events, one after the other, until the server is gone. `opened`: from then on none is missed. */
async function follow(opened: () => void, heard: (event: StudioEvent) => Promise<void>): Promise<void> {
  const { ok, body } = await ask("/api/events", {});
  if (!ok || !body) return;
  opened();
  let rest = "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") await heard(JSON.parse(line) as StudioEvent);
  }
}

export const client = {
  async session(request: SessionRequest): Promise<void> {
    const entered = await post<SessionAnswer | undefined>("session", request);
    if (entered) localStorage.setItem(STORED, entered.key);
  },
  follow,
  project: () => get<ProjectView>("project"),
  board: (slug: string) => get<BoardView>("board", { slug }),
  inspect: (slug: string, widget: string) => get<Inspection>("inspect", { slug, widget }),
  live: (slug: string) => get<LiveBoard>("live", { slug }),
  find: (query: string) => get<Hit[]>("find", { query }),
  choices: () => get<Choices>("choices"),
  rows: (slug: string, widget: string, signal: AbortSignal) =>
    get<RowsAnswer>("rows", { slug, widget }, { signal }),
  readLive: () => post<void>("live", {}),
  edit: (request: EditRequest) => post<EditAnswer>("edit", request),
  undo: (request: StepRequest) => post<EditAnswer>("undo", request),
  redo: (request: StepRequest) => post<EditAnswer>("redo", request),
  create: (request: CreateRequest) => post<EditAnswer>("create", request),
  putBack: (request: PutBackRequest) => post<EditAnswer>("put-back", request),
  /** With `preview`: what would be written. */
  showTake: (request: TakeRequest) => post<TakeAnswer>("take", request),
  take: (request: TakeRequest) => post<EditAnswer>("take", request),
  fix: (request: FixRequest) => post<FixAnswer>("fix", request),
  open: (request: OpenRequest) => post<void>("open", request),
};
