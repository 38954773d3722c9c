import type { BuildOptions } from "esbuild";
/** The settings of esbuild that both bundles have; `root` is the project's folder. */
export declare function shared(root: string): BuildOptions;
/** The values of what the sources name and only a build knows, by name. */
export declare function constants(root: string): Record<string, string>;
