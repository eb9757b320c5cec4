// Sentences with inserted nouns: each language has the nouns in the case that the sentence needs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages, t, type Language } from "../src/i18n";
import { cardsLabel, cardsText, colorName, oneCard, singleCards } from "../src/lib/names";
import { lackingText } from "../src/network/mechanisms/tickets/lacking";

const SENTENCES: Record<Language, string[]> = {
  en: [
    "Ada claims A – B with 1 blue card, 2 red cards, and 1 locomotive for 7 points.",
    "You take a white card.",
    "You build a station in Brest with 1 green card.",
    "You rob Ada of 5 black cards, which go to the discard pile.",
    "missing: 1 locomotive",
    "Ada loses the red row of 3 cards.",
    "Waiting for Ada. The game starts in 1 second at the latest.",
    "New face-up cards: a red card and a locomotive.",
    "Ada pays a surcharge of 1 yellow card and 1 locomotive.",
    "Claim A – B with 2 black cards",
    "1 more route and 1 train; missing: 1 white card, 1 card of any color, and 1 locomotive",
    "2 purple cards and 1 locomotive",
  ],
  cs: [
    "Ada zabírá trať A – B za 1 modrou kartu, 2 červené karty a 1 lokomotivu: 7 bodů.",
    "Bereš bílou kartu.",
    "Stavíš stanici Brest za 1 zelenou kartu.",
    "Přepadáš vlak: Ada přichází o 5 černých karet a karty jdou mezi odhozené.",
    "potřebuješ ještě 1 lokomotivu",
    "Ada přijde o řadu: červená, 3 karty.",
    "Čeká se na: Ada. Hra začne nejpozději za 1 sekundu.",
    "Nově na stole: červená karta a lokomotiva.",
    "Ada doplácí 1 žlutou kartu a 1 lokomotivu.",
    "Zabrat trať A – B za 2 černé karty",
    "ještě 1 trať a 1 vagónek; potřebuješ 1 bílou kartu, 1 kartu libovolné barvy a 1 lokomotivu",
    "2 fialové karty a 1 lokomotiva",
  ],
  pl: [
    "Ada zajmuje trasę A – B za 1 niebieską kartę, 2 czerwone karty i 1 lokomotywę: 7 punktów.",
    "Bierzesz białą kartę.",
    "Budujesz dworzec Brest za 1 zieloną kartę.",
    "Rabujesz pociąg: Ada traci 5 czarnych kart, karty trafiają na stos kart odrzuconych.",
    "zbierz jeszcze 1 lokomotywę",
    "Ada traci czerwony rząd (3 karty).",
    "Czekamy na: Ada. Gra zacznie się najpóźniej za 1 sekundę.",
    "Nowe karty na stole: czerwona karta i lokomotywa.",
    "Ada dopłaca 1 żółtą kartę i 1 lokomotywę.",
    "Zajmij trasę A – B za 2 czarne karty",
    "jeszcze 1 trasa i 1 wagonik; zbierz 1 białą kartę, 1 kartę dowolnego koloru i 1 lokomotywę",
    "2 fioletowe karty i 1 lokomotywa",
  ],
  ro: [
    "Ada revendică ruta A – B cu 1 carte albastră, 2 cărți roșii și 1 locomotivă, pentru 7 puncte.",
    "Iei o carte albă.",
    "Construiești o gară în Brest cu 1 carte verde.",
    "Jefuiești un rând: Ada pierde 5 cărți negre, care ajung la cărțile îndepărtate.",
    "îți mai trebuie: 1 locomotivă",
    "Ada pierde rândul roșu de 3 cărți.",
    "Se așteaptă: Ada. Jocul începe în cel mult 1 secundă.",
    "Cărți noi pe masă: o carte roșie și o locomotivă.",
    "Ada adaugă 1 carte galbenă și 1 locomotivă.",
    "Revendică ruta A – B cu 2 cărți negre",
    "încă 1 rută și 1 tren; îți mai trebuie: 1 carte albă, 1 carte de orice culoare și 1 locomotivă",
    "2 cărți mov și 1 locomotivă",
  ],
  hu: [
    "Ada útvonalat foglalt le 1 kék lappal, 2 piros lappal és 1 mozdonnyal: A – B (7 pont).",
    "Felvettél egy fehér lapot.",
    "Pályaudvart építettél 1 zöld lappal itt: Brest.",
    "Vonatot raboltál: Ada sora (5 fekete lap) az eldobott lapok közé került.",
    "hiányzik: 1 mozdony",
    "Ada elveszíti 3 lapos piros sorát.",
    "Rájuk várunk: Ada. A játék legkésőbb 1 másodperc múlva kezdődik.",
    "Új lapok az asztalon: piros lap és mozdony.",
    "Ada ráfizetett 1 sárga lapot és 1 mozdonyt.",
    "Lefoglalás: A – B, 2 fekete lappal",
    "még 1 útvonal és 1 kocsi; hiányzik: 1 fehér lap, 1 bármilyen színű lap és 1 mozdony",
    "2 lila lap és 1 mozdony",
  ],
  de: [
    "Ada baut A – B mit 1 blauer Karte, 2 roten Karten und 1 Lokomotive: 7 Punkte.",
    "Du nimmst eine weiße Karte.",
    "Du baust in Brest mit 1 grüner Karte einen Bahnhof.",
    "Du überfällst Ada: 5 schwarze Karten kommen auf den Ablagestapel.",
    "noch nötig: 1 Lokomotive",
    "Ada verliert die Reihe in Rot mit 3 Karten.",
    "Warten auf Ada. Die Partie startet spätestens in 1 Sekunde.",
    "Neu aufgedeckt: eine rote Karte und eine Lokomotive.",
    "Ada zahlt als Zuschlag 1 gelbe Karte und 1 Lokomotive.",
    "A – B mit 2 schwarzen Karten bauen",
    "noch 1 Strecke, 1 Waggon; noch nötig: 1 weiße Karte, 1 beliebige Karte und 1 Lokomotive",
    "2 violette Karten und 1 Lokomotive",
  ],
  fr: [
    "Ada prend A – B avec 1 carte bleue, 2 cartes rouges et 1 locomotive pour 7 points.",
    "Vous prenez une carte blanche.",
    "Vous construisez une gare à Brest avec 1 carte verte.",
    "Vous attaquez Ada : 5 cartes noires vont à la défausse.",
    "il manque : 1 locomotive",
    "Ada perd une rangée (rouge) de 3 cartes.",
    "En attente : Ada. La partie commence au plus tard dans 1 seconde.",
    "Nouvelles cartes visibles : une carte rouge et une locomotive.",
    "Ada paie un supplément de 1 carte jaune et 1 locomotive.",
    "Prendre A – B avec 2 cartes noires",
    "encore 1 route et 1 wagon ; il manque : 1 carte blanche, 1 carte au choix et 1 locomotive",
    "2 cartes violettes et 1 locomotive",
  ],
  es: [
    "Ada reclama A – B con 1 carta azul, 2 cartas rojas y 1 locomotora por 7 puntos.",
    "Tomas una carta blanca.",
    "Construyes una estación en Brest con 1 carta verde.",
    "Asaltas a Ada: 5 cartas negras van a los descartes.",
    "aún necesitas 1 locomotora",
    "Ada pierde la fila de color rojo de 3 cartas.",
    "Esperando a Ada. La partida empieza como muy tarde en 1 segundo.",
    "Nuevas cartas boca arriba: una carta roja y una locomotora.",
    "Ada paga un suplemento de 1 carta amarilla y 1 locomotora.",
    "Reclamar A – B con 2 cartas negras",
    "1 ruta más y 1 vagón; aún necesitas 1 carta blanca, 1 carta de cualquier color y 1 locomotora",
    "2 cartas moradas y 1 locomotora",
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
    t("event.refilled", { cards: singleCards(["red", "wild"]) }),
    t("event.surcharge", { you: false, name: "Ada", cards: cardsText({ yellow: 1, wild: 1 }) }),
    t("hint.claim", { route: "A – B", cards: cardsText({ black: 2 }) }),
    t("plan.way", { routes: 1, trains: 1, cards: lackingText({ colors: { white: 1 }, gray: 1, wilds: 1 })! }),
    cardsLabel({ purple: 2, wild: 1 }),
  ];
  expect(said.map((one) => one.replaceAll("\u00a0", " "))).toEqual(sentences);
});
