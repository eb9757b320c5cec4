// The pages, loaded on demand with their messages.
import type { Component } from "svelte";
import { languages } from "../i18n";
import type { Part } from "../i18n/languages.svelte";
import type { Page } from "../lib/router.svelte";

type Name = Page["name"];
/** A page and its props, taken from the address. Pages with different ids share nothing. */
type Found = [page: Component<any>, told: Record<string, unknown>];
type Loaders = { [N in Name]?: (page: Extract<Page, { name: N }>) => Promise<Found> };

type Module = Promise<{ default: Component<any> }>;

/** A page, loaded with the parts of the catalogue that it needs. */
async function withTexts(page: Module, ...parts: Part[]): Promise<Component<any>> {
  const [{ default: found }] = await Promise.all([page, ...parts.map((part) => languages.open(part))]);
  return found;
}

const peoplePage = async ({
  name,
}: {
  name: "account" | "signin" | "recover" | "verify" | "provider";
}): Promise<Found> => [(await import("../account/PeoplePages.svelte")).default, { page: name }];

const loaders: Loaders = {
  table: async ({ table }) => [(await import("./TablePage.svelte")).default, { id: table }],
  start: async () => [(await import("./Start.svelte")).default, {}],
  about: async () => [(await import("./About.svelte")).default, {}],
  history: async () => [(await import("../history/HistoryPage.svelte")).default, {}],
  rules: async ({ ruleset }) => [(await import("./RulesPage.svelte")).default, { ruleset }],
  play: async () => [
    await withTexts(
      import("../meeting/PlayPage.svelte"),
      "meeting",
      "clocks",
      "tournaments",
      "leagues",
      "clubs",
      "studies",
      "away",
      "bots",
    ),
    {},
  ],
  watch: async () => [await withTexts(import("../meeting/WatchPage.svelte"), "meeting", "clocks"), {}],
  host: async () => [await withTexts(import("../meeting/HostPage.svelte"), "meeting"), {}],
  invitation: async ({ key }) => [
    await withTexts(import("../meeting/InvitationPage.svelte"), "meeting", "clocks"),
    { key },
  ],
  notice: async ({ purpose, token }) => [
    await withTexts(import("./NoticePage.svelte"), "notices"),
    { purpose, token },
  ],
  programs: async () => [(await import("./ProgramsPage.svelte")).default, {}],
  bots: async () => [await withTexts(import("../bots/BotsPage.svelte"), "bots", "players"), {}],
  shuffle: async ({ table }) => [(await import("./VerifyPage.svelte")).default, { id: table }],
  replay: async ({ game, version, room, embedded }) => {
    const [{ default: page }] = await Promise.all([
      import("../replay/ReplayPage.svelte"),
      languages.open("replay"),
    ]);
    return [page, { id: game, version, room, embedded }];
  },
  records: async () => {
    const [{ default: page }] = await Promise.all([
      import("../replay/RecordsPage.svelte"),
      languages.open("replay"),
    ]);
    return [page, {}];
  },
  player: async ({ player }) => [
    await withTexts(import("../players/PlayerPage.svelte"), "players", "away"),
    { id: player },
  ],
  rankings: async () => [await withTexts(import("../players/RankingsPage.svelte"), "players", "clubs"), {}],
  friends: async () => [await withTexts(import("../friends/FriendsPage.svelte"), "friends"), {}],
  tournaments: async () => [
    await withTexts(import("../tournaments/TournamentsPage.svelte"), "tournaments", "clocks", "leagues"),
    {},
  ],
  tournament: async ({ tournament }) => [
    await withTexts(
      import("../tournaments/TournamentPage.svelte"),
      "tournaments",
      "clocks",
      "clubs",
      "leagues",
    ),
    { id: tournament },
  ],
  leagues: async () => [
    await withTexts(import("../leagues/LeaguesPage.svelte"), "leagues", "tournaments", "clocks"),
    {},
  ],
  league: async ({ league }) => [
    await withTexts(import("../leagues/LeaguePage.svelte"), "leagues", "tournaments", "clocks", "clubs"),
    { id: league },
  ],
  clubs: async () => [await withTexts(import("../clubs/ClubsPage.svelte"), "clubs"), {}],
  club: async ({ club }) => [
    await withTexts(
      import("../clubs/ClubPage.svelte"),
      "clubs",
      "meeting",
      "clocks",
      "tournaments",
      "leagues",
      "away",
    ),
    { id: club },
  ],
  clubinvitation: async ({ key }) => [
    await withTexts(import("../clubs/ClubInvitationPage.svelte"), "clubs"),
    { id: key, key },
  ],
  studies: async () => [await withTexts(import("../studies/StudiesPage.svelte"), "studies"), {}],
  study: async ({ study }) => [
    await withTexts(import("../studies/StudyPage.svelte"), "studies"),
    { id: study },
  ],
  chapter: async ({ study, chapter, version }) => [
    await withTexts(import("../studies/ChapterPage.svelte"), "studies", "replay"),
    { id: `${study}/${chapter}`, study, chapter, version },
  ],
  studyinvitation: async ({ key }) => [
    await withTexts(import("../studies/StudyInvitationPage.svelte"), "studies"),
    { id: key, key },
  ],
  status: async () => [await withTexts(import("./StatusPage.svelte"), "sitestatus", "about"), {}],
  befriend: async ({ key }) => [
    await withTexts(import("../friends/FriendLinkPage.svelte"), "friends"),
    { id: key, key },
  ],
  learn: async () => [await withTexts(import("../practice/LearnPage.svelte"), "lessons"), {}],
  lesson: async (props) => [await withTexts(import("../practice/LessonPage.svelte"), "lessons"), props],
  puzzles: async () => [await withTexts(import("../practice/PuzzlesPage.svelte"), "lessons", "home"), {}],
  puzzle: async (props) => [
    await withTexts(import("../practice/PuzzlePage.svelte"), "lessons", "hints", "home"),
    props,
  ],
  studio: async ({ board }) => [
    await withTexts(import("../studio/StudioPage.svelte"), "studio", "meeting"),
    { id: board },
  ],
  gallery: async () => [await withTexts(import("../studio/GalleryPage.svelte"), "studio"), {}],
  account: peoplePage,
  signin: peoplePage,
  recover: peoplePage,
  verify: peoplePage,
  provider: peoplePage,
};

/** Pages about people and programs, which a static site does not have. */
const SERVER_PAGES = new Set<Name>([
  ...(["account", "signin", "recover", "verify", "provider", "notice", "host", "status"] as const),
  ...(["player", "rankings", "friends", "befriend", "invitation", "watch", "programs", "bots"] as const),
  ...(["tournaments", "tournament", "leagues", "league", "clubs", "club", "clubinvitation"] as const),
  ...(["studies", "study", "chapter", "studyinvitation"] as const),
]);

/** Whether a page exists only on sites with a server. */
export const needsServer = ({ name }: Page): boolean => SERVER_PAGES.has(name);

/** The page at an address; null if it is not one of these. */
export function lazyPage(page: Page): Promise<Found> | null {
  const load = loaders[page.name] as ((page: Page) => Promise<Found>) | undefined;
  return load?.(page) ?? null;
}
