// A message of the command line, as the page of the studio says it.

/** With a capital letter first and a stop at the end. */
export function asSentence(text: string): string {
  return `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
