// The style of the page, inline because the page is one file. Marks never depend on colour alone: signs and line styles say the same.

export const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --dim: #59636e; --page: #fff; --soft: #f6f8fa; --line: #d1d9e0;
  --added: #116329; --added-soft: #dafbe1; --removed: #a40e26; --removed-soft: #ffebe9; --moved: #7d4e00; --moved-soft: #fff8c5;
  --edited: #0550ae; --edited-soft: #ddf4ff; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9198a1; --page: #0d1117; --soft: #151b23; --line: #3d444d;
  --added: #56d364; --added-soft: #12261e; --removed: #ff8182; --removed-soft: #301a1f; --moved: #e3b341; --moved-soft: #2b2410;
  --edited: #79c0ff; --edited-soft: #11233d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h4 { font-size: .875rem; margin: .75rem 0 .25rem; } h2 { font-size: 1.25rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
code, pre, svg text { font-family: ui-monospace, monospace; } code { font-size: .9em; }
pre { margin: .25rem 0; padding: .5rem; background: var(--soft); font-size: .8rem; white-space: pre-wrap; }
a { color: var(--edited); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .2rem .6rem; border: 1px solid var(--line); text-align: left; font-weight: normal; }
thead th { font-weight: 600; }
ins, del { display: block; text-decoration: none; } ins { color: var(--added); background: var(--added-soft); }
del { color: var(--removed); background: var(--removed-soft); }
pre.whole ins, pre.whole del { display: inline; } pre.whole del { text-decoration: line-through; }
details { margin: .6rem 0; border: 1px solid var(--line); border-radius: .4rem; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; } summary { padding: .5rem 0; cursor: pointer; }
.dim { color: var(--dim); font-size: .875rem; } .verdict { font-size: 1.1rem; }
.hazard { margin: .5rem 0; padding: .5rem .75rem; border-left: .3rem solid var(--moved); background: var(--moved-soft); }
.error { margin: .5rem 0; padding: .5rem .75rem; border-left: .3rem solid var(--removed); background: var(--removed-soft); }
.rows { margin: 0; padding: 0; list-style: none; } .rows b { display: inline-block; min-width: 5rem; font-weight: 600; }
.added { color: var(--added); } .removed { color: var(--removed); } .note { color: var(--moved); }
.layouts { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; flex: 1 1 16rem; max-width: 28rem; }
figcaption { color: var(--dim); font-size: .875rem; }
svg.grid { display: block; width: 100%; height: auto; border: 1px solid var(--line); background: var(--soft); }
svg text { font-size: 11px; fill: var(--text); }
rect { fill: var(--page); stroke: var(--dim); stroke-width: 1; }
.w-moved rect, .w-resized rect { fill: var(--moved-soft); stroke: var(--moved); stroke-width: 3; }
.w-added rect { fill: var(--added-soft); stroke: var(--added); stroke-width: 3; stroke-dasharray: 8 3; }
.w-removed rect { fill: var(--removed-soft); stroke: var(--removed); stroke-width: 3; stroke-dasharray: 2 3; }
.w-edited rect { fill: var(--edited-soft); stroke: var(--edited); stroke-width: 2; }
.below rect { fill: none; stroke-dasharray: 3 3; } .below text { font-size: 9px; }
@media print { details { break-inside: avoid; } }
`;
