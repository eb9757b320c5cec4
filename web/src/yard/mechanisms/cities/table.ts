// The big cities and their bonuses.
import type { YardMechanism } from "../../mechanism";
import Cities from "./Cities.svelte";

export const mechanism: YardMechanism = {
  board: { id: "cities", icon: "station", text: "phone.cities", Board: Cities },
};
