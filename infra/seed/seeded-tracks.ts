/** The tracks of the seeded radio, in their order. `compose-tracks.ts` makes their files. */
export const SEEDED_TRACKS = [
  { file: 'rain-on-the-dome.mp3', title: 'Rain on the dome', durationMs: 90_070 },
  { file: 'slow-tide.mp3', title: 'Slow tide', durationMs: 90_070 },
  { file: 'long-fade-in-d.mp3', title: 'Long fade in D', durationMs: 90_070 },
  { file: 'crickets-after-midnight.mp3', title: 'Crickets after midnight', durationMs: 90_070 },
] as const;

/** The files are not compiled, so compiled code finds them in the sources. */
const FOLDER = import.meta.url.includes('/infra/dist/seed/') ? '../../seed/radio/' : './radio/';

/** Returns the address of a file. */
export const trackFile = (file: string): URL => new URL(`${FOLDER}${file}`, import.meta.url);
