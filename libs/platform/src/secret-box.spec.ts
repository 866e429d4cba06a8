import { describe, expect, it } from '@jest/globals';
import { seal, unseal } from './secret-box.js';

const KEY = Buffer.alloc(32, 7);
const OWNER = '019abb00-0000-7000-8000-000000000001';

describe('encrypted secrets', () => {
  it('ACC-033 open with their key and owner', () => {
    for (const text of ['JBSWY3DPEHPK3PXP', '', '🌒 '.repeat(99)]) {
      expect(unseal(seal(text, KEY, OWNER), [KEY], OWNER)).toBe(text);
    }
  });

  it('ACC-033 never look the same, nor show the text', () => {
    const sealed = Array.from({ length: 20 }, () => seal('JBSWY3DPEHPK3PXP', KEY, OWNER));
    expect(new Set(sealed).size).toBe(sealed.length);
    // A nonce that repeats would reveal both texts.
    expect(new Set(sealed.map((text) => text.slice(0, 16))).size).toBe(sealed.length);
    for (const text of sealed) {
      expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
    }
  });

  it('ACC-033 do not open with another key or for another account', () => {
    const sealed = seal('secret', KEY, OWNER);
    expect(unseal(sealed, [Buffer.alloc(32, 8)], OWNER)).toBeUndefined();
    expect(unseal(sealed, [KEY], OWNER.replace(/1$/, '2'))).toBeUndefined();
    expect(unseal(sealed, [KEY], '')).toBeUndefined();
    expect(unseal(sealed, [], OWNER)).toBeUndefined();
  });

  it('ACC-033 open with any of several keys', () => {
    expect(unseal(seal('secret', KEY, OWNER), [Buffer.alloc(32, 8), KEY], OWNER)).toBe('secret');
  });

  it('ACC-033 do not open when any byte changed, or is missing', () => {
    const bytes = Buffer.from(seal('secret', KEY, OWNER), 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (bytes[index] ?? 0) ^ 1;
      expect(unseal(changed.toString('base64url'), [KEY], OWNER)).toBeUndefined();
      expect(unseal(bytes.subarray(0, index).toString('base64url'), [KEY], OWNER)).toBeUndefined();
    }
    for (const text of ['', 'x', '!!', 'plain text that was never encrypted at all']) {
      expect(unseal(text, [KEY], OWNER)).toBeUndefined();
    }
  });
});
