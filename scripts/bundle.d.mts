import type { BuildOptions } from "esbuild";
/** The settings of esbuild that both bundles have; `root` is the project's folder. */
export declare function shared(root: string): BuildOptions;
