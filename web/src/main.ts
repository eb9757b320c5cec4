import { mount } from "svelte";
// The files become part of the build; nothing is fetched from elsewhere.
import "@fontsource-variable/jost/wght.css";
import App from "./App.svelte";
import "./app.css";
import { languages } from "./i18n";
import { keepShell } from "./lib/shell";

keepShell();

await languages.begin();
mount(App, { target: document.getElementById("app")! });
