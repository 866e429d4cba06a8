const FINAL_TEXT = 0x81;
/** The second byte is the length up to this, or one of the markers that announce the length in more bytes. */
const MAX_SHORT_LENGTH = 125;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

/** Returns a text as one unmasked, uncompressed websocket frame (RFC 6455, section 5.2), the same for all clients. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([header(payload.length), payload]);
}

function header(length: number): Buffer {
  if (length <= MAX_SHORT_LENGTH) return Buffer.from([FINAL_TEXT, length]);
  const isShort = length <= 0xffff;
  const bytes = Buffer.alloc(isShort ? 4 : 10);
  bytes.set([FINAL_TEXT, isShort ? LENGTH_IN_16_BITS : LENGTH_IN_64_BITS]);
  if (isShort) bytes.writeUInt16BE(length, 2);
  else bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}
