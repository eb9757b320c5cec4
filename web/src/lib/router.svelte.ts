// Page addresses and the browser history. A static host has only one page, so addresses follow its "#".
import { STATIC } from "./site";

export type Page =
  | { name: "start" }
  | { name: "table"; table: string }
  | { name: "rules"; ruleset: string | null }
  | { name: "history" }
  | { name: "replay"; game: string; version: number | null; room: string | null; embedded: boolean }
  | { name: "records" }
  | { name: "about" }
  | { name: "programs" }
  | { name: "bots" }
  | { name: "shuffle"; table: string }
  | { name: "account" | "signin" | "recover" | "verify" | "provider" }
  | { name: "notice"; purpose: "stop" | "confirm"; token: string }
  | { name: "play" }
  | { name: "watch" }
  | { name: "host" }
  | { name: "invitation"; key: string }
  | { name: "player"; player: string }
  | { name: "rankings" }
  | { name: "friends" }
  | { name: "tournaments" }
  | { name: "tournament"; tournament: string }
  | { name: "leagues" }
  | { name: "league"; league: string }
  | { name: "clubs" }
  | { name: "club"; club: string }
  | { name: "clubinvitation"; key: string }
  | { name: "studies" }
  | { name: "study"; study: string }
  | { name: "chapter"; study: string; chapter: string; version: number | null }
  | { name: "studyinvitation"; key: string }
  | { name: "status" }
  | { name: "befriend"; key: string }
  | { name: "learn" }
  | { name: "lesson"; ruleset: string; step: string | null }
  | { name: "puzzles" }
  | { name: "puzzle"; ruleset: string; puzzle: string }
  | { name: "studio"; board: string | null }
  | { name: "gallery" }
  | { name: "missing" };

function read(path: string): Page {
  const table = /^\/t\/([\w-]+)\/?$/.exec(path)?.[1];
  if (table) return { name: "table", table };
  const rules = /^\/rules(?:\/([\w-]+))?\/?$/.exec(path);
  if (rules) return { name: "rules", ruleset: rules[1] ?? null };
  const [, purpose, token] = /^\/notices\/(stop|confirm)\/([\w.-]+)\/?$/.exec(path) ?? [];
  if (token) return { name: "notice", purpose: purpose as "stop" | "confirm", token };
  const shuffle = /^\/verify\/([\w-]+)\/?$/.exec(path)?.[1];
  if (shuffle) return { name: "shuffle", table: shuffle };
  if (path === "/programs" || path === "/programs/") return { name: "programs" };
  if (path === "/bots" || path === "/bots/") return { name: "bots" };
  const invitation = /^\/i\/([\w-]+)\/?$/.exec(path)?.[1];
  if (invitation) return { name: "invitation", key: invitation };
  if (path === "/play" || path === "/play/") return { name: "play" };
  if (path === "/watch" || path === "/watch/") return { name: "watch" };
  if (path === "/host" || path === "/host/") return { name: "host" };
  const replay = /^(\/embed)?\/games\/([\w-]+)(?:\/(\d{1,6}))?(?:\/together\/([\w-]+))?\/?$/.exec(path);
  if (replay) {
    const [, embedded, game, version, room] = replay;
    return {
      name: "replay",
      game: game!,
      version: version ? Number(version) : null,
      room: room ?? null,
      embedded: embedded !== undefined,
    };
  }
  const past = /^\/t\/([\w-]+)\/replay\/?$/.exec(path)?.[1];
  if (past) return { name: "replay", game: past, version: null, room: null, embedded: false };
  if (path === "/games" || path === "/games/") return { name: "records" };
  if (path === "/") return { name: "start" };
  if (path === "/history" || path === "/history/") return { name: "history" };
  if (path === "/about" || path === "/about/") return { name: "about" };
  const people = /^\/(account|signin|recover|verify)\/?$/.exec(path)?.[1];
  if (people) return { name: people as "account" | "signin" | "recover" | "verify" };
  if (/^\/signin\/[\w-]+\/?$/.test(path)) return { name: "provider" };
  const player = /^\/p\/([\w-]+)\/?$/.exec(path)?.[1];
  if (player) return { name: "player", player };
  if (path === "/rankings" || path === "/rankings/") return { name: "rankings" };
  if (path === "/status" || path === "/status/") return { name: "status" };
  if (path === "/friends" || path === "/friends/") return { name: "friends" };
  const [tournaments, tournament] = /^\/tournaments(?:\/([\w-]+))?\/?$/.exec(path) ?? [];
  if (tournaments) return tournament ? { name: "tournament", tournament } : { name: "tournaments" };
  const [leagues, league] = /^\/leagues(?:\/([\w-]+))?\/?$/.exec(path) ?? [];
  if (leagues) return league ? { name: "league", league } : { name: "leagues" };
  const [clubs, club] = /^\/clubs(?:\/([\w-]+))?\/?$/.exec(path) ?? [];
  if (clubs) return club ? { name: "club", club } : { name: "clubs" };
  const [studies, study, chapter, at] =
    /^\/studies(?:\/([\w-]+)(?:\/([\w-]+)(?:\/(\d+))?)?)?\/?$/.exec(path) ?? [];
  if (chapter) return { name: "chapter", study: study!, chapter, version: at ? Number(at) : null };
  if (studies) return study ? { name: "study", study } : { name: "studies" };
  const shared = /^\/s\/([\w-]+)\/?$/.exec(path)?.[1];
  if (shared) return { name: "studyinvitation", key: shared };
  const invited = /^\/c\/([\w-]+)\/?$/.exec(path)?.[1];
  if (invited) return { name: "clubinvitation", key: invited };
  const friend = /^\/f\/([\w-]+)\/?$/.exec(path)?.[1];
  if (friend) return { name: "befriend", key: friend };
  if (path === "/learn" || path === "/learn/") return { name: "learn" };
  const lesson = /^\/learn\/([\w-]+)(?:\/([\w-]+))?\/?$/.exec(path);
  if (lesson) return { name: "lesson", ruleset: lesson[1]!, step: lesson[2] ?? null };
  if (path === "/puzzles" || path === "/puzzles/") return { name: "puzzles" };
  const [, ruleset, puzzle] = /^\/puzzles\/([\w-]+)\/([\w-]+)\/?$/.exec(path) ?? [];
  if (ruleset && puzzle) return { name: "puzzle", ruleset, puzzle };
  if (/^\/studio\/gallery\/?$/.test(path)) return { name: "gallery" };
  const studio = /^\/studio(?:\/([\w-]+))?\/?$/.exec(path);
  if (studio) return { name: "studio", board: studio[1] ?? null };
  return { name: "missing" };
}

