// How each sound is synthesized. This module loads with the first sound; no audio files are downloaded.
import type { Sound } from "./sounds";

/** Plays a sound at a time on the clock of the context; countable sounds repeat `times` times. */
export type Recipe = (audio: AudioContext, out: AudioNode, at: number, times: number) => void;

interface Shape {
  /** Seconds, on the clock of the audio context. */
  at: number;
  /** Seconds. */
  length: number;
  /** Start and end frequency in hertz. */
  from: number;
  to?: number;
  /** 0 to 1. */
  level: number;
  /** Seconds until the full level. */
  attack?: number;
}

/** A gain that rises quickly and fades out. */
function envelope(
  audio: AudioContext,
  out: AudioNode,
  { at, length, level, attack = Math.min(0.02, length / 4) }: Shape,
): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(out);
  return gain;
}

function tone(
  audio: AudioContext,
  out: AudioNode,
  type: OscillatorType,
  { from, to = from, ...shape }: Shape,
): void {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, shape.at);
  source.frequency.exponentialRampToValueAtTime(to, shape.at + shape.length);
  source.connect(envelope(audio, out, { from, ...shape }));
  source.start(shape.at);
  source.stop(shape.at + shape.length);
}

function noise(
  audio: AudioContext,
  out: AudioNode,
  { from, to = from, ...shape }: Shape,
  type: BiquadFilterType = "bandpass",
): void {
  const source = audio.createBufferSource();
  source.buffer = grain(audio);
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = type;
  filter.frequency.setValueAtTime(from, shape.at);
  filter.frequency.exponentialRampToValueAtTime(to, shape.at + shape.length);
  source.connect(filter).connect(envelope(audio, out, { from, ...shape }));
  source.start(shape.at);
  source.stop(shape.at + shape.length);
}

/** A bell: partials that are not multiples of each other, the higher ones fading sooner. */
function bell(audio: AudioContext, out: AudioNode, at: number, pitch: number, level: number): void {
  for (const [ratio, share, length] of [
    [1, 1, 1.3],
    [2.01, 0.5, 0.8],
    [2.76, 0.35, 0.5],
    [5.4, 0.2, 0.25],
  ] as const)
    tone(audio, out, "sine", { at, length, from: pitch * ratio, level: level * share, attack: 0.004 });
}

/** Brass: a bright wave whose filter opens and closes. */
function horn(audio: AudioContext, out: AudioNode, at: number, pitch: number, length: number): void {
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.setValueAtTime(pitch * 2, at);
  filter.frequency.linearRampToValueAtTime(pitch * 5, at + 0.06);
  filter.frequency.exponentialRampToValueAtTime(pitch * 2, at + length);
  filter.connect(out);
  for (const detune of [0.997, 1.003])
    tone(audio, filter, "sawtooth", { at, length, from: pitch * detune, level: 0.09, attack: 0.03 });
}

/** A piece of wood on wood. */
function click(audio: AudioContext, out: AudioNode, at: number, pitch: number): void {
  noise(audio, out, { at, length: 0.025, from: 2600, to: 1500, level: 0.5, attack: 0.002 });
  tone(audio, out, "sine", { at, length: 0.05, from: pitch * 4, to: pitch * 2, level: 0.3, attack: 0.002 });
  tone(audio, out, "sine", { at, length: 0.14, from: pitch, to: pitch * 0.6, level: 0.6, attack: 0.004 });
}

/** Seconds between two trains, as they roll onto the board. */
const TRAIN = 0.11;

