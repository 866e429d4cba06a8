import { describe, expect, it } from '@jest/globals';
import { textFrame } from './websocket-frame.js';

describe('a websocket frame', () => {
  it.each([
    ['the examples of RFC 6455', 'Hello', Buffer.from([0x81, 0x05])],
    ['nothing', '', Buffer.from([0x81, 0])],
    ['the longest short text', 'x'.repeat(125), Buffer.from([0x81, 125])],
    ['the shortest with 16 bits of length', 'x'.repeat(126), Buffer.from([0x81, 126, 0, 126])],
    ['the longest with 16 bits', 'x'.repeat(65_535), Buffer.from([0x81, 126, 0xff, 0xff])],
    ['the shortest with 64 bits', 'x'.repeat(65_536), Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0x01, 0, 0])],
    ['bytes, not characters', 'é'.repeat(63), Buffer.from([0x81, 126, 0, 126])],
  ])('holds %s', (_, text, header) => {
    expect(textFrame(text).equals(Buffer.concat([header, Buffer.from(text)]))).toBe(true);
  });
});
