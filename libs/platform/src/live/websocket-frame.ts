const FINAL_TEXT = 0x81;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;
/** The longest payload whose length stands in the second byte, and the longest whose length stands in 16 bits. */
const MAX_SHORT = 125;
const MAX_16_BITS = 0xffff;

/**
 * A text as one whole, unmasked websocket frame, ready for the wire (RFC 6455, section 5.2). Without compression every
 * client of a room gets the same bytes.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length <= MAX_SHORT ? 2 : length <= MAX_16_BITS ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = FINAL_TEXT;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}
