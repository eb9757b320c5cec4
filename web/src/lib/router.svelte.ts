// Three kinds of page and the history of the browser; no more is needed.

export type Page =
  { name: "start" } | { name: "table"; table: string } | { name: "about" } | { name: "missing" };

function read(path: string): Page {
  const table = /^\/t\/([\w-]+)\/?$/.exec(path)?.[1];
  if (table) return { name: "table", table };
  if (path === "/") return { name: "start" };
  if (path === "/about" || path === "/about/") return { name: "about" };
  return { name: "missing" };
}

class Router {
  page = $state<Page>(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.page = read(location.pathname)));
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    this.page = read(path);
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** For `onclick` of a link within the site; leaves new-tab clicks to the browser. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  router.go(link.pathname);
}
