// The commands of a log, as GitHub's runner obeys them.

export interface Command {
  name: string;
  properties: Record<string, string>;
  text: string;
}

/** Reads a log as the runner's ActionCommandManager does: `::name key=value::text` at the start of a line, `##[name]text` anywhere. */
export function obey(raw: string): { commands: Command[]; log: string } {
  const commands: Command[] = [];
  const shown: string[] = [];
  const masks: string[] = [];
  let resume: string | undefined;
  for (const line of raw.split(/\r?\n/)) {
    const command = readCommand(line);
    if (resume !== undefined) {
      if (command?.name === resume) resume = undefined;
      else shown.push(line);
    } else if (!command) shown.push(line);
    else if (command.name === "stop-commands") resume = command.text;
    else {
      if (command.name === "add-mask") masks.push(command.text);
      commands.push(command);
      shown.push(command.name === "add-mask" ? "" : command.text);
    }
  }
  const log = masks.reduce((text, mask) => text.replaceAll(mask, "***"), shown.join("\n"));
  return { commands, log };
}

function readCommand(line: string): Command | undefined {
  const found =
    /^\s*::([^\s:]+)(?: ((?:(?!::).)*))?::(.*)$/s.exec(line) ??
    /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/s.exec(line);
  if (!found) return undefined;
  const [, name = "", list = "", text = ""] = found;
  const pairs = list
    .split(",")
    .filter((pair) => pair.includes("="))
    .map((pair) => [pair.slice(0, pair.indexOf("=")).trim(), decode(pair.slice(pair.indexOf("=") + 1))]);
  return { name: name.toLowerCase(), properties: Object.fromEntries(pairs), text: decode(text) };
}

function decode(text: string): string {
  return text
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%3A", ":")
    .replaceAll("%2C", ",")
    .replaceAll("%25", "%");
}
