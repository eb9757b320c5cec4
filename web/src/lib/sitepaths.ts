// Paths of this site as values of an address.

/** A path of this site: one slash, not followed by a slash or backslash, which browsers take as another site. */
export const sitePath = (path: string | null): string | null =>
  path !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : null;

/** The path of a sign-up or sign-in page that then opens another page. */
export const withNext = (path: string, next: string | null): string =>
  next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
