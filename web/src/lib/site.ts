// Whether the page comes from a static host, which only serves files: `whistlestop site` marks its page accordingly
// (src/whistlestop/server/static_site.py). Games are then played on this device (local/).
const data = globalThis.document?.documentElement?.dataset?.static;
export const STATIC = data !== undefined;
/** The folder with a static site's engine and answers, in the version of this page. */
export const DATA = data === undefined ? "" : new URL(data, document.baseURI).href;
