// What a command says, at its terminal.

import { type Document, printTerminal } from "../report/index.ts";
import type { Terminal } from "./terminal.ts";

export function printDocument(terminal: Terminal, document: Document): void {
  terminal.out(printTerminal(document, { color: terminal.color.out, width: terminal.width }));
}
