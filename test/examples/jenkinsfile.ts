// As much of a declarative Jenkinsfile as can be checked without Jenkins: strings, brackets, and which section may be in which
// (https://www.jenkins.io/doc/book/pipeline/syntax/).

const STAGE = ["agent", "environment", "input", "options", "post", "stages", "steps", "tools", "when"];
const STEPS = ["always", "success", "failure", "unstable", "changed", "aborted", "cleanup"];
/** What may be directly in a section; a section that is not here holds steps or settings. */
const IN: Record<string, readonly string[]> = {
  "": ["pipeline"],
  pipeline: ["agent", "environment", "options", "parameters", "post", "stages", "tools", "triggers"],
  stages: ["stage"],
  stage: STAGE,
  post: STEPS,
  agent: ["docker", "label", "node", "dockerfile"],
};

/** What is wrong; empty if nothing is. */
export function wrongWithJenkinsfile(text: string): string[] {
  const wrong: string[] = [];
  const open: { name: string; bracket: string }[] = [];
  let last = "";
  const tokens = /\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|[{}()[\]]|["']/g;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const at = `line ${text.slice(0, index).split("\n").length}`;
    const inside = open.at(-1);
    if (token.startsWith("//")) continue;
    if (token === "'" || token === '"') wrong.push(`${at}: a string does not end`);
    else if ("{([".includes(token)) {
      const name = token === "{" ? last : (inside?.name ?? "");
      const allowed = IN[inside?.name ?? ""];
      if (token === "{" && allowed && !allowed.includes(name)) wrong.push(`${at}: no ${name} here`);
      open.push({ name, bracket: token });
    } else if ("})]".includes(token)) {
      if (!inside || "{([".indexOf(inside.bracket) !== "})]".indexOf(token))
        wrong.push(`${at}: ${token} closes nothing`);
      else open.pop();
    } else if (/^\w/.test(token) && !open.some(({ bracket }) => bracket !== "{")) last = token;
  }
  return [...wrong, ...open.map(({ name }) => `${name} does not end`)];
}
