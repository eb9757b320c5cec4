// Paths of this site as values of an address.

/** A path of this site: one slash, then neither another one nor a backslash, with which browsers leave the site. */
export const own = (path: string | null): string | null =>
  path !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : null;

/** The path of a page for signing up or in that then goes to another page. */
export const withNext = (path: string, next: string | null): string =>
  next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
