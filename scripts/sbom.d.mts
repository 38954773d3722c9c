import type { Metafile } from "esbuild";
/** The name of the file beside a bundle. */
export declare const SBOM: string;
/** The CycloneDX document of the bundle that a metafile describes. */
export declare function sbomOf(root: string, metafile: Metafile): string;
