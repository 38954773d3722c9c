// A helper: a thread that loads and checks files for the main one, from the last on, until they meet. It says nothing and writes nothing;
// where it fails, the main thread loads the files itself.

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openPieces, type Piece, type Work } from "../../desired/index.ts";
import { createLinter, type WorkbookFacts } from "../../lint/index.ts";
import type { Project, Target } from "../../model/index.ts";
import { declare, noteDeclared } from "../../plan/index.ts";
import type { Environment } from "../../target/index.ts";
import { readIgnored } from "../declared/read-ignored.ts";
import { type Blocks, claim, filesOf, type Owner } from "./blocks.ts";
import { NOTHING, noteChecked, type Purpose } from "./note-checked.ts";

/** What files are loaded for. */
export interface Job {
  project: Project;
  target: Target | undefined;
  env: Environment;
  purpose: Purpose;
}

/** What a helper is started with. */
export interface HelperData {
  job: Job;
  owner: Owner;
}

/** The one message to a helper. */
export interface Task {
  work: Work;
  blocks: Blocks;
}

/** A message of a helper: a block, and what it made of each of its files. */
export interface Loaded {
  block: number;
  pieces: ((Pick<Piece, "key" | "head"> & { body: Uint8Array<ArrayBuffer> }) | undefined)[];
}

function help(port: MessagePort, { job, owner }: HelperData, { work, blocks }: Task): void {
  const load = openLoad(job, work);
  for (let block = blocks.count - 1; block >= 0 && claim(blocks, block, owner) === owner; block--) {
    const [from, to] = filesOf(block, work.files.length);
    const loaded: Loaded = { block, pieces: work.files.slice(from, to).map(load) };
    port.postMessage(
      loaded,
      loaded.pieces.flatMap((piece) => (piece ? [piece.body.buffer] : [])),
    );
  }
}

function openLoad({ project, purpose, ...job }: Job, { layouts, included }: Work) {
  const ignored = readIgnored(project);
  const linter = createLinter(project);
  /** Of the last workbook. */
  let last: { facts: WorkbookFacts; own: typeof NOTHING } | undefined;
  const load = openPieces({
    project,
    ...job,
    layouts,
    included,
    visit(workbook) {
      const facts = linter.visit(workbook);
      last = { facts, own: purpose === "plan" ? noteDeclared(declare(workbook, ignored)) : NOTHING };
    },
    note: () => noteChecked(last?.facts, () => last?.own),
  });
  return (file: string): Loaded["pieces"][number] => {
    const piece = load(file);
    // Small buffers share their memory with others, and what is sent away is gone here.
    return piece && { key: piece.key, head: piece.head, body: new Uint8Array(piece.body) };
  };
}

const port = parentPort;
port?.once("message", (task: Task) => help(port, workerData as HelperData, task));
