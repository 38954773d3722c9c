// Texts that try to break out of the place they are shown in: what people or an attacker may put into a dashboard.
import fc from "fast-check";

export const NASTY_TEXTS = [
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

/** Too long for anybody: one line, and many. */
export const HUGE_TEXTS = ["@".repeat(1_000_000), "\u001b[2J<b>\n".repeat(120_000)];

/** Fragments of the above in any order, and any text at all. */
export function nastyText(): fc.Arbitrary<string> {
  const pieces = NASTY_TEXTS.flatMap((text) => [text, ...text.split(/(?<=[ \n])/)]);
  const one = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 12 }));
  return fc.array(one, { minLength: 1, maxLength: 6 }).map((texts) => texts.join(""));
}
