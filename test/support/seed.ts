// One sequence of random cases for everybody, so that a run means the same on every machine and day. Another one by hand:
// BOARDWRIGHT_SEED=7, or BOARDWRIGHT_SEED=random, which a failure names.
import fc from "fast-check";

const SEED = process.env.BOARDWRIGHT_SEED ?? "20261122";

if (SEED !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });
