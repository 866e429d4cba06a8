/** A file of sound to upload. Its length in seconds, and its title if it has one. */
interface Sound {
  seconds: number;
  title?: string;
}

/** Returns a CRC of some width, highest bit first, as Ogg and FLAC compute theirs. */
function crcOf(bytes: Uint8Array, width: 8 | 16 | 32, polynomial: number): number {
  const top = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  let crc = 0;
  for (const byte of bytes) {
    crc = (crc ^ (byte * 2 ** (width - 8))) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & top ? (crc << 1) ^ polynomial : crc << 1) >>> 0;
      if (width < 32) crc &= mask;
    }
  }
  return crc;
}

const littleEndian = (value: number, bytes: 4 | 8): Buffer => {
  const written = Buffer.alloc(bytes);
  written.writeUIntLE(value, 0, Math.min(bytes, 6));
  return written;
};

/** A text with its length before it, as in the comments of Ogg and FLAC. */
const counted = (text: string): Buffer =>
  Buffer.concat([littleEndian(Buffer.byteLength(text), 4), Buffer.from(text)]);

function vorbisComment(title: string | undefined): Buffer {
  const comments = title === undefined ? [] : [counted(`TITLE=${title}`)];
  return Buffer.concat([counted('oniverse'), littleEndian(comments.length, 4), ...comments]);
}

const MP3_RATE = 44_100;
const MP3_SAMPLES = 1_152;
/** Of a frame at 128 kbit/s. */
const MP3_BYTES = 417;

/** Makes a silent MP3. */
export function makeMp3({ seconds, title }: Sound): Buffer {
  const frame = Buffer.alloc(MP3_BYTES);
  frame.writeUInt32BE(0xff_fb_90_64);
  const frames = Math.round((seconds * MP3_RATE) / MP3_SAMPLES);
  return Buffer.concat([id3Of(title), ...Array.from({ length: frames }, () => frame)]);
}

/** An ID3 tag, version 2.3. Its sizes have seven bits in each byte. */
function id3Of(title: string | undefined): Buffer {
  if (title === undefined) return Buffer.alloc(0);
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(title, 'latin1')]);
  const frame = Buffer.concat([Buffer.from('TIT2'), Buffer.from([0, 0, 0, text.length, 0, 0]), text]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, frame.length]), frame]);
}

/** A page of an Ogg stream with one packet. */
function oggPage(number: number, flags: number, samples: number, packet: Buffer): Buffer {
  const segments = Array.from({ length: Math.floor(packet.length / 255) + 1 }, (_, index) =>
    Math.min(255, packet.length - index * 255),
  );
  const head = Buffer.concat([
    Buffer.from('OggS'),
    Buffer.from([0, flags]),
    littleEndian(samples, 8),
    littleEndian(1, 4),
    littleEndian(number, 4),
    Buffer.alloc(4),
    Buffer.from([segments.length, ...segments]),
  ]);
  const page = Buffer.concat([head, packet]);
  page.writeUInt32LE(crcOf(page, 32, 0x04_c1_1d_b7), 22);
  return page;
}

/** An Ogg stream: its heads, then a page for each second with one packet. */
const oggOf = (
  heads: readonly [first: Buffer, second: Buffer],
  packet: Buffer,
  samplesAt: readonly number[],
): Buffer =>
  Buffer.concat([
    oggPage(0, 2, 0, heads[0]),
    oggPage(1, 0, 0, heads[1]),
    ...samplesAt.map((samples, index) =>
      oggPage(index + 2, index === samplesAt.length - 1 ? 4 : 0, samples, packet),
    ),
  ]);

const secondsAt = (seconds: number, rate: number): number[] =>
  Array.from({ length: Math.ceil(seconds) }, (_, index) => Math.round(Math.min(index + 1, seconds) * rate));

/** Makes an Ogg file whose pages say how long it lasts. @param codec the packets have no sound */
export function makeOgg({ seconds, title, codec }: Sound & { codec: 'opus' | 'vorbis' }): Buffer {
  if (codec === 'opus') {
    const head = Buffer.from('OpusHead\u0001\u0001\0\0\u0080\u00bb\0\0\0\0\0', 'latin1');
    const tags = Buffer.concat([Buffer.from('OpusTags'), vorbisComment(title)]);
    // A packet of silence, of 20 ms.
    return oggOf([head, tags], Buffer.from([0xf8, 0xff, 0xfe]), secondsAt(seconds, 48_000));
  }
  const head = Buffer.from(
    '\u0001vorbis\0\0\0\0\u0001\u0044\u00ac\0\0\0\0\0\0\u0080\u00bb\0\0\0\0\0\0\u00b8\u0001',
    'latin1',
  );
  const tags = Buffer.concat([Buffer.from('\u0003vorbis', 'latin1'), vorbisComment(title), Buffer.from([1])]);
  return oggOf([head, tags], Buffer.from([0]), secondsAt(seconds, 44_100));
}

const FLAC_RATE = 8_000;
const FLAC_BLOCK = 4_000;

/**
 * Makes a FLAC file of 8 kHz.
 * @param pitchAt the frequency at a time in seconds; silent without it
 */
export function makeFlac({
  seconds,
  title,
  pitchAt,
}: Sound & { pitchAt?: (seconds: number) => number }): Buffer {
  const samples = Math.round(seconds * FLAC_RATE);
  const info = Buffer.alloc(34);
  info.writeUInt16BE(FLAC_BLOCK, 0);
  info.writeUInt16BE(FLAC_BLOCK, 2);
  // 20 bits of the rate, 3 of the channels less one, 5 of the bits of a sample less one, and 36 of the samples.
  info.writeUInt32BE(((FLAC_RATE << 12) | (15 << 4)) >>> 0, 10);
  info.writeUInt32BE(samples, 14);
  const comment = vorbisComment(title);
  const heads = [
    Buffer.from('fLaC'),
    Buffer.from([0, 0, 0, info.length]),
    info,
    Buffer.from([0x84, 0, comment.length >> 8, comment.length & 255]),
    comment,
  ];
  const frames: Buffer[] = [];
  let phase = 0;
  for (let first = 0; first < samples; first += FLAC_BLOCK) {
    const length = Math.min(FLAC_BLOCK, samples - first);
    const sound = Buffer.alloc(pitchAt ? 1 + 2 * length : 3);
    if (pitchAt) {
      // Sub-frames begin with their kind: samples as they are, or one for all.
      sound[0] = 0x02;
      for (let index = 0; index < length; index += 1) {
        phase += (2 * Math.PI * pitchAt((first + index) / FLAC_RATE)) / FLAC_RATE;
        sound.writeInt16BE(Math.round(12_000 * Math.sin(phase)), 1 + 2 * index);
      }
    }
    frames.push(flacFrame(first / FLAC_BLOCK, length, sound));
  }
  return Buffer.concat([...heads, ...frames]);
}

function flacFrame(number: number, length: number, sound: Buffer): Buffer {
  const coded = Buffer.from(String.fromCodePoint(number));
  const sizes = Buffer.from([(length - 1) >> 8, (length - 1) & 255]);
  const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0x74, 0x08]), coded, sizes]);
  const body = Buffer.concat([head, Buffer.from([crcOf(head, 8, 0x07)]), sound]);
  const crc = crcOf(body, 16, 0x80_05);
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 255])]);
}
