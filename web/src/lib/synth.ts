// Short sounds, made by code: nothing is loaded for them. They are off until somebody wants them.
import { settings } from "./settings.svelte";
import type { Sound } from "./sounds";

let context: AudioContext | null = null;

/** Plays a sound if sounds are wanted and the browser lets the page be heard. */
export function play(sound: Sound, wanted = settings.sound): void {
  if (!wanted || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // Before the first press on the page nothing may be heard; afterwards the browser only waits to be asked.
  if (context.state === "suspended") void context.resume();
  const volume = context.createGain();
  volume.gain.value = settings.volume ** 2; // ears hear in steps of equal ratio
  volume.connect(context.destination);
  RECIPES[sound](context, volume, context.currentTime + 0.01);
}

type Recipe = (audio: AudioContext, out: AudioNode, at: number) => void;

const RECIPES: Record<Sound, Recipe> = {
  // A card slid off its pile: a breath of noise that gets brighter.
  card: (audio, out, at) => noise(audio, out, { at, length: 0.11, from: 1800, to: 5200, level: 0.35 }),
  // Two wagons set down on wood.
  train: (audio, out, at) => {
    for (const [delay, pitch] of [
      [0, 150],
      [0.13, 120],
    ] as const) {
      tone(audio, out, {
        at: at + delay,
        length: 0.16,
        from: pitch,
        to: pitch * 0.55,
        level: 0.7,
        type: "sine",
      });
      noise(audio, out, { at: at + delay, length: 0.05, from: 900, to: 500, level: 0.4 });
    }
  },
  // The chord of a steam whistle, twice.
  whistle: (audio, out, at) => {
    for (const [delay, length] of [
      [0, 0.16],
      [0.22, 0.34],
    ] as const) {
      for (const pitch of [466, 554, 698]) {
        tone(audio, out, {
          at: at + delay,
          length,
          from: pitch * 0.985,
          to: pitch,
          level: 0.13,
          type: "triangle",
        });
      }
      noise(audio, out, { at: at + delay, length, from: 2400, to: 2400, level: 0.05 });
    }
  },
  // Something heavy rolls inside a mountain.
  tunnel: (audio, out, at) => {
    noise(audio, out, { at, length: 0.9, from: 220, to: 90, level: 0.9 });
    tone(audio, out, { at, length: 0.9, from: 62, to: 44, level: 0.4, type: "sine" });
  },
  // Up a chord, and home.
  end: (audio, out, at) => {
    for (const [step, pitch] of [392, 494, 587, 784].entries()) {
      const length = step === 3 ? 0.7 : 0.22;
      tone(audio, out, {
        at: at + step * 0.15,
        length,
        from: pitch,
        to: pitch,
        level: 0.2,
        type: "triangle",
      });
    }
  },
};

interface Shape {
  /** Seconds, on the clock of the audio context. */
  at: number;
  /** Seconds. */
  length: number;
  /** Hertz at the start and at the end. */
  from: number;
  to: number;
  /** 0 to 1. */
  level: number;
}

/** A gain that swells in a moment and dies away. */
function envelope(audio: AudioContext, out: AudioNode, { at, length, level }: Shape): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(out);
  return gain;
}

function tone(audio: AudioContext, out: AudioNode, shape: Shape & { type: OscillatorType }): void {
  const source = audio.createOscillator();
  source.type = shape.type;
  source.frequency.setValueAtTime(shape.from, shape.at);
  source.frequency.exponentialRampToValueAtTime(shape.to, shape.at + shape.length);
  source.connect(envelope(audio, out, shape));
  source.start(shape.at);
  source.stop(shape.at + shape.length);
}

function noise(audio: AudioContext, out: AudioNode, shape: Shape): void {
  const source = audio.createBufferSource();
  source.buffer = grain(audio);
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(shape.from, shape.at);
  filter.frequency.exponentialRampToValueAtTime(shape.to, shape.at + shape.length);
  source.connect(filter).connect(envelope(audio, out, shape));
  source.start(shape.at);
  source.stop(shape.at + shape.length);
}

let kept: AudioBuffer | null = null;

/** Half a second of white noise. */
function grain(audio: AudioContext): AudioBuffer {
  if (kept) return kept;
  kept = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = kept.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return kept;
}
