/** The folder that is committed. */
export declare const ACTION_FOLDER: string;
/** Its files, by name. */
export declare function bundleAction(): Promise<Record<string, string>>;
