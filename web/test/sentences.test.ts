// Sentences into which nouns are put: each language has them in the case that its sentence needs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages, t, type Language } from "../src/i18n";
import { cardsText, colorName, oneCard } from "../src/lib/names";

const SENTENCES: Record<Language, string[]> = {
  en: [
    "Ada claims A – B with 1 blue card, 2 red cards, and 1 locomotive for 7 points.",
    "You take a white card.",
    "You build a station in Brest with 1 green card.",
    "You rob Ada of 5 black cards, which go to the discard pile.",
    "missing: 1 locomotive",
    "Ada loses the red row of 3 cards.",
    "Waiting for Ada. The game starts in 1 second at the latest.",
  ],
  cs: [
    "Ada zabírá trať A – B za 1 modrou kartu, 2 červené karty a 1 lokomotivu: 7 bodů.",
    "Bereš bílou kartu.",
    "Stavíš stanici Brest za 1 zelenou kartu.",
    "Přepadáš vlak: Ada přichází o 5 černých karet a karty jdou mezi odhozené.",
    "potřebuješ ještě 1 lokomotivu",
    "Ada přijde o řadu: červená, 3 karty.",
    "Čeká se na: Ada. Hra začne nejpozději za 1 sekundu.",
  ],
  pl: [
    "Ada zajmuje trasę A – B za 1 niebieską kartę, 2 czerwone karty i 1 lokomotywę: 7 punktów.",
    "Bierzesz białą kartę.",
    "Budujesz dworzec Brest za 1 zieloną kartę.",
    "Rabujesz pociąg: Ada traci 5 czarnych kart, karty trafiają na stos kart odrzuconych.",
    "zbierz jeszcze 1 lokomotywę",
    "Ada traci czerwony rząd (3 karty).",
    "Czekamy na: Ada. Gra zacznie się najpóźniej za 1 sekundę.",
  ],
  ro: [
    "Ada revendică ruta A – B cu 1 carte albastră, 2 cărți roșii și 1 locomotivă, pentru 7 puncte.",
    "Iei o carte albă.",
    "Construiești o gară în Brest cu 1 carte verde.",
    "Jefuiești un rând: Ada pierde 5 cărți negre, care ajung la cărțile îndepărtate.",
    "îți mai trebuie: 1 locomotivă",
    "Ada pierde rândul roșu de 3 cărți.",
    "Se așteaptă: Ada. Jocul începe în cel mult 1 secundă.",
  ],
  hu: [
    "Ada útvonalat foglalt le: A – B (7 pont). Kijátszva: 1 kék lap, 2 piros lap és 1 mozdony.",
    "Ezt vetted fel: fehér lap.",
    "Pályaudvart építettél itt: Brest. Kijátszva: 1 zöld lap.",
    "Vonatot raboltál: Ada sora (5 fekete lap) az eldobott lapok közé került.",
    "hiányzik: 1 mozdony",
    "Ada elveszíti 3 lapos piros sorát.",
    "Rájuk várunk: Ada. A játék legkésőbb 1 másodperc múlva kezdődik.",
  ],
  de: [
    "Ada baut A – B für 1 blaue Karte, 2 rote Karten und 1 Lokomotive: 7 Punkte.",
    "Du nimmst eine weiße Karte.",
    "Du baust in Brest einen Bahnhof für 1 grüne Karte.",
    "Du überfällst Ada: 5 schwarze Karten kommen auf den Ablagestapel.",
    "noch nötig: 1 Lokomotive",
    "Ada verliert die Reihe in Rot mit 3 Karten.",
    "Warten auf Ada. Die Partie startet spätestens in 1 Sekunde.",
  ],
  fr: [
    "Ada prend A – B avec 1 carte bleue, 2 cartes rouges et 1 locomotive pour 7 points.",
    "Vous prenez une carte blanche.",
    "Vous construisez une gare à Brest avec 1 carte verte.",
    "Vous attaquez Ada : 5 cartes noires vont à la défausse.",
    "il manque : 1 locomotive",
    "Ada perd une rangée (rouge) de 3 cartes.",
    "En attente : Ada. La partie commence au plus tard dans 1 seconde.",
  ],
  es: [
    "Ada reclama A – B con 1 carta azul, 2 cartas rojas y 1 locomotora por 7 puntos.",
    "Tomas una carta blanca.",
    "Construyes una estación en Brest con 1 carta verde.",
    "Asaltas a Ada: 5 cartas negras van a los descartes.",
    "aún necesitas 1 locomotora",
    "Ada pierde la fila de color rojo de 3 cartas.",
    "Se espera a Ada. La partida empieza como muy tarde en 1 segundo.",
  ],
};

beforeAll(async () => {
  await languages.open("meeting");
  await languages.open("hints");
});
afterAll(() => languages.load("en"));

test.each(Object.entries(SENTENCES))("sentences with nouns in %s", async (language, sentences) => {
  await languages.load(language as Language);
  const said = [
    t("event.claimed", {
      you: false,
      name: "Ada",
      route: "A – B",
      cards: cardsText({ red: 2, blue: 1, wild: 1 }),
      points: 7,
    }),
    t("event.took", { you: true, name: "", card: oneCard("white") }),
    t("event.station", { you: true, name: "", city: "Brest", cards: cardsText({ green: 1 }) }),
    t("yard.event.robbed", {
      you: true,
      name: "",
      mine: false,
      victim: "Ada",
      cards: cardsText({ black: 5 }),
      count: 5,
    }),
    t("why.cards", { cards: cardsText({ wild: 1 }) }),
    t("hint.robs", { name: "Ada", color: colorName("red"), count: 3 }),
    t("lobby.waits", { names: "Ada", seconds: 1 }),
  ];
  expect(said.map((one) => one.replaceAll("\u00a0", " "))).toEqual(sentences);
});
