import { languages } from "../src/i18n";

await languages.load("en");
