// Set when the bundle is built, from package.json.
declare const BOARDWRIGHT_VERSION: string;
