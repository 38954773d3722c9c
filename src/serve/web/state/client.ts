// Asks the server. The cookie goes along by itself; the page never holds a credential.
import type {
  BoardView,
  EditAnswer,
  EditRequest,
  Failure,
  Inspection,
  LiveBoard,
  OpenRequest,
  ProjectView,
  PutBackRequest,
  RowsAnswer,
  SessionRequest,
  StepRequest,
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

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, credentials: "same-origin" });
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

export const client = {
  session: (request: SessionRequest) => post<void>("session", request),
  project: () => get<ProjectView>("project"),
  board: (slug: string) => get<BoardView>("board", { slug }),
  inspect: (slug: string, widget: string) => get<Inspection>("inspect", { slug, widget }),
  live: (slug: string) => get<LiveBoard>("live", { slug }),
  rows: (slug: string, widget: string, signal: AbortSignal) =>
    get<RowsAnswer>("rows", { slug, widget }, { signal }),
  readLive: () => post<void>("live", {}),
  edit: (request: EditRequest) => post<EditAnswer>("edit", request),
  undo: (request: StepRequest) => post<EditAnswer>("undo", request),
  redo: (request: StepRequest) => post<EditAnswer>("redo", request),
  putBack: (request: PutBackRequest) => post<EditAnswer>("put-back", request),
  /** With `preview`: what would be written. */
  showTake: (request: TakeRequest) => post<TakeAnswer>("take", request),
  take: (request: TakeRequest) => post<EditAnswer>("take", request),
  open: (request: OpenRequest) => post<void>("open", request),
};
