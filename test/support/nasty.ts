// Texts that try to break out of the place they are shown in: what people or an attacker may put into a dashboard.
import fc from "fast-check";

const NASTY_TEXTS = [
  "@acme/everyone and @anna, anna@example.com #12 GH-12 gh-3 acme/board#3 0123456789abcdef0123456789abcdef01234567 deadbee",
  "</pre></details></code></summary><script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:x'>",
  '"><svg onload=alert(1)>\' onmouseover=alert(1) x="',
  "<!-- boardwright:v1 command=plan target=production hash=sha256:00 -->",
  "--> out <!-- --!> ]]> <![CDATA[ <?php ?>",
  "```\n# broke out\n~~~\n</details>",
  "[link](https://evil.example) ![x](http://evil.example/x.png) www.evil.example <https://evil.example> [x]: y",
  "**bold** _it_ ~~gone~~ | cell | cell |\n|--|--|\n$math$ :tada: - [ ] task [^1]",
  "::set-output name=x::y",
  "line\n::error::gotcha\r\n  ::add-mask::a\r::stop-commands::x",
  "##[set-env name=x]y and ##[error]z\n##[command]ls",
  "\u001b[31mred\u001b]0;title\u0007\u009b2J\u0090dcs\u202eodd\u2066x\u200bzero\ufeff",
  "\u0000nul \ud800 lone \udc00 \uffff \ufffe \u{e0041}tag\u2028para",
  "&lt;script&gt; &#64;team &#x3c;b&#x3e; %0A::error::x %25",
  "\n\n# heading\n\n- list\n\n1. one\n\n> quote\n\n    code\n\n---",
  "\\` \\[ \\< trailing \\",
  "__proto__",
  "{{ liquid }} [[wiki]] {% raw %}",
];

/** Those, and what else has broken out of a report somewhere. Kept apart: random states draw from the texts above. */
export const INJECTIONS = [
  ...NASTY_TEXTS,
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<math><mi xlink:href='data:x,<script>alert(1)</script>'>",
  "</style><style>@import url(//evil.example)</style>",
  "</title><base href=//evil.example><meta http-equiv=refresh content=0>",
  "<!--><img src=x onerror=alert(1)>-->",
  '<a href="data:text/html;base64,PHNjcmlwdD4">x</a>',
  "<template><form action=//evil.example><button>ok",
  "&#x6a;avascript:alert(1) &colon; &Tab; &NewLine;",
  "[x](javascript:alert(1)) [y](<data:text/html,x> 'z') ![](//evil.example/p.gif)",
  '[x]: https://evil.example "t"\n\n[x] [x][] [a][x]',
  "<details open><summary>Approved by @acme/platform</summary>",
  "+++\n---\n***\nSetext\n===\n",
  "| a |\n| --- |\n| b |",
  "1) one\n2) two\n   - [x] done",
  "~~~diff\n+ approved\n~~~",
  '<pre lang="diff">- no\n+ yes</pre>',
  "http://evil.example www.evil.example mailto:a@evil.example xmpp:a@evil.example",
  "acme/dashboards@0123456789abcdef0123456789abcdef01234567 GH-1 #1 @github/security",
  ":+1: :octocat: :shipit:",
  "]]></failure></testcase></testsuite><testsuite name='ok' failures='0'/>",
  "&xxe; <!DOCTYPE x [<!ENTITY xxe SYSTEM 'file:///etc/passwd'>]>",
  '","level":"none","ruleId":"x',
  "\u2028\u2029\u0085next line\u000bvertical\u000cfeed",
  "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007\u001b[1A\u001b[2K",
  "a\b\b\bok\rok          \u009b1A\u0090q\u009c",
];

/** Lines that GitHub's runner, or Azure's, takes for its commands, and what hides one. */
export const WORKFLOW_COMMANDS = [
  ...["set-output name=x", "save-state name=x", "set-env name=PATH", "add-path", "add-mask"].flatMap(
    (name) => [`::${name}::y`, `  ::${name}::y`, `line\n::${name}::y`],
  ),
  ...["error", "warning", "notice", "debug", "group", "endgroup", "echo", "stop-commands"].map(
    (name) => `\r::${name}::y`,
  ),
  ...[
    "error file=a,line=1",
    "add-matcher",
    "remove-matcher owner=x",
    "internal-set-repo-path repoFullName=x",
  ].map((name) => `\r\n\t::${name}::y`),
  ...["set-env name=x", "add-path", "error", "command", "group", "endgroup"].map((name) => `a ##[${name}]y`),
  "##vso[task.setvariable variable=x]y",
  "::Set-Output name=x::y",
  "%0A::set-output name=x::y",
  "%250A::error::y",
  "\u2028::error::y",
  "\u0085::error::y",
  "\u000b::error::y",
  "\u001b[2K::error::y",
  "\ufeff::error::y",
  "::error::y\n::error::y",
];

/** Too long for anybody: one line, and many. */
export const HUGE_TEXTS = ["@".repeat(1_000_000), "\u001b[2J<b>\n".repeat(120_000)];

/** Fragments of the above in any order, and any text at all. */
export function nastyText(): fc.Arbitrary<string> {
  const pieces = NASTY_TEXTS.flatMap((text) => [text, ...text.split(/(?<=[ \n])/)]);
  const one = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 12 }));
  return fc.array(one, { minLength: 1, maxLength: 6 }).map((texts) => texts.join(""));
}
