// Random cases begin with BOARDWRIGHT_SEED, which vitest.config.ts sets unless it is given, and the last line of a run names.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.BOARDWRIGHT_SEED) });
