// Preloaded into a built command, on a machine that seems to be idle: says at its end, in the file that HELPED names, how many blocks of files helpers handed over, and makes helpers
// fail as FAILING says (`start`: they cannot be started; `missing`: their code is gone; `crash`: they end after their first block).
const { appendFileSync } = require("node:fs");
const os = require("node:os");
const threads = require("node:worker_threads");

const { HELPED, FAILING } = process.env;
let blocks = 0;

// Helpers are for idle cores.
os.availableParallelism = () => 4;
os.loadavg = () => [0, 0, 0];

threads.Worker = class extends threads.Worker {
  constructor(path, options) {
    if (FAILING === "start") throw new Error("no threads here");
    super(FAILING === "missing" ? `${path}.gone` : path, options);
    this.on("message", () => {
      blocks += 1;
      if (FAILING === "crash" && blocks === 1) void this.terminate();
    });
  }
};
process.on("exit", () => appendFileSync(HELPED, `${blocks}\n`));