export const RECIPES: Record<Sound, Recipe> = {
  // A card slides off its pile and lands.
  card(audio, out, at) {
    noise(audio, out, { at, length: 0.12, from: 1600, to: 5200, level: 0.32 });
    noise(audio, out, { at: at + 0.1, length: 0.035, from: 900, level: 0.35, attack: 0.003 });
  },
  // A card is turned face up: two edges snap.
  flip(audio, out, at) {
    for (const [delay, pitch] of [
      [0.18, 3400],
      [0.24, 2300],
    ] as const)
      noise(audio, out, { at: at + delay, length: 0.04, from: pitch, level: 0.3, attack: 0.002 });
  },
  train(audio, out, at, times) {
    for (let i = 0; i < times; i++) click(audio, out, at + i * TRAIN, 150 + 6 * i);
  },
  // Two pulls of a steam whistle.
  whistle(audio, out, at) {
    for (const [delay, length] of [
      [0, 0.17],
      [0.23, 0.42],
    ] as const) {
      for (const pitch of [466, 587, 698])
        tone(audio, out, "triangle", {
          at: at + delay,
          length,
          from: pitch * 0.975,
          to: pitch,
          level: 0.12,
          attack: 0.04,
        });
      noise(audio, out, { at: at + delay, length, from: 2400, level: 0.06, attack: 0.03 });
    }
  },
  // Something heavy rolls into a mountain.
  tunnel(audio, out, at) {
    noise(audio, out, { at, length: 1.4, from: 240, to: 80, level: 0.8, attack: 0.3 }, "lowpass");
    tone(audio, out, "sine", { at, length: 1.4, from: 62, to: 42, level: 0.35, attack: 0.3 });
  },
  // Out of the mountain again.
  tunnel_open(audio, out, at) {
    noise(audio, out, { at, length: 0.45, from: 300, to: 3200, level: 0.25, attack: 0.2 });
    for (const [i, pitch] of [392, 494, 587].entries())
      tone(audio, out, "triangle", { at: at + 0.12 + i * 0.09, length: 0.35, from: pitch, level: 0.2 });
  },
  // Rocks in the way.
  tunnel_closed(audio, out, at) {
    for (const [delay, pitch] of [
      [0, 210],
      [0.12, 150],
      [0.2, 190],
    ] as const)
      noise(audio, out, { at: at + delay, length: 0.22, from: pitch, level: 0.8, attack: 0.006 }, "lowpass");
    tone(audio, out, "triangle", { at: at + 0.1, length: 0.5, from: 233, to: 175, level: 0.22 });
  },
  // The station bell.
  ticket(audio, out, at) {
    bell(audio, out, at, 1047, 0.2);
    bell(audio, out, at + 0.16, 1319, 0.2);
  },
  missed(audio, out, at) {
    click(audio, out, at, 110);
    tone(audio, out, "triangle", { at: at + 0.03, length: 0.4, from: 220, to: 165, level: 0.2 });
  },
  // A steam engine that picks up speed.
  chuff(audio, out, at, times) {
    for (let i = 0, when = at; i < times; i++) {
      noise(audio, out, { at: when, length: 0.13, from: 700, to: 320, level: 0.35, attack: 0.01 }, "lowpass");
      when += Math.max(0.1, 0.24 - i * 0.016);
    }
  },
  // The gong of the terminus.
  end(audio, out, at) {
    bell(audio, out, at, 392, 0.3);
    bell(audio, out, at + 0.35, 294, 0.3);
  },
  fanfare(audio, out, at) {
    for (const [delay, pitch, length] of [
      [0, 392, 0.16],
      [0.17, 392, 0.12],
      [0.3, 392, 0.12],
      [0.43, 523, 0.34],
      [0.78, 494, 0.2],
      [0.98, 587, 0.24],
    ] as const)
      horn(audio, out, at + delay, pitch, length);
    for (const pitch of [262, 392, 523, 659]) horn(audio, out, at + 1.24, pitch, 1.5);
    bell(audio, out, at + 1.24, 1047, 0.15);
  },
};

let kept: AudioBuffer | null = null;

/** Half a second of white noise. */
function grain(audio: AudioContext): AudioBuffer {
  if (kept) return kept;
  kept = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = kept.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return kept;
}

/** A mixer with a little reverberation, as in a hall. */
export function hall(audio: AudioContext): { input: AudioNode; volume: GainNode } {
  const input = audio.createGain();
  const volume = audio.createGain();
  const echo = audio.createConvolver();
  const wet = audio.createGain();
  const length = Math.round(audio.sampleRate * 0.7);
  echo.buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = echo.buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  wet.gain.value = 0.12;
  input.connect(volume);
  input.connect(echo).connect(wet).connect(volume);
  volume.connect(audio.destination);
  return { input, volume };
}

/** Seconds after which the ride repeats, and the times in it when wheels pass a joint of the rails. */
const RIDE = 6.4;
const JOINTS = [0, 0.16, 1.6, 1.76, 3.2, 3.36, 4.8, 4.96];

/**
 * The sound of a ride, from inside the train: computed once, then looped by the browser. Returns a function that stops
 * it.
 */
export function ride(audio: AudioContext, out: AudioNode): () => void {
  const rate = audio.sampleRate;
  const length = Math.round(RIDE * rate);
  const buffer = audio.createBuffer(1, length, rate);
  const samples = buffer.getChannelData(0);
  let low = 0;
  for (let i = 0; i < length; i++) {
    low += 0.02 * (Math.random() * 2 - 1 - low);
    const sway = 1 + 0.3 * Math.sin((2 * Math.PI * 2 * i) / length);
    // Fade the ends into each other, so that the loop is inaudible.
    const seam = Math.min(1, Math.min(i, length - i) / (rate * 0.2));
    samples[i] = low * 1.6 * sway * (0.4 + 0.6 * seam);
  }
  for (const joint of JOINTS) {
    const start = Math.round(joint * rate);
    for (let i = 0; i < rate * 0.12; i++) {
      const fade = Math.exp(-i / (rate * 0.025));
      samples[start + i]! +=
        fade * 0.22 * (Math.sin((2 * Math.PI * 95 * i) / rate) + 0.4 * (Math.random() * 2 - 1));
    }
  }
  const source = audio.createBufferSource();
  const gain = audio.createGain();
  source.buffer = buffer;
  source.loop = true;
  gain.gain.setValueAtTime(0, audio.currentTime);
  gain.gain.linearRampToValueAtTime(0.35, audio.currentTime + 2);
  source.connect(gain).connect(out);
  source.start();
  return () => {
    source.stop();
    gain.disconnect();
  };
}
