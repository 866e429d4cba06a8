import { describe, expect, it } from '@jest/globals';
import { fileSizeText } from './file-words.js';

describe('fileSizeText', () => {
  it.each([
    [1, '1 B'],
    [1_023, '1023 B'],
    [4_300, '4.2 kB'],
    [1_048_576, '1 MB'],
    [26_214_400, '25 MB'],
  ])('TLK-386 formats %i bytes as %s', (bytes, text) => {
    expect(fileSizeText(bytes)).toBe(text);
  });
});
