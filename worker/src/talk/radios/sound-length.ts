/**
 * How long files of sound last, by all of their frames or their last page. music-metadata estimates the length of an MP3 by one of
 * its frames, and reads every page of an Ogg file, of which a hostile one has a million.
 */

/** https://www.mp3-tech.org/programmer/frame_header.html: kbit/s of layer 3, for version 1 and for the others. */
const KBITS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES = [44_100, 48_000, 32_000] as const;
const ID3_HEAD = 10;

/** Returns the bytes before the sound. Sizes in ID3 tags have seven bits in each byte. */
function id3Size(bytes: Buffer): number {
  if (bytes.length < ID3_HEAD || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  return ID3_HEAD + bytes.subarray(6, ID3_HEAD).reduce((size, byte) => size * 128 + (byte & 127), 0);
}

interface Frame {
  bytes: number;
  seconds: number;
}

/** Reads the head of a frame of layer 3; undefined if there is none. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const head = bytes.readUInt32BE(at);
  const version = (head >>> 19) & 3;
  const layer = (head >>> 17) & 3;
  if (head >>> 21 !== 0x7ff || version === 1 || layer !== 1) return undefined;
  const isFirst = version === 3;
  const kbits = KBITS[isFirst ? 0 : 1][(head >>> 12) & 15];
  const rate = RATES[(head >>> 10) & 3];
  if (!kbits || rate === undefined) return undefined;
  const hertz = rate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1_152 : 576;
  const padding = (head >>> 9) & 1;
  return { bytes: Math.floor((samples * kbits * 125) / hertz) + padding, seconds: samples / hertz };
}

/** Returns the seconds of an MP3. */
export function mp3Seconds(bytes: Buffer): number {
  let seconds = 0;
  let at = id3Size(bytes);
  while (at + 4 <= bytes.length) {
    const frame = frameAt(bytes, at);
    seconds += frame?.seconds ?? 0;
    at += frame?.bytes ?? 1;
  }
  return seconds;
}

/**
 * Returns the seconds of an Ogg file by the position of its last page that has one.
 * @param hertz of the positions
 * @param skipped samples that are not played at the beginning
 */
export function oggSeconds(bytes: Buffer, hertz: number, skipped: number): number | undefined {
  const capture = Buffer.from('OggS');
  for (
    let at = bytes.lastIndexOf(capture);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(capture, at - 1)
  ) {
    const position = at + 14 <= bytes.length ? bytes.readBigInt64LE(at + 6) : -1n;
    if (position > 0n) return (Number(position) - skipped) / hertz;
  }
  return undefined;
}
