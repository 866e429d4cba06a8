import { LIMITS, RADIO, type TrackRefusal } from '@oniverse/contracts';
import { parseBuffer } from 'music-metadata';
import { cleanPageText } from '../link-previews/page-texts.js';
import { mp3Seconds, oggSeconds } from './sound-length.js';

/** What a radio needs to know of a file. */
export interface SoundFacts {
  durationMs: number;
  /** Undefined if the file has none. */
  title: string | undefined;
}

/** The beginning of an Ogg file, which has its codec and its title. */
const OGG_HEAD_BYTES = 1_048_576;
const OPUS_HERTZ = 48_000;
/** Where the head of Opus says how many samples are not played, in the first page. */
const OPUS_SKIPPED_AT = 38;

/** Reads how long a file of sound lasts, and its title. @throws Error for a damaged file */
export async function readSound(bytes: Buffer, contentType: string): Promise<SoundFacts | TrackRefusal> {
  const isOgg = contentType === 'audio/ogg';
  const { format, common } = await parseBuffer(
    isOgg ? bytes.subarray(0, OGG_HEAD_BYTES) : bytes,
    { mimeType: contentType },
    { duration: false, skipCovers: true },
  );
  const seconds = secondsOf(bytes, isOgg, format);
  if (seconds === undefined || !(seconds > 0)) return 'unreadable';
  const durationMs = Math.round(seconds * 1000);
  if (durationMs < RADIO.minMs) return 'too_short';
  if (durationMs > RADIO.maxMs) return 'too_long';
  return { durationMs, title: cleanPageText(common.title, LIMITS.title.max) };
}

/** Returns the seconds of a codec that a radio plays, as music-metadata names it; undefined for all others. */
function secondsOf(
  bytes: Buffer,
  isOgg: boolean,
  { codec = '', sampleRate = 0, duration }: { codec?: string; sampleRate?: number; duration?: number },
): number | undefined {
  if (isOgg && codec === 'Opus') return oggSeconds(bytes, OPUS_HERTZ, bytes.readUInt16LE(OPUS_SKIPPED_AT));
  if (isOgg && (codec === 'Vorbis I' || codec === 'FLAC')) return oggSeconds(bytes, sampleRate, 0);
  if (/^MPEG (?:1|2|2\.5) Layer 3$/u.test(codec)) return mp3Seconds(bytes);
  return !isOgg && codec === 'FLAC' ? duration : undefined;
}
