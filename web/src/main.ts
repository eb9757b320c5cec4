import { mount } from "svelte";
// The files become part of the build; nothing is fetched from elsewhere.
import "@fontsource-variable/jost/wght.css";
import App from "./App.svelte";
import "./app.css";
import { languages } from "./i18n";
import { session } from "./lib/session.svelte";
import { keepShell } from "./lib/shell";

keepShell();

// The answer is awaited where it is needed; asked for now it is there sooner.
session.load().catch(() => undefined);
await languages.begin();
mount(App, { target: document.getElementById("app")! });
