// What the runner starts. Everything else is in main.ts, so that it can be run by other means as well.
import { run } from "./main.ts";

await run();
