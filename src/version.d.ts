// Set when the bundle is built, from package.json.
declare const BOARDWRIGHT_VERSION: string;
// The digest of the sources: what one build computed, another one does not believe.
declare const BOARDWRIGHT_BUILD: string;
// Set when the bundle is built: the Action's repository and the commit of this release, as `uses:` names it. Zeros for the commit if the
// build is of no release.
declare const BOARDWRIGHT_ACTION: string;
// Set when the bundle is built: the folder of the code that runs, absolute, where it is built in several files; undefined for other code, which
// cannot start threads.
declare const BOARDWRIGHT_CHUNKS: string | undefined;
