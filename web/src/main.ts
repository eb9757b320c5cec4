import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { languages } from "./i18n";
import { preloadGame } from "./lib/preload";
import { headStart, whenIdle } from "./lib/idle";
import { router } from "./lib/router.svelte";
import { session } from "./lib/session.svelte";
import { hasFont, startServiceWorker, loadFont } from "./lib/shell";
import { STATIC } from "./lib/site";
import { setTransport } from "./lib/transport";
import { kinds } from "./machines";
import { hasTables } from "./lib/position";

const spoken = languages.begin();
if (STATIC) {
  const { beginEarly, local } = await import("./local/transport");
  setTransport(local);
  if (router.page.name === "start") beginEarly().catch(() => undefined); // the page reports missing files
} else if (hasTables())
  await import("./offline/playing").then(
    ({ combined }) => setTransport(combined),
    () => undefined, // then the page has the server's tables
  );
// Start these requests now; their results are awaited where they are needed. A frame in another site has no cookie to
// request.
if (!(router.page.name === "replay" && router.page.embedded)) session.load().catch(() => undefined);
const begun =
  session.known && router.page.name === "table" ? preloadGame(router.page.table, kinds) : Promise.resolve();
if (router.page.name === "table") languages.warm();
if (hasFont()) void loadFont();
await spoken;
mount(App, { target: document.getElementById("app")! });
// A board takes long to lay out again in another font.
if (router.page.name === "table") void loadFont();
await begun;
await new Promise<void>(whenIdle);
// Most visits lead to a table, so load its page now.
import("./pages/TablePage.svelte").catch(() => undefined);
if (STATIC && !hasFont()) await headStart(); // a game may start immediately
await loadFont();
void startServiceWorker();
// Games that were played here while the server was away.
if (!STATIC && hasTables()) {
  const { uploadGames } = await import("./offline/playing");
  addEventListener("online", () => void uploadGames());
  void uploadGames();
}