/** The address of the page as on a site with a server. */
const here = (): URL =>
  STATIC ? new URL(location.hash.slice(1) || "/", location.origin) : new URL(location.href);

/** A link to a path of the site. */
export const to = (path: string): string => (STATIC ? `#${path}` : path);

/** A link to a place on the same page. */
export const within = (place: string): string => (STATIC ? to(`${here().pathname}#${place}`) : `#${place}`);

/** The full URL of a path of the site, for sharing. */
export const addressOf = (path: string): string => new URL(to(path), location.href).href;

class Router {
  page = $state<Page>(read(here().pathname));
  /** The fragment of the page's address, without "#". */
  place = $state(here().hash.slice(1));
  private shown = here().pathname;

  constructor() {
    addEventListener("popstate", () => this.look());
  }

  /** The path of the page, and the query of its address. */
  get path(): string {
    return here().pathname;
  }

  get search(): URLSearchParams {
    return here().searchParams;
  }

  /** The path of the page with its query and fragment. */
  get whole(): string {
    const { pathname, search, hash } = here();
    return `${pathname}${search}${hash}`;
  }

  go(path: string): void {
    this.visit(addressOf(path));
  }

  /** Change the address without leaving the page. */
  replace(path: string): void {
    history.replaceState(history.state, "", to(path));
  }

  visit(address: string): void {
    if (address !== location.href) history.pushState(null, "", address);
    this.look();
    if (!here().hash) scrollTo(0, 0);
  }

  private look(): void {
    // A link within a text has only the fragment.
    if (STATIC && /^#[^/]/.test(location.hash)) this.replace(`${this.shown}${location.hash}`);
    this.shown = here().pathname;
    const page = read(here().pathname);
    // Another fragment of the same page is not a navigation.
    if (JSON.stringify(page) !== JSON.stringify(this.page)) this.page = page;
    this.place = decodeURIComponent(here().hash.slice(1));
  }
}

export const router = new Router();

/** `onclick` of internal links; leaves new-tab clicks to the browser. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  router.visit(link.href);
}
