import { writeFile } from 'node:fs/promises';
import { createMp3Encoder } from 'wasm-media-encoders';
import { SEEDED_TRACKS, trackFile } from './seeded-tracks.js';

/**
 * Makes the files of the seeded radio from nothing but numbers: `node infra/dist/seed/compose-tracks.js`. They are in the
 * repository, so that an installation needs no encoder.
 */
const RATE = 22_050;
const KBITS = 32;
/** Of each track. The encoder adds a few frames. */
const SECONDS = 90;
const TAU = 2 * Math.PI;

/** Returns a generator of numbers from -1 to 1 that are always the same (mulberry32). */
function noiseOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** A filter that lets low frequencies pass. @param hertz where it begins to fall */
function lowPass(hertz: number): (input: number) => number {
  const share = 1 - Math.exp((-TAU * hertz) / RATE);
  let value = 0;
  return (input) => {
    value += share * (input - value);
    return value;
  };
}

/** Makes a sound of some seconds, sample by sample. */
type Maker = () => (seconds: number) => number;

const rain: Maker = () => {
  const noise = noiseOf(1);
  const [far, near] = [lowPass(900), lowPass(4_000)];
  let drop = 0;
  let pitch = 0;
  return (at) => {
    // Now and then a drop falls on the shutter.
    if (noise() > 0.9993) {
      drop = 0.25 + 0.2 * Math.abs(noise());
      pitch = 700 + 900 * Math.abs(noise());
    }
    drop *= 0.9985;
    const gusts = 0.7 + 0.3 * Math.sin(TAU * at * 0.031);
    return gusts * (0.7 * far(noise()) + 0.16 * near(noise())) + drop * Math.sin(TAU * pitch * at);
  };
};

const tide: Maker = () => {
  const noise = noiseOf(2);
  const [body, foam] = [lowPass(300), lowPass(2_400)];
  return (at) => {
    const swell = Math.max(0, Math.sin(TAU * at * 0.089)) ** 2;
    const deep = 0.09 * Math.sin(TAU * 55 * at) * (0.6 + 0.4 * Math.sin(TAU * at * 0.017));
    return deep + (0.5 + 1.6 * swell) * body(noise()) * 0.7 + swell * 0.3 * foam(noise());
  };
};

/** The partials of an open chord on D, each with a time of its own to come and go. */
const CHORD = [73.42, 110, 146.83, 220, 293.66, 369.99, 440] as const;

const longFade: Maker = () => (at) =>
  CHORD.reduce((sum, hertz, index) => {
    const breath = 0.5 + 0.5 * Math.sin(TAU * at * (0.013 + 0.004 * index) + index * 1.7);
    const beating = Math.sin(TAU * hertz * at) + Math.sin(TAU * hertz * 1.0021 * at + index);
    return sum + (0.13 * breath * beating) / (1 + index * 0.35);
  }, 0);

/** A cricket: three pulses, then silence. */
function chirp(at: number, hertz: number, every: number, shift: number): number {
  const phase = (at + shift) % every;
  const pulse = phase < 0.18 ? Math.max(0, Math.sin(TAU * phase * 16.7)) ** 2 : 0;
  return pulse * Math.sin(TAU * hertz * at);
}

const crickets: Maker = () => {
  const noise = noiseOf(4);
  const night = lowPass(220);
  return (at) =>
    0.09 * chirp(at, 4_180, 0.71, 0) +
    0.06 * chirp(at, 4_430, 0.83, 0.3) +
    0.035 * chirp(at, 3_890, 0.97, 0.6) +
    0.5 * night(noise()) +
    0.03 * Math.sin(TAU * 98 * at) * (0.5 + 0.5 * Math.sin(TAU * at * 0.05));
};

const MAKERS: Readonly<Record<(typeof SEEDED_TRACKS)[number]['file'], Maker>> = {
  'rain-on-the-dome.mp3': rain,
  'slow-tide.mp3': tide,
  'long-fade-in-d.mp3': longFade,
  'crickets-after-midnight.mp3': crickets,
};
/** Every track fades in and out for this time, because they follow each other for ever. */
const FADE_SECONDS = 6;

for (const { file } of SEEDED_TRACKS) {
  const sound = MAKERS[file]();
  const samples = Float32Array.from({ length: SECONDS * RATE }, (_, index) => {
    const at = index / RATE;
    const fade = Math.min(1, at / FADE_SECONDS, (SECONDS - at) / FADE_SECONDS);
    return Math.tanh(sound(at)) * 0.8 * Math.sin((fade * Math.PI) / 2) ** 2;
  });
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: KBITS });
  // Both answers are views of the same memory.
  const begun = Uint8Array.from(encoder.encode([samples]));
  const bytes = Buffer.concat([begun, encoder.finalize()]);
  await writeFile(trackFile(file), bytes);
  process.stdout.write(`${file}: ${bytes.length} bytes\n`);
}
