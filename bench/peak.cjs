// Preloaded into what is measured: tells the highest resident memory on descriptor 3 at the end, in KB. /proc is asked because the
// maxRSS of getrusage counts what the parent held when it forked.

const { readFileSync, writeSync } = require("node:fs");

process.on("exit", () => {
  let kilobytes;
  try {
    kilobytes = /^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1];
  } catch {
    kilobytes = process.resourceUsage().maxRSS;
  }
  writeSync(3, String(kilobytes));
});
