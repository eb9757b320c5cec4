import { mount } from "svelte";
// The files become part of the build; nothing is fetched from elsewhere.
import "@fontsource-variable/jost/wght.css";
import App from "./App.svelte";
import "./app.css";
import { languages } from "./i18n";
import { beginGame } from "./lib/game.svelte";
import { router } from "./lib/router.svelte";
import { session } from "./lib/session.svelte";
import { keepShell } from "./lib/shell";
import { kits } from "./machines";

keepShell();

// The answers are awaited where they are needed; asked for now they are there sooner.
// In a frame of another site there is no cookie to ask for.
if (!(router.page.name === "replay" && router.page.embedded)) session.load().catch(() => undefined);
if (session.known && router.page.name === "table") beginGame(router.page.table, kits);
await languages.begin();
mount(App, { target: document.getElementById("app")! });
