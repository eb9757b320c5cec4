// Plays sounds. While sounds are off, the audio context is suspended and nothing is loaded.
import { settings } from "./settings.svelte";
import type { Sound } from "./sounds";

type Recipes = typeof import("./recipes");
interface Mixer {
  audio: AudioContext;
  recipes: Recipes;
  input: AudioNode;
  volume: GainNode;
}

let mixer: Promise<Mixer> | null = null;
/** Whether the background sound should play, and the function that stops it. */
let riding = false;
let stop: (() => void) | null = null;

/** Browsers play nothing before the first click or key. */
const allowed = (): boolean =>
  typeof AudioContext !== "undefined" && (navigator.userActivation?.hasBeenActive ?? true);

async function open(): Promise<Mixer> {
  mixer ??= import("./recipes").then((recipes) => {
    const audio = new AudioContext();
    return { audio, recipes, ...recipes.hall(audio) };
  });
  mixer.catch(() => (mixer = null)); // the next sound tries again
  const found = await mixer;
  if (found.audio.state === "suspended") await found.audio.resume();
  found.volume.gain.value = settings.volume ** 2; // loudness is perceived logarithmically
  return found;
}

/** Play a sound, some of them `times` times, if sounds are on and the browser allows it. */
export function play(sound: Sound, times = 1, wanted = settings.sound): void {
  if (!wanted || !allowed()) return;
  open().then(
    ({ audio, recipes, input }) => recipes.RECIPES[sound](audio, input, audio.currentTime + 0.01, times),
    () => undefined, // a missing sound is not an error
  );
}

/** Start or stop the background sound. */
export function ambience(wanted: boolean): void {
  riding = wanted;
  if (!wanted) {
    stop?.();
    stop = null;
  } else if (allowed()) {
    void open().then(
      ({ audio, recipes, input }) => {
        if (riding) stop ??= recipes.ride(audio, input);
      },
      () => undefined,
    );
  } else addEventListener("pointerup", () => ambience(riding), { once: true });
}

/** Turn all sounds on or off; the audio context is suspended while they are off. */
export function mute(muted: boolean): void {
  settings.sound = !muted;
  if (muted) void mixer?.then(({ audio }) => audio.suspend()).catch(() => undefined);
  else play("whistle");
}
