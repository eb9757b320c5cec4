import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { languages } from "./i18n";
import { beginGame } from "./lib/early";
import { whenIdle } from "./lib/idle";
import { router } from "./lib/router.svelte";
import { session } from "./lib/session.svelte";
import { hadLetters, keepShell, letters } from "./lib/shell";
import { kinds } from "./machines";

// The answers are awaited where they are needed; asked for now they are there sooner.
// In a frame of another site there is no cookie to ask for.
if (!(router.page.name === "replay" && router.page.embedded)) session.load().catch(() => undefined);
const begun =
  session.known && router.page.name === "table" ? beginGame(router.page.table, kinds) : Promise.resolve();
await Promise.all([languages.begin(), hadLetters() && letters()]);
mount(App, { target: document.getElementById("app")! });
await begun;
await new Promise<void>(whenIdle);
await letters();
keepShell();
