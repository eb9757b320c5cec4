// Whether the page comes from a static host, with nothing but files behind it: `whistlestop site` marks its page so
// (src/whistlestop/server/static_site.py). Games are then played on this device (local/).
const data = globalThis.document?.documentElement?.dataset?.static;
export const STATIC = data !== undefined;
/** The folder with the engine and the answers of a static site, in the version of this page. */
export const DATA = data === undefined ? "" : new URL(data, document.baseURI).href;
