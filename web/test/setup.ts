import { languages } from "../src/i18n";

// What the settings of a browser are read from; a test has none.
globalThis.matchMedia ??= (() => ({ matches: false, addEventListener: () => {} })) as never;

await languages.load("en");
