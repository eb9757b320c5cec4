// The parts of the start page that only returning users see, loaded together.
export { default as WaitingList } from "./WaitingList.svelte";
export { default as GameLine } from "./GameLine.svelte";
export { default as LastGame } from "./LastGame.svelte";
export { default as DailyPuzzle } from "../practice/DailyPuzzle.svelte";
